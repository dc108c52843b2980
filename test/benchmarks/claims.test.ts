import { EventEmitter, once } from "node:events";
import { PassThrough, pipeline } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import type { RunParser } from "../../src/benchmarks/parse/run-parser.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";

// What a worker does that takes longer than a sweep waits. The clock is the test's own and each step waits for the test, so
// that nothing depends on how fast this machine is; no worker runs besides.
const AGE_MS = 60;
/** A worker renews its claim three times in the age. */
const HEARTBEAT_MS = AGE_MS / 3;

let now = Date.now();
const service = await startTestService(test, {
  hasWorkers: false,
  overrides: { clock: () => () => new Date(now) },
  env: { SWEEP_AGE_MS: String(AGE_MS) },
});
const { records, sweeps, runParser, clock } = service.services;
const { runs } = records;
const stored = service.stores.db.collection<Run>("runs");
const capture = { name: "capture.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };

/** A step that a test begins to wait for and lets go on. */
function createGate() {
  const events = new EventEmitter();
  const reached = once(events, "reached");
  const opened = once(events, "opened");
  const pass = async () => {
    events.emit("reached");
    await opened;
  };
  return { pass, reached, open: () => void events.emit("opened") };
}

/** Reads a file whose bytes come once the gate is open. */
function parseBehind(gate: ReturnType<typeof createGate>): RunParser {
  return service.servicesWith({
    files: (files) => ({
      ...files,
      open: (fileId) => {
        const late = new PassThrough();
        void gate.pass().then(() => pipeline(files.open(fileId), late, () => undefined));
        return late;
      },
    }),
  }).runParser;
}

/** Reads a file at once and stores its frames when the gate is open. */
function publishBehind(gate: ReturnType<typeof createGate>): RunParser {
  return service.servicesWith({
    series: (series) => ({
      ...series,
      store: async (...given) => {
        await gate.pass();
        return series.store(...given);
      },
    }),
  }).runParser;
}

async function submit(name: string): Promise<string> {
  const client = await service.signIn(name);
  const build_id = await client.makeBuild();
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
  return added.body.runs[0].run_id as string;
}

const find = async (runId: string) => (await stored.findOne({ _id: runId })) as Run;

/** Resolves once a run was touched at the present time of the test's clock. @throws when nobody does for long */
async function touchedNow(runId: string): Promise<void> {
  const deadline = performance.now() + 20_000;
  while ((await find(runId)).touched_at.getTime() !== now) {
    if (performance.now() > deadline) throw new Error("nobody touches the run");
    await sleep(HEARTBEAT_MS);
  }
}

/** One round of the sweep that gives silent runs to the queue again; answers how many it found. */
async function redeliver(): Promise<number> {
  const sweep = sweeps.find(({ name }) => name === "runs without a job");
  return (await sweep?.run()) ?? Number.NaN;
}

for (const [what, parserBehind] of [
  ["the reading of a file", parseBehind],
  ["the storing of its frames", publishBehind],
] as const) {
  test.serial(`${what} may take longer than a sweep waits`, async (t) => {
    t.timeout(90_000);
    const runId = await submit(what);
    const gate = createGate();
    const ended = parserBehind(gate).parse(runId);
    t.teardown(gate.open);
    await gate.reached;
    for (let round = 1; round <= 3; round += 1) {
      now += 10 * AGE_MS;
      await touchedNow(runId);
      t.is(await redeliver(), 0, "the worker is at it");
    }
    gate.open();
    await ended;
    t.like(await find(runId), { status: "complete", fencing_token: 1 });
  });
}

test.serial("a worker that died says nothing, and its run is given to the queue again", async (t) => {
  const runId = await submit("dead");
  t.truthy(await runs.claim(await find(runId), clock()));
  now += 10 * AGE_MS;
  t.is(await redeliver(), 1);
  t.is(await redeliver(), 0, "once for each time that a sweep waits");
  await runParser.parse(runId);
  t.like(await find(runId), { status: "complete", fencing_token: 2 });
});

test.serial("a worker that lost its run does not keep it from being given to the queue", async (t) => {
  const runId = await submit("lost");
  const gate = createGate();
  const ended = parseBehind(gate).parse(runId);
  t.teardown(gate.open);
  await gate.reached;
  t.truthy(await runs.claim(await find(runId), clock()), "another worker takes it, and dies");
  now += 10 * AGE_MS;
  await sleep(20 * HEARTBEAT_MS);
  t.is(await redeliver(), 1);
  gate.open();
  await ended;
  t.like(await find(runId), { status: "processing", fencing_token: 2, score: null });
  await runParser.parse(runId);
  t.like(await find(runId), { status: "complete", fencing_token: 3 });
});
