import test from "ava";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { adminCommandsOf } from "../../helpers/admin-command.ts";
import { startTestService } from "../../helpers/service.ts";
import type { SentFile } from "../../helpers/client.ts";
import { brokenCapture, fileForm, smallCapture } from "../../faults/results.ts";
import { eventually } from "../../faults/system.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let now = new Date("2030-03-10T12:00:00Z");
const service = await startTestService(test, {
  hasWorkers: false,
  overrides: { clock: () => () => now },
  env: { FAILED_FILE_DAYS: "7", UPLOAD_AGE_MS: String(DAY_MS) },
});
const { stores, services } = service;
const { files, runsRepository } = services;

const sweep = async () => {
  for (const { run } of services.sweeps) await run();
};
const countOf = (name: string, filter = {}) => stores.db.collection(name).countDocuments(filter);
/**
 * Returns three counts: files that are marked as possible orphans, large files, and submissions that contain a small
 * file.
 */
const counts = async () => [
  await countOf("uploads"),
  await countOf("files.files"),
  await countOf("submissions", { "contents.1": { $exists: true } }),
];

/**
 * Two captures without a frame: a small file, which is stored in the submission's document, and a file that is too
 * large for this.
 */
const sizes = {
  small: brokenCapture,
  large: { name: "large.csv", content: String(brokenCapture.content) + "\r\n".repeat(200_000) },
};

/** Submits a file, and lets a parser read the file. Returns the id and the path of its run. */
async function submit(client: Awaited<ReturnType<typeof service.signIn>>, file: SentFile = brokenCapture) {
  const added = await client.add(fileForm(await client.makeBuild(), file));
  const runId = added.body.runs[0].run_id as string;
  await services.runParser.parse(runId);
  // Wait until the large file is no longer marked as a possible orphan, because neither the request nor the parser
  // waits for this write.
  await eventually(
    () => countOf("uploads"),
    (notes) => notes === 0,
  );
  return { runId, path: `/benchmarks/runs/${runId}` };
}

const admin = adminCommandsOf(service, { LOG_LEVEL: "silent" });

test.serial(
  "the file of a failed run is removed after seven days; the run keeps its reason and shows that its file is removed",
  async (t) => {
    const client = await service.signIn("fails");
    const { runId, path } = await submit(client);
    const good = await submit(client, smallCapture);
    const { body: before } = await client.get(path);
    t.is(before.status, "failed");
    now = new Date(now.getTime() + 7 * DAY_MS - 1000);
    await sweep();
    t.is((await client.get(`${path}/file`)).text, String(brokenCapture.content));

    now = new Date(now.getTime() + 2000);
    await sweep();
    const { body: after } = await client.get(path);
    t.deepEqual(after, { ...before, file: { ...before.file, is_removed: true } });
    const file = await client.get(`${path}/file`);
    t.is(file.status, 410, file.text);
    t.regex(file.body.detail, /removed on 2030-03-17/);
    t.is((await client.get(`${good.path}/file`)).text, String(smallCapture.content));
    t.deepEqual(await counts(), [0, 0, 1]);
    const { budgets } = (await client.get("/me")).body;
    t.is(budgets.kept_bytes.used, smallCapture.content.length);

    const retried = await admin("retry-failed", "--run", runId);
    t.is(retried.code, 1, retried.stdout);
    t.regex(retried.stderr, /expected a failed run with a stored file/);
    const reprocessed = await admin("reprocess", "--below-version", "999");
    t.is(reprocessed.code, 0, reprocessed.stderr);
    t.is((await client.get(path)).body.status, "failed");
    t.is((await client.send("DELETE", path)).status, 204);
  },
);

