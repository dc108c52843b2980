import { readFileSync } from "node:fs";
import test, { type ExecutionContext } from "ava";
import { createProgressBar } from "../../scripts/progress-bar.ts";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../helpers/capture-generator.ts";
import type { SentFile } from "../helpers/client.ts";
import { adminCommandsOf } from "../helpers/admin-command.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { changeRows } from "../readers/capture/damage.ts";

const captureOf = (seed: number): SentFile => ({
  name: `${seed}.csv`,
  content: makeCapture("presentmon-1.0", makeGameFrames(seed)),
});
const timeSpy: SentFile = {
  name: "time-spy.xml",
  content: readFileSync(projectUrl("test/fixtures/3dmark/time-spy.xml")),
};

/**
 * Starts a service with three captures and one export, whose stored results are wrong and attributed to reader version
 * 0.
 */
async function spoiledService(t: ExecutionContext) {
  const service = await startTestService(t);
  const client = await service.signIn("owner");
  const build_id = await client.makeBuild();
  const files = [captureOf(1), captureOf(2), captureOf(3)];
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files });
  const exported = await client.add({ build_id, benchmarks: { id: 7 }, files: [timeSpy] });
  await client.add({ build_id, benchmarks: { id: 15, runs: [900] } });
  const ids: string[] = [...added.body.runs, ...exported.body.runs].map(({ run_id }) => run_id);
  for (const id of ids) await client.waitForRun(id);
  const runs = service.stores.db.collection<Run>("runs");
  const figures = async () => {
    const all = await runs
      .find({ _id: { $in: ids } })
      .sort({ _id: 1 })
      .toArray();
    return all.map(({ _id, score, variant, metrics, reader_version }) => ({
      _id,
      score,
      variant,
      metrics,
      reader_version,
    }));
  };
  const right = await figures();
  await runs.updateMany(
    { _id: { $in: ids } },
    { $set: { score: 1, variant: "nonsense", reader_version: 0 } },
  );
  return { service, client, ids, runs, right, figures };
}

const reprocess = async (service: TestService, ...args: string[]) =>
  adminCommandsOf(service, { LOG_LEVEL: "silent" })("reprocess", ...args);

test("reprocess with --dry-run shows the changes, reprocess makes them, and a second call finds no changes; the account's usage never changes", async (t) => {
  const { service, client, ids, right, figures } = await spoiledService(t);
  const wrong = await figures();
  const usage = (await client.get("/me")).body.usage;

  const dry = await reprocess(service, "--dry-run");
  t.is(dry.code, 0, dry.stderr);
  t.regex(dry.stdout, /^4 would change, 0 unchanged, 0 can no longer be read/);
  for (const id of ids) t.true(dry.stderr.includes(`${id} score: 1 -> `), dry.stderr);
  t.true(dry.stderr.includes('variant: "nonsense" -> "harbour"'));
  t.deepEqual(await figures(), wrong);

  const real = await reprocess(service);
  t.is(real.code, 0, real.stderr);
  t.regex(real.stdout, /^4 changed, /);
  t.regex(real.stderr, /^4\/4 files \(100 %\)$/m);
  t.deepEqual(await figures(), right);
  t.deepEqual((await client.get("/me")).body.usage, usage);

  const again = await reprocess(service);
  t.regex(again.stdout, /^0 changed, 0 unchanged, /);
});

test("reprocess marks a run whose file contradicts its clock, and the run is no longer the best of its build", async (t) => {
  const service = await startTestService(t);
  const client = await service.signIn("owner");
  const build_id = await client.makeBuild();
  const content = makeCapture("presentmon-1.0", makeGameFrames(1, RANKED_FRAMES));
  const halved = changeRows(content, (cells, _, { frameTime }) =>
    cells.with(frameTime, String(Number(cells[frameTime]) / 2)),
  );
  const files = [content, halved].map((text, index) => ({ name: `${index}.csv`, content: text }));
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files });
  const [honest = "", changed = ""] = added.body.runs.map(({ run_id }: { run_id: string }) => run_id);
  for (const id of [honest, changed]) await client.waitForRun(id);
  const bestOf = async () =>
    (await service.anonymous.get(`/builds/${build_id}`)).body.results[0].best as number;
  const unrankedOf = async (id: string) =>
    (await service.anonymous.get(`/benchmarks/runs/${id}`)).body.unranked as { code: string } | null;
  const { score } = (await service.anonymous.get(`/benchmarks/runs/${honest}`)).body;

  // Versions of the file readers before 8 did not compare the clock of a file with its frame times.
  await service.stores.db
    .collection<Run>("runs")
    .updateOne({ _id: changed }, { $set: { score: 2 * score, unranked: null, reader_version: 7 } });
  t.is(await bestOf(), 2 * score);

  const { code, stdout, stderr } = await reprocess(service);
  t.is(code, 0, stderr);
  t.regex(stdout, /^1 changed, 0 unchanged, /);
  t.like(await unrankedOf(changed), { code: "clock_contradicts" });
  t.is(await unrankedOf(honest), null);
  t.is(await bestOf(), score);
});

