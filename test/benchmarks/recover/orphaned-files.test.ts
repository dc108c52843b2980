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

// Files that no submission uses, and files that only look so. There are no workers, so that nothing happens between the steps.
const MINUTE_MS = 60 * 1000;
const AGE_MS = 60 * MINUTE_MS;
let now = new Date("2030-03-10T12:00:00Z");
const service = await startTestService(test, {
  hasWorkers: false,
  overrides: { clock: () => () => now },
  env: { UPLOAD_AGE_MS: String(AGE_MS) },
});
const { db } = service.stores;
const { files, runs, ledger } = service.services.records;
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
  return files.put(bytes(), "a.csv");
};

/** Submits a file. Returns its run and its submission. */
async function submit(name: string, makeForm = (id: number) => fileForm(id)) {
  const client = await service.signIn(name);
  const { body, text } = await client.add(makeForm(await client.makeBuild()));
  if (!body.runs) throw new Error(text);
  const run = (await runs.find(body.runs[0].run_id)) as Run & { file: NonNullable<Run["file"]> };
  return { client, run, fileId: run.file.file_id, path: `/benchmarks/runs/${run._id}` };
}

/** Puts a file into the state in which a process leaves it that dies between attaching it and marking it as referenced. */
const forgetReference = (fileId: string) =>
  uploads.updateOne({ _id: fileId }, { $set: { state: "attached" } });

test.serial("the removal of a file that a run still names is finished, too", async (t) => {
  const { fileId } = await submit("half removed");
  await uploads.updateOne({ _id: fileId }, { $set: { state: "deleting" } });
  await sweep();
  t.is(await stateOf(fileId), "removed");
});

test.serial("an upload without a submission is removed once it is old, and not before", async (t) => {
  const { file_id } = await store();
  pass(AGE_MS - 1);
  await sweep();
  t.is(await stateOf(file_id), "open");
  t.is(await chunksOf(file_id), 1);
  pass(2);
  await sweep();
  t.is(await stateOf(file_id), "removed");
  t.is(await chunksOf(file_id), 0);
});

test.serial("a removal that was interrupted is finished at any age", async (t) => {
  const { file_id } = await store();
  await uploads.updateOne({ _id: file_id }, { $set: { state: "deleting" } });
  await sweep();
  t.is(await stateOf(file_id), "removed");
  t.is(await chunksOf(file_id), 0);
});

test.serial(
  "the file of a run stays, though its process died before it marked the file as referenced",
  async (t) => {
    const { client, fileId, path } = await submit("dies before the mark");
    await forgetReference(fileId);
    pass(2 * AGE_MS);
    await sweep();
    t.is(await stateOf(fileId), "referenced");
    t.is((await client.get(`${path}/file`)).text, String(smallCapture.content));
  },
);

test.serial("the file of a run that is not created yet stays; that of a deleted run goes", async (t) => {
  const { run, fileId } = await submit("not created yet");
  await db.collection<Run>("runs").deleteOne({ _id: run._id });
  await db
    .collection<Submission>("submissions")
    .updateOne({ _id: run.submission_id }, { $set: { runs_created: false } });
  await forgetReference(fileId);
  pass(2 * AGE_MS);
  await sweep();
  t.is(await stateOf(fileId), "referenced");

  await ledger.markRunsDeleted(run.submission_id, [run._id]);
  await forgetReference(fileId);
  await sweep();
  t.is(await stateOf(fileId), "removed");
});

test.serial("a file that was attached for a submission that was never stored goes", async (t) => {
  const stored = await store();
  await files.attach([stored], "never-stored");
  pass(AGE_MS + 1);
  await sweep();
  t.is(await stateOf(stored.file_id), "removed");
});