for (const [size, sent] of Object.entries(sizes))
  test.serial(
    `a sweep finishes the interrupted removal of a ${size} file if the run is marked as expired, and cancels the removal if not`,
    async (t) => {
      const client = await service.signIn(`interrupted, ${size}`);
      const [marked, unmarked] = [await submit(client, sent), await submit(client, sent)];
      const [, large = 0, small = 0] = await counts();
      // Create the state after two processes died: the first after marking its run as expired, the second before
      // marking its run.
      for (const { runId } of [marked, unmarked]) {
        const stored = await runsRepository.find(runId);
        if (!stored?.file) throw new Error("expected the run to have a file");
        await files.markDeleting(stored.file.file_id, stored.submission_id);
        if (runId === marked.runId) t.true(await runsRepository.expireFile(stored, now));
      }
      now = new Date(now.getTime() + 2 * DAY_MS);
      await sweep();
      t.is((await client.get(`${marked.path}/file`)).status, 410);
      t.is((await client.get(`${unmarked.path}/file`)).text, String(sent.content));
      t.deepEqual(await counts(), size === "large" ? [0, large - 1, small] : [0, large, small - 1]);
      const { budgets } = (await client.get("/me")).body;
      t.is(
        budgets.kept_bytes.used,
        sent.content.length,
        "the sweep of stored bytes counts only the file of the unmarked run",
      );
    },
  );

test.serial("a failed run that is queued again keeps its file", async (t) => {
  const client = await service.signIn("queued again");
  const { runId, path } = await submit(client);
  const asItWas = await runsRepository.find(runId);
  if (!asItWas) throw new Error("expected the run, found none");
  const queued: string[] = [];
  for await (const { _id } of services.runs.retryFailed({ codes: null, runId, isDryRun: false }))
    queued.push(_id);
  t.deepEqual(queued, [runId]);
  // A sweep that found the failed run before the run was queued again must not remove the file.
  t.false(await runsRepository.expireFile(asItWas, now));
  now = new Date(now.getTime() + 20 * DAY_MS);
  await sweep();
  t.is((await client.get(`${path}/file`)).text, String(brokenCapture.content));
  t.is((await stores.db.collection<Run>("runs").findOne({ _id: runId }))?.is_waiting, true);
});

for (const step of ["marks the run", "removes the file"] as const)
  test.serial(`if a process dies before it ${step}, later sweeps remove the expired file`, async (t) => {
    const client = await service.signIn(`before it ${step}`);
    const { path } = await submit(client, sizes.large);
    const [, large = 0, small] = await counts();
    now = new Date(now.getTime() + 8 * DAY_MS);
    const die = () => Promise.reject(new Error("the process dies here"));
    const dying = service.servicesWith(
      step === "marks the run"
        ? { runsRepository: (real) => ({ ...real, expireFile: die }) }
        : { files: (real) => ({ ...real, remove: die }) },
    );
    await t.throwsAsync(dying.sweeps.find(({ name }) => name === "files of failed runs")?.run() ?? die());
    now = new Date(now.getTime() + 2 * DAY_MS);
    await services.sweeps.find(({ name }) => name === "orphaned files")?.run();
    t.is((await client.get(`${path}/file`)).status, step === "marks the run" ? 200 : 410);
    await sweep();
    t.is((await client.get(`${path}/file`)).status, 410);
    t.deepEqual(await counts(), [0, large - 1, small]);
  });

test.serial("a run that is queued again while a sweep removes its file keeps the file", async (t) => {
  const client = await service.signIn("in the middle");
  const { runId, path } = await submit(client);
  now = new Date(now.getTime() + 8 * DAY_MS);
  const others = service.servicesWith({
    files: (real) => ({
      ...real,
      markDeleting: async (...given) => {
        await real.markDeleting(...given);
        for await (const _run of services.runs.retryFailed({ codes: null, runId, isDryRun: false }));
      },
    }),
  });
  await others.sweeps.find(({ name }) => name === "files of failed runs")?.run();
  t.is((await client.get(`${path}/file`)).text, String(brokenCapture.content));
  t.is(await countOf("uploads", { state: "deleting" }), 1);
  now = new Date(now.getTime() + 2 * DAY_MS);
  await services.sweeps.find(({ name }) => name === "orphaned files")?.run();
  t.is(await countOf("uploads"), 0);
  t.is(
    (await client.get(`${path}/file`)).text,
    String(brokenCapture.content),
    "the sweep of orphaned files keeps the file",
  );
});
