import { readFileSync } from "node:fs";
import test from "ava";
import { ObjectId } from "mongodb";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import type { Submission } from "../../../src/benchmarks/model/submission.ts";
import type { Services } from "../../../src/compose/services.ts";
import { startTestService } from "../../helpers/service.ts";
import { openSlowForm } from "../../helpers/slow-form.ts";
import { makeThreeDMarkResult } from "../../helpers/zip-generator.ts";
import { brokenCapture, fileForm, smallCapture } from "../../faults/results.ts";
import { eventually } from "../../faults/system.ts";
import { projectUrl } from "../../helpers/project-files.ts";

// Tests which files the sweep of orphaned files removes and keeps. The service has no workers, so that nothing runs
// between the steps of a test.
const MINUTE_MS = 60 * 1000;
const AGE_MS = 60 * MINUTE_MS;
let now = new Date("2030-03-10T12:00:00Z");
const service = await startTestService(test, {
  hasWorkers: false,
  overrides: { clock: () => () => now },
  env: { UPLOAD_AGE_MS: String(AGE_MS) },
});
const { db } = service.stores;
const { files, runsRepository, ledger } = service.services;
const uploads = db.collection<{ _id: string; state: string; touched_at: Date }>("uploads");

const pass = (ms: number) => void (now = new Date(now.getTime() + ms));
/** Runs the sweep of orphaned files once. */
async function sweep({ sweeps }: Pick<Services, "sweeps"> = service.services): Promise<void> {
  await sweeps.find(({ name }) => name === "orphaned files")?.run();
}
const stateOf = async (_id: string) => (await uploads.findOne({ _id }))?.state ?? "removed";
const chunksOf = (fileId: string) =>
  db.collection("files.chunks").countDocuments({ files_id: new ObjectId(fileId) });
const store = async (text = "bytes") => {
  async function* bytes() {
    yield Buffer.from(text);
  }
  return files.put(bytes(), "a.csv", "never-stored");
};

/** A file that is too large to be stored in the submission's document. */
const large = { name: "large.csv", content: String(smallCapture.content).repeat(30) };
const LARGE_CHUNKS = Math.ceil(large.content.length / (255 * 1024));

/** Submits a large file. Returns its run and its submission. */
async function submit(name: string, makeForm = (id: number) => fileForm(id, large)) {
  const client = await service.signIn(name);
  const { body, text } = await client.add(makeForm(await client.makeBuild()));
  if (!body.runs) throw new Error(text);
  const run = (await runsRepository.find(body.runs[0].run_id)) as Run & { file: NonNullable<Run["file"]> };
  // Wait until the service has marked the submission as finished, which happens after the response: a late write would
  // overwrite the test's changes.
  await eventually(
    () => ledger.find(run.submission_id),
    (submission) => submission?.runs_created === true,
  );
  return { client, run, fileId: run.file.file_id, path: `/benchmarks/runs/${run._id}` };
}

/**
 * Marks a file as a possible orphan, as if the process of its submission had died long ago, right after storing the
 * submission.
 */
const noteAgain = ({ fileId, run }: { fileId: string; run: Run }) =>
  uploads.updateOne(
    { _id: fileId },
    { $set: { state: "open", submission_id: run.submission_id, touched_at: new Date(0) } },
    { upsert: true },
  );

test.serial("a file that its submission names is no longer marked as a possible orphan", async (t) => {
  const { fileId } = await submit("stored");
  t.is(
    await eventually(
      () => stateOf(fileId),
      (state) => state === "removed",
    ),
    "removed",
  );
  t.is(await chunksOf(fileId), LARGE_CHUNKS);
});

test.serial("a small file is stored in its submission and is not marked as a possible orphan", async (t) => {
  const { fileId, run, client, path } = await submit("small", (id) => fileForm(id));
  t.is(fileId, `${run.submission_id}.1`);
  t.is(await stateOf(fileId), "removed");
  t.is(await db.collection("files.files").countDocuments({ filename: fileId }), 0);
  t.is((await client.get(`${path}/file`)).text, String(smallCapture.content));
});