test.serial("a file that a request attaches while the sweep looks at it stays", async (t) => {
  const stored = await store();
  pass(AGE_MS + 1);
  let looked = 0;
  const others = service.servicesWith({
    files: (real) => ({
      ...real,
      findOrphaned: async (...given) => {
        const found = await real.findOrphaned(...given);
        looked += found.filter(({ fileId }) => fileId === stored.file_id).length;
        await files.attach([stored], "about-to-be-stored");
        return found;
      },
    }),
  });
  await sweep(others);
  t.is(looked, 1);
  t.is(await stateOf(stored.file_id), "attached");
  t.is(await chunksOf(stored.file_id), 1);
});

for (const step of ["replaceFile", "remove"] as const)
  test.serial(`only Result.xml stays of an archive whose worker dies before ${step}`, async (t) => {
    const xml = readFileSync(projectUrl("test/fixtures/3dmark/time-spy.xml"), "utf8");
    const sent = [{ name: "run.3dmark-result", content: makeThreeDMarkResult(xml) }];
    const makeForm = (build_id: number) => ({ build_id, benchmarks: { id: 7 }, files: sent });
    const { client, fileId, path } = await submit(`dies before ${step}`, makeForm);
    const die = () => Promise.reject(new Error("the process dies here"));
    const { runParser } = service.servicesWith(
      step === "remove"
        ? { files: (real) => ({ ...real, remove: die }) }
        : { runRecords: (real) => ({ ...real, replaceFile: die }) },
    );
    const runId = path.split("/").at(-1) ?? "";
    await t.throwsAsync(runParser.parse(runId), { message: /dies here/ });
    t.is((await client.get(path)).body.status, "complete");
    t.is(await chunksOf(fileId), 1, "the archive is still there");

    pass(2 * AGE_MS);
    await sweep();
    await service.services.runParser.stripArchives(10);
    t.is((await client.get(`${path}/file`)).text, xml);
    t.is(await chunksOf(fileId), 0);
    const kept = (await runs.find(runId))?.file?.file_id ?? "";
    t.is(await stateOf(kept), "referenced");
    const own = await files.findOfAccount((await client.get("/me")).body.account.account_id, 10);
    t.deepEqual(own, [kept]);
  });

test.serial(
  "a slow form whose bytes keep arriving keeps all of its files, however long it takes",
  async (t) => {
    const client = await service.signIn("slow sender");
    const build_id = await client.makeBuild();
    const form = openSlowForm(service.url, client);
    await form.field("build_id", build_id);
    await form.field("benchmarks", { id: 16 });
    await form.beginFile(smallCapture.content, "first.csv");
    await form.endFile();
    const content = Buffer.from(smallCapture.content);
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
    for (const { run_id } of body.runs)
      t.is((await client.get(`/benchmarks/runs/${run_id}/file`)).text, String(smallCapture.content));
  },
);

test.serial("bytes that arrive at short intervals are not noted each time", async (t) => {
  const start = now;
  let pieces = 0;
  async function* bytes() {
    for (; pieces < 4; pieces += 1) {
      yield Buffer.from("piece");
      pass(AGE_MS / 12);
    }
  }
  const { file_id } = await files.put(bytes(), "a.csv");
  t.deepEqual((await uploads.findOne({ _id: file_id }))?.touched_at, start);
});

const openCount = () => uploads.countDocuments({ state: "open" });
const removals: Record<string, (firstFile: string) => Promise<unknown>> = {
  "files were removed": () => sweep(),
  "first file is about to be removed": (_id) => uploads.updateOne({ _id }, { $set: { state: "deleting" } }),
};
for (const [what, remove] of Object.entries(removals))
  test.serial(
    `a form that stood still until its ${what} by the sweep is refused and not counted`,
    async (t) => {
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
      t.regex(String(body.type), /\/problems\/try-again$/, "no store is away");
      t.truthy(headers["retry-after"]);
      t.is((await client.get("/me")).body.usage.used, 0);
      t.deepEqual(await uploads.find({ _id: { $in: open } }).toArray(), []);
      t.is(await chunksOf(first), 0);
    },
  );
