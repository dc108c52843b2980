import { readFileSync } from "node:fs";
import test, { type ExecutionContext } from "ava";
import type { Client, SentFile } from "../../helpers/client.ts";
import { projectUrl } from "../../helpers/project-files.ts";
import { startTestService } from "../../helpers/service.ts";
import { storedState } from "../../helpers/stored-state.ts";
import { makeExport, makeRun } from "../../helpers/three-d-mark-generator.ts";
import { makeThreeDMarkResult } from "../../helpers/zip-generator.ts";
import { eventually } from "../../faults/system.ts";

const service = await startTestService(test, { env: { FAILED_FILE_DAYS: "1" } });
const timeSpy = readFileSync(projectUrl("test/fixtures/3dmark/time-spy.xml"), "utf8");
const xml = { name: "run.xml", content: timeSpy };
/** A file that is too large to be stored in the submission's document. */
const large = { name: "large.xml", content: timeSpy + " ".repeat(400_000) };

interface SubmittedRun {
  run_id: string;
  benchmark_id: number;
  sequence: number;
}

/** Submits files for the benchmark Graphics test 1 and for each benchmark whose id is in `also`. */
async function submit(client: Client, files: readonly SentFile[], also: readonly number[]) {
  const build_id = await client.makeBuild();
  const answer = await client.add({ build_id, benchmarks: { id: 7, also }, files });
  if (answer.status !== 200) throw new Error(answer.text);
  return { build_id, answer, runs: answer.body.runs as SubmittedRun[] };
}

const pathOf = (runId: string) => `/benchmarks/runs/${runId}`;
const usedBy = async (client: Client) => (await client.get("/me")).body.usage.used as number;

/** Returns the different ids of the files that the runs of a build refer to. */
const fileIdsOf = (build_id: number): Promise<string[]> =>
  service.stores.db.collection("runs").distinct("file.file_id", { build_id });

test("a file that is submitted for several benchmarks is stored once; each benchmark gets a run, which counts against the account's limit", async (t) => {
  const client = await service.signIn("one upload");
  const { build_id, runs, answer } = await submit(client, [xml], [17, 18]);
  t.deepEqual(
    runs.map(({ benchmark_id, sequence }) => [benchmark_id, sequence]),
    [
      [7, 1],
      [17, 2],
      [18, 3],
    ],
  );
  t.is(answer.headers.get("location"), null);
  t.is(answer.body.usage.used, 3);
  const read = await Promise.all(runs.map(async ({ run_id }) => (await client.waitForRun(run_id)).body));
  t.deepEqual(
    read.map(({ status, score, benchmark_id, error }) => [benchmark_id, status, score, error?.code ?? null]),
    [
      [7, "complete", 82.5, null],
      [17, "complete", 71.25, null],
      [18, "failed", null, "missing_graphics_test"],
    ],
  );
  t.deepEqual(
    read.flatMap(({ warnings }) => warnings.filter((text: string) => text.includes("same file"))),
    [],
  );
  t.true(await eventually(async () => (await usedBy(client)) === 2, Boolean), "the failed run is given back");
  t.is((await fileIdsOf(build_id)).length, 1);
  for (const { run_id } of runs) t.is((await client.get(`${pathOf(run_id)}/file`)).text, timeSpy);
  const { results } = (await client.get(`/builds/${build_id}`)).body;
  t.deepEqual(
    results.map(({ benchmark_id, variant, runs: count }: Record<string, unknown>) => [
      benchmark_id,
      variant,
      count,
    ]),
    [
      [7, "Time Spy", 1],
      [17, "Time Spy", 1],
    ],
  );
});

test("if several files are submitted for several benchmarks, each file gets a run for each benchmark, ordered by file", async (t) => {
  const client = await service.signIn("several files");
  const other = { name: "other.xml", content: timeSpy.replaceAll("82.5", "83.5") };
  const { runs } = await submit(client, [xml, other], [17]);
  t.deepEqual(
    runs.map(({ benchmark_id }) => benchmark_id),
    [7, 17, 7, 17],
  );
  const scores = await Promise.all(
    runs.map(async ({ run_id }) => (await client.waitForRun(run_id)).body.score),
  );
  t.deepEqual(scores, [82.5, 71.25, 83.5, 71.25]);
  t.is(await usedBy(client), 4);
});