test.serial(
  "the sweep removes an upload without a submission once the upload is older than UPLOAD_AGE_MS",
  async (t) => {
    const { file_id } = await store();
    pass(AGE_MS - 1);
    await sweep();
    t.is(await stateOf(file_id), "open");
    t.is(await chunksOf(file_id), 1);
    pass(2);
    await sweep();
    t.is(await stateOf(file_id), "removed");
    t.is(await chunksOf(file_id), 0);
  },
);

test.serial("the sweep finishes an interrupted removal of a file after UPLOAD_AGE_MS", async (t) => {
  const { file_id } = await store();
  await files.markDeleting(file_id, "never-stored");
  await sweep();
  t.is(await stateOf(file_id), "deleting", "the process that removes the file may still be running");
  pass(AGE_MS + 1);
  await sweep();
  t.is(await stateOf(file_id), "removed");
  t.is(await chunksOf(file_id), 0);
});

test.serial(
  "the file of a run stays stored although the process died before it removed the mark of a possible orphan",
  async (t) => {
    const submitted = await submit("dies before the note goes");
    await noteAgain(submitted);
    await sweep();
    t.is(await stateOf(submitted.fileId), "removed");
    t.is((await submitted.client.get(`${submitted.path}/file`)).text, large.content);
  },
);

test.serial(
  "the sweep keeps the file of a run that is not created yet and removes the file of a deleted run",
  async (t) => {
    const submitted = await submit("not created yet");
    const { run, fileId } = submitted;
    await db.collection<Run>("runs").deleteOne({ _id: run._id });
    await db
      .collection<Submission>("submissions")
      .updateOne({ _id: run.submission_id }, { $set: { runs_created: false } });
    await noteAgain(submitted);
    await sweep();
    t.is(await stateOf(fileId), "removed");
    t.is(await chunksOf(fileId), LARGE_CHUNKS);

    await ledger.markRunsDeleted(run.submission_id, [run._id]);
    await noteAgain(submitted);
    await sweep();
    t.is(await chunksOf(fileId), 0);
  },
);

test.serial(
  "the sweep of orphaned files keeps a file whose upload continues while the sweep checks the file",
  async (t) => {
    const stored = await store();
    pass(AGE_MS + 1);
    let looked = 0;
    const others = service.servicesWith({
      files: (real) => ({
        ...real,
        findOrphaned: async (...given) => {
          const found = await real.findOrphaned(...given);
          looked += found.filter(({ fileId }) => fileId === stored.file_id).length;
          await uploads.updateOne({ _id: stored.file_id }, { $set: { touched_at: now } });
          return found;
        },
      }),
    });
    await sweep(others);
    t.is(looked, 1);
    t.is(await stateOf(stored.file_id), "open");
    t.is(await chunksOf(stored.file_id), 1);
  },
);

for (const step of ["replaceFile", "remove"] as const)
  test.serial(`only Result.xml stays stored of an archive whose worker dies before ${step}`, async (t) => {
    const xml = readFileSync(projectUrl("test/fixtures/3dmark/time-spy.xml"), "utf8");
    const sent = [{ name: "run.3dmark-result", content: makeThreeDMarkResult(xml) }];
    const makeForm = (build_id: number) => ({ build_id, benchmarks: { id: 7 }, files: sent });
    const { client, fileId, path } = await submit(`dies before ${step}`, makeForm);
    const die = () => Promise.reject(new Error("the process dies here"));
    const { runParser } = service.servicesWith(
      step === "remove"
        ? { files: (real) => ({ ...real, remove: die }) }
        : { runsRepository: (real) => ({ ...real, replaceFile: die }) },
    );
    const runId = path.split("/").at(-1) ?? "";
    await t.throwsAsync(runParser.parse(runId), { message: /dies here/ });
    t.is((await client.get(path)).body.status, "complete");
    t.true(await files.has(fileId), "the archive is not removed yet");

    pass(2 * AGE_MS);
    await sweep();
    await service.services.runParser.stripArchives(10);
    t.is((await client.get(`${path}/file`)).text, xml);
    t.false(await files.has(fileId));
    const kept = (await runsRepository.find(runId))?.file?.file_id ?? "";
    await sweep();
    t.deepEqual([await stateOf(fileId), await stateOf(kept)], ["removed", "removed"]);
    t.is(await chunksOf(kept), 1);
  });

