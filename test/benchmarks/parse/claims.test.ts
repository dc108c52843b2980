import { EventEmitter, once } from "node:events";
import { PassThrough, pipeline } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import type { Claim, Run } from "../../../src/benchmarks/model/run.ts";
import type { Overrides } from "../../../src/compose/overrides.ts";
import type { RunParser } from "../../../src/benchmarks/parse/run-parser.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { startTestService } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";

// Tests the claims of workers that need longer than SWEEP_AGE_MS to read a file. The tests set the clock and hold the
// parser at gates, so that no result depends on the speed of the machine. The service has no workers of its own.
const AGE_MS = 60;
/** The interval at which a worker renews its claim, in ms: a third of SWEEP_AGE_MS. */
const HEARTBEAT_MS = AGE_MS / 3;

let now = Date.now();
const service = await startTestService(test, {
  hasWorkers: false,
  overrides: { clock: () => () => new Date(now) },
  env: { SWEEP_AGE_MS: String(AGE_MS) },
});
const { runsRepository, sweeps, runParser, clock } = service.services;
const stored = service.stores.db.collection<Run>("runs");
const capture = { name: "capture.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };

/**
 * Creates a gate that holds a worker: `reached` resolves when the worker arrives, and `open` lets the worker continue.
 */
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

/** Creates a parser that gets the bytes of a file only after the gate is opened. */
function parseBehind(gate: ReturnType<typeof createGate>, overrides: Overrides = {}): RunParser {
  return service.servicesWith({
    ...overrides,
    files: (files) => ({
      ...files,
      open: (file) => {
        const late = new PassThrough();
        void gate.pass().then(() => pipeline(files.open(file), late, () => undefined));
        return late;
      },
    }),
  }).runParser;
}

/** Creates a parser that reads a file at once and stores its frames only after the gate is opened. */
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

/** Submits a capture as a new account. Returns the run's id. */
async function submitCapture(name: string): Promise<string> {
  const client = await service.signIn(name);
  const build_id = await client.makeBuild();
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
  return added.body.runs[0].run_id as string;
}

const find = async (runId: string) => (await stored.findOne({ _id: runId })) as Run;

/**
 * Waits until a heartbeat has stored the present time of the tests' clock in the document of a run.
 * @throws Error if no process touches the run
 */
function untilTouchedNow(runId: string): Promise<void> {
  return until(async () => (await find(runId)).touched_at.getTime() === now, "the run was touched now");
}

/**
 * Runs once the sweep that puts untouched runs back into the queue. Returns the number of runs that the sweep queued.
 */
async function requeueOverdue(): Promise<number> {
  const sweep = sweeps.find(({ name }) => name === "runs without a job");
  return (await sweep?.run()) ?? Number.NaN;
}

for (const [what, parserBehind] of [
  ["reading its file", parseBehind],
  ["storing its frames", publishBehind],
] as const) {
  test.serial(`a worker keeps its run while ${what} takes longer than SWEEP_AGE_MS`, async (t) => {
    t.timeout(600_000);
    const runId = await submitCapture(what);
    const gate = createGate();
    const ended = parserBehind(gate).parse(runId);
    t.teardown(gate.open);
    await gate.reached;
    for (let round = 1; round <= 3; round += 1) {
      now += 10 * AGE_MS;
      await untilTouchedNow(runId);
      t.is(await requeueOverdue(), 0, "the worker has renewed its claim");
    }
    gate.open();
    await ended;
    t.like(await find(runId), { status: "complete", fencing_token: 1 });
  });
}

test.serial("the run of a worker that died is queued again", async (t) => {
  const runId = await submitCapture("dead");
  t.truthy(await runsRepository.claim(await find(runId), clock()));
  now += 10 * AGE_MS;
  t.is(await requeueOverdue(), 1);
  t.is(await requeueOverdue(), 0, "the sweep queues a run at most once in SWEEP_AGE_MS");
  await runParser.parse(runId);
  t.like(await find(runId), { status: "complete", fencing_token: 2 });
});

test.serial(
  "a run is queued again even if a worker that lost its claim on the run still sends heartbeats",
  async (t) => {
    const runId = await submitCapture("lost");
    const gate = createGate();
    const ended = parseBehind(gate).parse(runId);
    t.teardown(gate.open);
    await gate.reached;
    t.truthy(
      await runsRepository.claim(await find(runId), clock()),
      "another worker claims the run and dies",
    );
    now += 10 * AGE_MS;
    await sleep(20 * HEARTBEAT_MS);
    t.is(await requeueOverdue(), 1);
    gate.open();
    await ended;
    t.like(await find(runId), { status: "processing", fencing_token: 2, score: null });
    await runParser.parse(runId);
    t.like(await find(runId), { status: "complete", fencing_token: 3 });
  },
);

test.serial(
  "a heartbeat renews the claim of a worker even if the heartbeat before got no response",
  async (t) => {
    const runId = await submitCapture("hung");
    const gate = createGate();
    const unanswered = new Promise<void>(() => undefined);
    let beats = 0;
    const ended = parseBehind(gate, {
      runsRepository: (records) => ({
        ...records,
        renewClaim: (...given) => {
          beats += 1;
          return beats === 1 ? unanswered : records.renewClaim(...given);
        },
      }),
    }).parse(runId);
    t.teardown(gate.open);
    await gate.reached;
    now += 10 * AGE_MS;
    await untilTouchedNow(runId);
    t.true(beats > 1);
    gate.open();
    await ended;
    t.like(await find(runId), { status: "complete", fencing_token: 1 });
  },
);

for (const [what, end] of [
  ["whose worker has died", async () => undefined],
  ["whose first attempt has failed", (claim: Claim) => runsRepository.queueNextAttempt(claim, clock())],
] as const) {
  test.serial(`a worker reads a run ${what} alone, and claims no other run meanwhile`, async (t) => {
    const [beside, suspect, later] = await Promise.all(
      ["beside", "suspect", "later"].map((name) => submitCapture(`${name}: ${what}`)),
    );
    if (!beside || !suspect || !later) throw new Error("the runs have to be submitted");
    const claim = await runsRepository.claim(await find(suspect), clock());
    if (!claim) throw new Error("a worker has to claim the run");
    await end(claim);
    const gates = new Map<string, ReturnType<typeof createGate>>();
    for (const runId of [beside, suspect, later])
      gates.set((await find(runId)).file?.file_id ?? "", createGate());
    const gateOf = async (runId: string) => {
      const gate = gates.get((await find(runId)).file?.file_id ?? "");
      if (!gate) throw new Error("the run has to have a file");
      return gate;
    };
    const { runParser: parser } = service.servicesWith({
      files: (files) => ({
        ...files,
        open: (file) => {
          const late = new PassThrough();
          void gates
            .get(file.file_id)
            ?.pass()
            .then(() => pipeline(files.open(file), late, () => undefined));
          return late;
        },
      }),
    });
    t.teardown(() => gates.forEach((gate) => gate.open()));
    const tokens = async () =>
      (await Promise.all([beside, suspect, later].map(find))).map(({ fencing_token }) => fencing_token);

    const first = parser.parse(beside);
    await (
      await gateOf(beside)
    ).reached;
    let isQueued = false;
    // The parser calls this function when it has found the run, and then waits until no other file is being read.
    const alone = parser.parse(suspect, undefined, () => void (isQueued = true));
    await until(async () => isQueued, "the run waits to be read alone");
    const last = parser.parse(later);
    await sleep(5 * HEARTBEAT_MS);
    t.deepEqual(
      await tokens(),
      [1, 1, 0],
      "neither waiting run is claimed, because its attempt would count if this worker died",
    );
    (await gateOf(beside)).open();
    await first;
    await (
      await gateOf(suspect)
    ).reached;
    t.deepEqual(await tokens(), [1, 2, 0]);
    (await gateOf(suspect)).open();
    await alone;
    (await gateOf(later)).open();
    await last;
    t.like(await find(suspect), { status: "complete", attempts: 2 });
    t.like(await find(later), { status: "complete", attempts: 1 });
  });
}
