import { syncBuiltinESMExports } from "node:module";
import { mock } from "node:test";
import test from "ava";
import { createRunWaiter } from "../../../src/benchmarks/runs/run-waiter.ts";

const LIMIT_MS = 30_000;
const POLL_MS = 50;

test.before(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  syncBuiltinESMExports();
});
test.after.always(() => {
  mock.timers.reset();
  syncBuiltinESMExports();
});

/**
 * Advances the mocked clock by `ms`, in steps as long as the pause between two queries, and runs the timers that are
 * due.
 */
async function pass(ms: number): Promise<void> {
  await new Promise((done) => setImmediate(done));
  for (let passed = 0; passed < ms; passed += POLL_MS) {
    mock.timers.tick(POLL_MS);
    await new Promise((done) => setImmediate(done));
  }
}

/**
 * Opens a waiter for runs that are in memory, and records its queries. The waiter has no subscription to messages until
 * `setSubscription` is called.
 */
function openWaiter() {
  const final = new Set<string>();
  const queries: string[][] = [];
  const listeners: ((runId: string) => void)[] = [];
  let isStoreAway = false;
  let subscription: number | null = null;
  const waiter = createRunWaiter({
    runsRepository: {
      findFinalIds: async (ids) => {
        queries.push([...ids]);
        if (isStoreAway) throw new Error("no connection");
        return ids.filter((id) => final.has(id));
      },
    },
    finalRuns: {
      listen: (listener) => void listeners.push(listener),
      subscription: () => subscription,
    },
  });
  const wait = (id: string, signal = new AbortController().signal) => {
    const one = { isOver: false };
    void waiter.wait(id, LIMIT_MS, signal).then(() => (one.isOver = true));
    return one;
  };
  return {
    waiter,
    queries,
    wait,
    finish: (id: string) => void final.add(id),
    setStoreAway: (away: boolean) => void (isStoreAway = away),
    setSubscription: (number: number | null) => void (subscription = number),
    tell: (runId: string) => listeners.forEach((listener) => listener(runId)),
    countListeners: () => listeners.length,
  };
}

const areOver = (...waits: readonly { isOver: boolean }[]) => waits.map(({ isOver }) => isOver);

test.serial("waits for runs end soon after the runs are final, and share one query", async (t) => {
  const { queries, finish, wait } = openWaiter();
  const [one, same, other] = [wait("one"), wait("one"), wait("other")];
  await pass(1000);
  t.deepEqual(areOver(one, same, other), [false, false, false]);
  t.deepEqual(queries.splice(0, 3), [["one"], ["one"], ["other"]], "each wait begins with a query");
  t.is(queries.length, 1000 / POLL_MS);
  t.deepEqual(queries[0], ["one", "other"]);
  finish("one");
  await pass(2 * POLL_MS);
  t.deepEqual(areOver(one, same, other), [true, true, false]);
  await pass(LIMIT_MS);
  t.true(other.isOver, "after the time limit");
  const { length } = queries;
  await pass(1000);
  t.is(queries.length, length, "without a wait there is no query");
  finish("late");
  const late = wait("late");
  await pass(2 * POLL_MS);
  t.true(late.isOver, "the queries start again");
});

test.serial("waits for runs continue while MongoDB is unavailable", async (t) => {
  const { finish, wait, setStoreAway } = openWaiter();
  setStoreAway(true);
  const one = wait("one");
  await pass(1000);
  t.false(one.isOver);
  finish("one");
  setStoreAway(false);
  await pass(2 * POLL_MS);
  t.true(one.isOver);
});

test.serial("a wait for a run ends when its client disconnects, or when the process stops", async (t) => {
  const { waiter, queries, wait } = openWaiter();
  const client = new AbortController();
  const [gone, other] = [wait("one", client.signal), wait("other")];
  client.abort();
  const tooLate = wait("one", client.signal);
  await pass(2 * POLL_MS);
  t.deepEqual(areOver(gone, tooLate, other), [true, true, false]);
  t.deepEqual(queries.at(-1), ["other"]);
  waiter.stop();
  const stopped = wait("other");
  await pass(POLL_MS);
  t.deepEqual(areOver(other, stopped), [true, true]);
});

test.serial("the message that a run is final ends the waits for that run and no others", async (t) => {
  const { setSubscription, tell, wait, countListeners } = openWaiter();
  setSubscription(1);
  const [one, other] = [wait("one"), wait("other")];
  await pass(0);
  tell("one");
  await pass(0);
  t.deepEqual(areOver(one, other), [true, false]);
  t.is(countListeners(), 1);
});

test.serial(
  "the run waiter queries MongoDB rarely while it is subscribed to messages of Redis, and often otherwise",
  async (t) => {
    const { queries, setSubscription, wait } = openWaiter();
    setSubscription(1);
    wait("one");
    await pass(POLL_MS);
    queries.length = 0;
    await pass(3000);
    t.is(queries.length, 3);
    setSubscription(null);
    await pass(1000);
    t.is(queries.length, 3 + 1000 / POLL_MS);
  },
);

test.serial("the run waiter's next query finds a final run whose message was lost", async (t) => {
  const { setSubscription, finish, wait } = openWaiter();
  setSubscription(1);
  const one = wait("one");
  await pass(POLL_MS);
  finish("one");
  await pass(1000);
  t.true(one.isOver);
});

test.serial(
  "a wait for a run ends even if the run becomes final before the wait begins or before the subscription to messages",
  async (t) => {
    const { queries, setSubscription, finish, wait } = openWaiter();
    setSubscription(1);
    finish("early");
    const early = wait("early");
    await pass(0);
    t.true(early.isOver, "without any pause");
    const one = wait("one");
    await pass(2 * POLL_MS);
    queries.length = 0;
    // Lose the message about the run `one`: the old subscription ends before the message, and the new one begins after
    // it.
    finish("one");
    setSubscription(2);
    await pass(POLL_MS);
    t.true(one.isOver);
    t.deepEqual(queries, [["one"]]);
  },
);
