import test, { type ExecutionContext } from "ava";
import { MongoServerError } from "mongodb";
import { systemClock } from "../../src/infra/clock.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { newRandomId } from "../../src/infra/new-id.ts";
import type { Sweep } from "../../src/infra/sweep.ts";
import { startHousekeeping } from "../../workers/housekeeping.ts";
import { eventually } from "../faults/system.ts";
import { testStores } from "../helpers/stores.ts";

const { db } = await testStores(test);
const LONG_MS = 60_000;

/** Runs the given sweeps every few milliseconds until the test ends. */
function keepHouse(t: ExecutionContext, ...sweeps: Sweep[]) {
  const lines: { msg: string; sweep?: string; err?: { message: string; errors?: unknown[] } }[] = [];
  const outages: string[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const housekeeping = startHousekeeping({
    db,
    // The title of the test makes the names of its sweeps unique, so that each test has separate leases.
    sweeps: sweeps.map(({ name, run, intervalMs }) => ({ name: `${t.title}: ${name}`, run, intervalMs })),
    intervalMs: 5,
    clock: systemClock,
    newId: newRandomId,
    logger: createLogger({ level: "info", process: "test", secrets: [], destination: { write } }),
    storeLog: { failed: (store) => void outages.push(store) },
  });
  t.teardown(() => housekeeping.stop(LONG_MS));
  return { ...housekeeping, lines, outages };
}

/** Returns a sweep that counts its rounds. */
function countingSweep(name: string, act: () => Promise<unknown> = async () => undefined) {
  const sweep = {
    name,
    rounds: 0,
    run: async () => {
      sweep.rounds += 1;
      await act();
      return 0;
    },
  };
  return sweep;
}

const roundsOf = (sweep: { rounds: number }, count: number) =>
  eventually(
    async () => sweep.rounds,
    (rounds) => rounds >= count,
  );

/** Returns a sweep with a single round, which ends when `release` is called and records the abort of its signal. */
function endlessSweep() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sweep = {
    name: "endless",
    rounds: 0,
    isAborted: false,
    run: async (signal?: AbortSignal) => {
      sweep.rounds += 1;
      signal?.addEventListener("abort", () => (sweep.isAborted = true));
      await released;
      return 1;
    },
  };
  return { sweep, release };
}

test("a sweep that does not end delays no other sweep, and does not run twice at the same time", async (t) => {
  const { sweep: endless, release } = endlessSweep();
  const [before, behind] = [countingSweep("before"), countingSweep("behind")];
  keepHouse(t, before, endless, behind);
  t.teardown(release);
  t.true((await roundsOf(before, 4)) >= 4);
  t.true((await roundsOf(behind, 4)) >= 4);
  t.is(endless.rounds, 1);
});

test("a sweep with its own interval runs at the start, and then waits for that interval", async (t) => {
  const [hourly, other] = [countingSweep("hourly"), countingSweep("other")];
  keepHouse(t, Object.assign(hourly, { intervalMs: LONG_MS }), other);
  t.true((await roundsOf(other, 4)) >= 4);
  t.is(await roundsOf(hourly, 1), 1);
});

test("only one of several processes runs a sweep at a time", async (t) => {
  const { sweep: endless, release } = endlessSweep();
  const beside = countingSweep("beside");
  const first = keepHouse(t, endless);
  t.is(await roundsOf(endless, 1), 1);
  const second = keepHouse(t, endless, beside);
  await roundsOf(beside, 4);
  t.is(endless.rounds, 1);
  const stopped = first.stop(LONG_MS);
  release();
  await stopped;
  t.true((await roundsOf(endless, 2)) >= 2, "the other process takes over");
  await second.stop(LONG_MS);
});

test("stopping the sweeps aborts their signal, waits for running sweeps, and begins no other round", async (t) => {
  const { sweep: endless, release } = endlessSweep();
  const { stop, lines } = keepHouse(t, endless);
  t.is(await roundsOf(endless, 1), 1);
  let isStopped = false;
  const stopped = stop(LONG_MS).then(() => (isStopped = true));
  t.true(endless.isAborted);
  await new Promise((resolve) => setTimeout(resolve, 20));
  t.false(isStopped);
  release();
  await stopped;
  t.is(endless.rounds, 1);
  t.deepEqual(
    lines.map(({ msg }) => msg),
    ["a sweep finished work that another process had left unfinished"],
  );
});

test("a worker that stops does not wait for a running sweep beyond the given time", async (t) => {
  const { sweep: endless, release } = endlessSweep();
  const { stop, lines } = keepHouse(t, endless);
  t.teardown(release);
  t.is(await roundsOf(endless, 1), 1);
  await stop(5);
  t.deepEqual(
    lines.map(({ msg }) => msg),
    ["the process stops in the middle of a sweep"],
  );
});

test("errors of an unavailable store are reported as its outage without a log line, and other errors are logged", async (t) => {
  const refused = new MongoServerError({ code: 14_031, errmsg: "the disk is full" });
  const refusals = new AggregateError([refused, new AggregateError([refused, refused])]);
  const reject = (error: Error) => async () => {
    throw error;
  };
  const onlyRefused = countingSweep("only refused", reject(refusals));
  const faulty = countingSweep("faulty", reject(new AggregateError([refused, new Error("of ours")])));
  const { stop, lines, outages } = keepHouse(t, onlyRefused, faulty);
  await roundsOf(onlyRefused, 2);
  await roundsOf(faulty, 2);
  await stop(LONG_MS);
  t.deepEqual(new Set(outages), new Set(["MongoDB"]));
  t.is(lines.length, faulty.rounds);
  for (const { msg, sweep, err } of lines) {
    t.is(msg, "a sweep failed; the next round tries again");
    t.regex(sweep ?? "", /: faulty$/);
    t.is(err?.message, "of ours");
  }
});