test("reprocess with selected runs reads only these runs again", async (t) => {
  const { service, ids, runs, figures, right } = await spoiledService(t);
  const changed = async () => {
    const now = await figures();
    return right.filter((one, index) => one.score === now[index]?.score).map(({ _id }) => _id);
  };
  const exported = (await runs.findOne({ benchmark_id: 7 }))?._id ?? "";
  t.is((await reprocess(service, "--type", "7")).code, 0);
  t.deepEqual(await changed(), [exported]);

  const [one = "", two = ""] = ids;
  t.is((await reprocess(service, "--run", one)).code, 0);
  t.deepEqual(await changed(), [exported, one].sort());

  t.is((await reprocess(service, "--below-version", "0")).code, 0);
  t.deepEqual(await changed(), [exported, one].sort(), "no run was read by a version below 0");

  await runs.updateOne({ _id: two }, { $set: { reader_version: 1_000_000 } });
  const newer = await reprocess(service, "--run", two);
  t.is(newer.code, 1);
  t.regex(newer.stderr, /expected a complete or failed run/);
  await reprocess(service, "--below-version", "2000000");
  t.deepEqual(
    await changed(),
    ids.filter((id) => id !== two).sort(),
    "runs read by newer readers are not changed",
  );
});

test("reprocess reports a file that can no longer be read, and exits with code 1", async (t) => {
  const { service, ids, runs, figures } = await spoiledService(t);
  const [broken = ""] = ids;
  const run = await runs.findOne({ _id: broken });
  await service.services.files.remove([run?.file?.file_id ?? ""]);
  const before = (await figures()).find(({ _id }) => _id === broken);
  const { code, stdout, stderr } = await reprocess(service);
  t.is(code, 1);
  t.regex(stdout, /^3 changed, 0 unchanged, 1 can no longer be read/, stderr);
  t.true(
    stderr.includes(`${broken} keeps its figures, because its file can no longer be read: file_missing`),
    stderr,
  );
  t.deepEqual(
    (await figures()).find(({ _id }) => _id === broken),
    before,
  );
});

test("reprocess refuses invalid arguments with a message that names the argument", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  for (const [args, exitCode, says] of [
    [["--type", "15"], 2, /--type: expected a benchmark that takes files, one of 7 .*; found 15/],
    [["--below-version", "x"], 2, /--below-version: expected a whole number from 0 to 999999999, found x/],
    [["--nonsense"], 2, /expected --type, .*, found --nonsense/],
    [["--run", "nobody"], 1, /expected a complete or failed run .*, found nobody/],
  ] as const) {
    const { code, stderr } = await reprocess(service, ...args);
    t.is(code, exitCode);
    t.regex(stderr, says);
  }
});

function progressOn(output: { isTTY: boolean }) {
  const written: string[] = [];
  let nowMs = 0;
  let done = 0;
  const bar = createProgressBar({
    describe: (share) => `${share * 4}/4 files`,
    output: { ...output, write: (text) => written.push(text) },
    now: () => nowMs,
  });
  const stepAfter = (ms: number) => {
    nowMs += ms;
    done += 1;
    bar.show(done / 4);
  };
  return { bar, written, stepAfter };
}

test("on a terminal the progress of reprocess is shown as a bar, and other lines appear above the bar", (t) => {
  const { bar, written, stepAfter } = progressOn({ isTTY: true });
  stepAfter(1000);
  bar.say("a line");
  stepAfter(1);
  stepAfter(1);
  stepAfter(998);
  bar.end();
  t.deepEqual(
    written.map((text) => text.replaceAll("\u001B[2K", "<clear>")),
    [
      "\r<clear>[#######.......................] 1/4 files (25 %, 3 s left)",
      "\r<clear>a line\n",
      "\r<clear>[###############...............] 2/4 files (50 %, 2 s left)",
      "\r<clear>[##############################] 4/4 files (100 %)",
      "\r<clear>[##############################] 4/4 files (100 %)\n",
    ],
  );
});

test("without a terminal the progress of reprocess is shown as a line every few seconds", (t) => {
  const { bar, written, stepAfter } = progressOn({ isTTY: false });
  stepAfter(1000);
  stepAfter(1000);
  bar.say("a line");
  stepAfter(4000);
  stepAfter(1000);
  bar.end();
  t.deepEqual(written, ["a line\n", "3/4 files (75 %, 2 s left)\n", "4/4 files (100 %)\n"]);
});

test("no remaining time is shown before two hundredths of the work are done", (t) => {
  const written: string[] = [];
  let now = 0;
  const output = { write: (text: string) => written.push(text) };
  const bar = createProgressBar({ describe: () => "files", output, now: () => now, lineIntervalMs: 1 });
  for (const share of [0.01, 0.02]) {
    now += 1000;
    bar.show(share);
  }
  t.deepEqual(written, ["files (1 %)\n", "files (2 %, 98 s left)\n"]);
});