for (const [kind, file] of [
  ["small", xml],
  ["large", large],
] as const)
  test(`a ${kind} file is deleted together with the last run that was read from this file`, async (t) => {
    const client = await service.signIn(`last run ${kind}`);
    const { build_id, runs } = await submit(client, [file], [17, 18]);
    for (const { run_id } of runs) await client.waitForRun(run_id);
    const [fileId = "", ...others] = await fileIdsOf(build_id);
    t.deepEqual(others, []);
    for (const [index, { run_id }] of runs.entries()) {
      t.is((await client.send("DELETE", pathOf(run_id))).status, 204);
      for (const left of runs.slice(index + 1))
        t.is((await client.get(`${pathOf(left.run_id)}/file`)).text, file.content);
    }
    t.false(await service.services.files.has(fileId));
    t.is((await client.get("/me")).body.budgets.kept_bytes.used, 0);
  });

test("an archive is replaced by the result file in it once all runs of the archive are final", async (t) => {
  const client = await service.signIn("archive");
  const archive = { name: "run.3dmark-result", content: makeThreeDMarkResult(timeSpy) };
  const { build_id, runs } = await submit(client, [archive], [17, 18]);
  const read = await Promise.all(runs.map(async ({ run_id }) => (await client.waitForRun(run_id)).body));
  t.deepEqual(
    read.map(({ status }) => status),
    ["complete", "complete", "failed"],
  );
  const stored = service.stores.db.collection("runs");
  const areStripped = async () => (await stored.countDocuments({ build_id, "file.is_archive": true })) === 0;
  t.true(await eventually(areStripped, Boolean));
  for (const { run_id } of runs) t.is((await client.get(`${pathOf(run_id)}/file`)).text, timeSpy);
  t.is((await fileIdsOf(build_id)).length, 1);
  const [sum] = await stored
    .aggregate([{ $match: { build_id } }, { $group: { _id: null, bytes: { $sum: "$stored_bytes" } } }])
    .toArray();
  const isCounted = async () => (await client.get("/me")).body.budgets.kept_bytes.used === sum?.["bytes"];
  t.true(await eventually(isCounted, Boolean));
  for (const { run_id } of runs) await client.send("DELETE", pathOf(run_id));
  t.is((await client.get("/me")).body.budgets.kept_bytes.used, 0);
});

test("the file of an old failed run stays in the file store as long as other runs use the file", async (t) => {
  const client = await service.signIn("expired");
  const { runs } = await submit(client, [xml], [18]);
  for (const { run_id } of runs) await client.waitForRun(run_id);
  const [complete, failed] = runs.map(({ run_id }) => run_id);
  const longAgo = { $set: { completed_at: new Date(0) } };
  await service.stores.db.collection("runs").updateOne({ _id: failed as never }, longAgo);
  for (const { name, run } of service.services.sweeps)
    if (/files of failed runs|orphaned files/.test(name)) await run();
  t.is((await client.get(`${pathOf(failed ?? "")}/file`)).status, 410);
  t.is((await client.get(`${pathOf(complete ?? "")}/file`)).text, timeSpy);
});

test("a form with more runs than the account has left is refused as a whole, and the refusal states the number of the form's runs", async (t) => {
  const client = await service.signIn("limit", "free");
  const build_id = await client.makeBuild();
  t.is(
    (await client.add({ build_id, benchmarks: { id: 15, runs: Array.from({ length: 98 }, () => 900) } }))
      .status,
    200,
  );
  const refused = await client.add({ build_id, benchmarks: { id: 7, also: [17, 18] }, files: [xml] });
  t.like(refused, { status: 402 });
  t.like(refused.body, { used: 98, requested: 3, limit: 100 });
  t.is((await client.add({ build_id, benchmarks: { id: 7, also: [17] }, files: [xml] })).status, 200);
});

