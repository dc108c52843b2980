import { PassThrough, Readable } from "node:stream";
import test from "ava";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { StoreUnavailableError } from "../../../src/errors.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { startTestService } from "../../helpers/service.ts";

// Tests which attempts to read a file count towards PARSE_MAX_ATTEMPTS. The service has no workers: the tests call the
// parser of runs themselves.
const service = await startTestService(test, { hasWorkers: false });
const { runsRepository, clock } = service.services;
const { config } = service;
const stored = service.stores.db.collection<Run>("runs");
const capture = { name: "capture.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };

/** Submits a capture as a new account. Returns the run's id. */
async function submitCapture(name: string): Promise<string> {
  const client = await service.signIn(name);
  const build_id = await client.makeBuild();
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
  return added.body.runs[0].run_id as string;
}

const find = async (runId: string) => (await stored.findOne({ _id: runId })) as Run;

test("attempts to read a file that end because a store is unavailable do not count, whatever their number", async (t) => {
  const runId = await submitCapture("store");
  let isAway = true;
  let refusals = 0;
  const unavailable = () => new StoreUnavailableError("MongoDB", new Error("it is away"));
  const { runParser } = service.servicesWith({
    files: (files) => ({
      ...files,
      open: (file) =>
        isAway
          ? new Readable({
              read() {
                this.destroy(unavailable());
              },
            })
          : files.open(file),
    }),
    runsRepository: (records) => ({
      ...records,
      giveBack: async (...given) => {
        refusals += 1;
        // In every second attempt, MongoDB is still unavailable when the worker returns its claim on the run.
        if (refusals % 2 === 1) throw unavailable();
        await records.giveBack(...given);
      },
    }),
  });
  for (let outage = 0; outage < config.PARSE_MAX_ATTEMPTS + 1; outage += 1) {
    await t.throwsAsync(runParser.parse(runId), { instanceOf: StoreUnavailableError });
    t.like(await find(runId), { status: "queued", attempts: 0 });
  }
  isAway = false;
  await runParser.parse(runId);
  t.like(await find(runId), { status: "complete", attempts: 1 });
});

test("a run fails without another attempt after PARSE_MAX_ATTEMPTS of its workers have died, and not before", async (t) => {
  const runId = await submitCapture("deaths");
  const last = await submitCapture("one death fewer");
  for (let death = 1; death <= config.PARSE_MAX_ATTEMPTS; death += 1) {
    t.truthy(await runsRepository.claim(await find(runId), clock()));
    if (death > 1) t.truthy(await runsRepository.claim(await find(last), clock()));
  }
  let opened = 0;
  const { runParser } = service.servicesWith({
    files: (files) => ({
      ...files,
      open: (file) => {
        opened += 1;
        return files.open(file);
      },
    }),
  });
  await runParser.parse(runId);
  t.like(await find(runId), { status: "failed", error: { code: "reader_crashed" } });
  t.is(opened, 0);
  await runParser.parse(last);
  t.like(await find(last), { status: "complete", attempts: config.PARSE_MAX_ATTEMPTS });
});

test("a worker that stops returns its run to the queue, and its attempt to read the run does not count", async (t) => {
  const runId = await submitCapture("stops");
  const stopping = new AbortController();
  let isOpened = () => undefined as void;
  const opened = new Promise<void>((resolve) => (isOpened = resolve));
  const { runParser } = service.servicesWith({
    files: (files) => ({
      ...files,
      open: () => {
        isOpened();
        return new PassThrough();
      },
    }),
  });
  const ended = runParser.parse(runId, stopping.signal);
  await opened;
  t.like(await find(runId), { status: "processing", attempts: 1 });
  stopping.abort(new Error("the worker is stopping"));
  await t.throwsAsync(ended);
  t.like(await find(runId), { status: "queued", attempts: 0 });
});