test.serial(
  "no sweep removes files of a slow form while its bytes keep arriving, however long the form takes",
  async (t) => {
    const client = await service.signIn("slow sender");
    const build_id = await client.makeBuild();
    const form = openSlowForm(service.url, client);
    await form.field("build_id", build_id);
    await form.field("benchmarks", { id: 16 });
    await form.beginFile(smallCapture.content, "first.csv");
    await form.endFile();
    const content = Buffer.from(large.content);
    const PIECES = 6;
    const piece = Math.ceil(content.length / PIECES);
    const begun = { state: "open", touched_at: now };
    await form.beginFile(content.subarray(0, piece), "second.csv");
    t.is(
      await eventually(
        () => uploads.countDocuments(begun),
        (count) => count === 2,
      ),
      2,
    );
    for (let index = 1; index < PIECES; index += 1) {
      pass(0.9 * AGE_MS);
      await form.write(content.subarray(index * piece, (index + 1) * piece));
      const moving = { state: "open", touched_at: now };
      t.is(
        await eventually(
          () => uploads.countDocuments(moving),
          (count) => count === 2,
        ),
        2,
      );
      await sweep();
    }
    await form.endFile();
    form.end();
    const { status, body } = await form.answered;
    t.is(status, 200, JSON.stringify(body));
    const sent = [String(smallCapture.content), large.content];
    for (const [index, { run_id }] of body.runs.entries())
      t.is((await client.get(`/benchmarks/runs/${run_id}/file`)).text, sent[index] ?? "");
  },
);

test.serial(
  "the service does not write the time of the last bytes for each piece of a fast upload",
  async (t) => {
    const start = now;
    let pieces = 0;
    async function* bytes() {
      for (; pieces < 4; pieces += 1) {
        yield Buffer.from("piece");
        pass(AGE_MS / 12);
      }
    }
    const { file_id } = await files.put(bytes(), "a.csv", "never-stored");
    t.deepEqual((await uploads.findOne({ _id: file_id }))?.touched_at, start);
  },
);

const openCount = () => uploads.countDocuments({ state: "open" });
const removals: Record<string, (firstFile: string) => Promise<unknown>> = {
  "files were removed": () => sweep(),
  "first file is about to be removed": (_id) => uploads.updateOne({ _id }, { $set: { state: "deleting" } }),
};
for (const [what, remove] of Object.entries(removals))
  test.serial(`a form that stalls until its ${what} by the sweep is refused and counts no run`, async (t) => {
    const others = await uploads.distinct("_id", { state: "open" });
    await files.remove(others);
    const client = await service.signIn(what);
    const form = openSlowForm(service.url, client);
    await form.field("build_id", await client.makeBuild());
    await form.field("benchmarks", { id: 16 });
    await form.beginFile(smallCapture.content, "first.csv");
    await form.endFile();
    await form.beginFile(brokenCapture.content, "second.csv");
    t.is(await eventually(openCount, (count) => count === 2), 2);
    const storedOnes = async () => (await db.collection("files.files").distinct("_id")).map(String);
    const open = await uploads.distinct("_id", { state: "open" });
    const findFirst = async () => (await storedOnes()).find((id) => open.includes(id)) ?? "";
    const first = await eventually(findFirst, (id) => id !== "");
    pass(2 * AGE_MS);
    await remove(first);
    await form.endFile();
    form.end();
    const { status, headers, body } = await form.answered;
    t.is(status, 503, JSON.stringify(body));
    t.regex(String(body.type), /\/problems\/try-again$/, "no store is unavailable");
    t.truthy(headers["retry-after"]);
    t.is((await client.get("/me")).body.usage.used, 0);
    t.deepEqual(await uploads.find({ _id: { $in: open } }).toArray(), []);
    t.is(await chunksOf(first), 0);
  });