test("a request that repeats an idempotency key gets the same runs again, and is refused if its benchmarks differ", async (t) => {
  const client = await service.signIn("key");
  const build_id = await client.makeBuild();
  const send = (also: readonly number[]) => {
    const form = new FormData();
    form.append("build_id", String(build_id));
    form.append("benchmarks", JSON.stringify({ id: 7, also }));
    form.append("files", new Blob([timeSpy]), "run.xml");
    return client.addForm(form, { "Idempotency-Key": "once" });
  };
  const first = await send([17]);
  t.is(first.status, 200, first.text);
  t.is((await send([17])).text, first.text);
  t.is((await send([18])).status, 422);
  t.is((await send([])).status, 422);
  t.is(await usedBy(client), 2);
});

async function refuses(t: ExecutionContext, benchmarks: object, pointers: readonly string[]) {
  const client = await service.signIn(t.title.slice(-80));
  const build_id = await client.makeBuild();
  const before = await storedState(service, client);
  const { status, body, text } = await client.add({ build_id, benchmarks, files: [xml] });
  t.is(status, 422, text);
  const found = new Set((body.errors as { pointer: string }[]).map(({ pointer }) => pointer));
  t.deepEqual(
    pointers.filter((pointer) => !found.has(pointer)),
    [],
    text,
  );
  t.deepEqual(await storedState(service, client), before);
}

for (const [what, benchmarks, pointers] of [
  ["a benchmark of another format", { id: 7, also: [16] }, ["/benchmarks/also/0"]],
  ["a benchmark with typed-in scores", { id: 7, also: [17, 15] }, ["/benchmarks/also/1"]],
  ["the benchmark itself", { id: 7, also: [7] }, ["/benchmarks/also/0"]],
  ["a benchmark twice", { id: 7, also: [17, 17] }, ["/benchmarks/also/1"]],
  ["an unknown benchmark", { id: 7, also: [999, 1.5] }, ["/benchmarks/also/1"]],
  [
    "all faults at once",
    { id: 7, also: [16, 999], recording: 1 },
    ["/benchmarks/also/0", "/benchmarks/also/1", "/benchmarks/recording"],
  ],
  ["further benchmarks of a capture", { id: 16, also: [7] }, ["/benchmarks/also/0"]],
  ["further benchmarks of scores", { id: 15, runs: [1], also: [3] }, ["/benchmarks/also/0"]],
  ["null", { id: 7, also: null }, ["/benchmarks/also"]],
] as const)
  test.serial(`a submission whose field "also" has a fault is refused, and nothing is stored: ${what}`, (t) =>
    refuses(t, benchmarks, pointers),
  );

const twoTests = makeExport([
  ...makeRun({ TimeSpyPerformanceGraphicsScore: 12_501 }, [
    { TimeSpyPerformanceGraphicsTest1: 82.5, TimeSpyPerformanceGraphicsTest2: 71.25 },
  ]),
  ...makeRun({ FireStrikePerformanceGraphicsScore: 30_111 }, [
    { FireStrikePerformanceGraphicsTest1: 143.21, FireStrikePerformanceGraphicsTest2: 120.98 },
  ]),
]);

test("the field `test` of a submission chooses one of several tests in an export, in upper or lower case", async (t) => {
  const client = await service.signIn("several tests");
  const build_id = await client.makeBuild();
  const read = async (details: object) => {
    const files = [{ name: "two.xml", content: twoTests }];
    const added = await client.add({ build_id, benchmarks: { id: 7, ...details }, files });
    t.is(added.status, 200, added.text);
    return Promise.all(
      (added.body.runs as SubmittedRun[]).map(async ({ run_id }) => (await client.waitForRun(run_id)).body),
    );
  };
  const [first] = await read({});
  t.like(first, { variant: "Fire Strike", score: 143.21 });
  t.regex(first.warnings.join(), /holds several tests.*not of Time Spy.*in the field "test"/);
  const chosen = await read({ test: "time SPY", also: [17] });
  t.deepEqual(
    chosen.map(({ variant, title, score }) => [variant, title, score]),
    [
      ["Time Spy", "Time Spy", 82.5],
      ["Time Spy", "Time Spy", 71.25],
    ],
  );
  t.deepEqual(chosen[0].warnings, []);
  const [none] = await read({ test: "Port Royal" });
  t.is(none.error.code, "no_such_test");
  t.regex(none.error.detail, /no test "Port Royal"\. The tests of the export are Fire Strike and Time Spy/);
});
