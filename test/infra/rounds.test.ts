import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { bounded, LateError } from "../../src/infra/bounded.ts";
import { every } from "../../src/infra/every.ts";
import { finishEach, oneByOne } from "../../src/infra/sweep.ts";

/** Returns a promise and the function that resolves it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test("`bounded` returns a result that comes in time, passes an error on, and names work that takes too long", async (t) => {
  t.is(await bounded(Promise.resolve("value"), 60_000, "work"), "value");
  await t.throwsAsync(bounded(Promise.reject(new Error("own")), 60_000, "work"), { message: "own" });
  await t.throwsAsync(bounded(new Promise(() => undefined), 5, "some work"), {
    instanceOf: LateError,
    message: "some work took longer than 5 ms",
  });
});

test("rounds run one after another without overlap, and `stop` waits for the current round and prevents further rounds", async (t) => {
  let [begun, underWay, mostAtOnce] = [0, 0, 0];
  const third = gate();
  const release = gate();
  const repetition = every(1, async () => {
    begun += 1;
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    if (begun === 3) {
      third.open();
      await release.opened;
    }
    underWay -= 1;
  });
  t.is(begun, 1, "the first round begins at once");
  await third.opened;
  await sleep(20);
  t.is(begun, 3, "a long round delays the next round");
  let isStopped = false;
  const stop = async () => {
    await repetition.stop();
    isStopped = true;
  };
  const stopped = stop();
  await sleep(5);
  t.false(isStopped);
  release.open();
  await stopped;
  await sleep(20);
  t.is(begun, 3);
  t.is(mostAtOnce, 1);
});

test("work that repeats after a delay waits before its first round, and `stop` aborts the signal of a round", async (t) => {
  let begun = 0;
  const delayed = every(60_000, async () => (begun += 1), { isFirstDelayed: true });
  await delayed.firstRound;
  t.is(begun, 0);
  await delayed.stop();
  const idle = every(10, async () => (begun += 1));
  await idle.firstRound;
  await idle.stop();
  await sleep(40);
  t.is(begun, 1, "no round begins after a stop between two rounds");
  const round = every(
    60_000,
    (signal) => new Promise((resolve) => signal.addEventListener("abort", resolve)),
  );
  await t.notThrowsAsync(round.stop());
});

test("`finishEach` processes all items even if some fail, and reports all errors", async (t) => {
  const finished: number[] = [];
  t.is(await finishEach([1, 2], async (thing) => finished.push(thing)), 2);
  const failing = finishEach([3, 4, 5, 6], async (thing) => {
    if (thing % 2 === 1) throw new Error(`thing ${thing}`);
    finished.push(thing);
  });
  const error = await t.throwsAsync(failing, { instanceOf: AggregateError, message: /2 of 4/ });
  t.deepEqual(
    error.errors.map(({ message }: Error) => message),
    ["thing 3", "thing 5"],
  );
  t.deepEqual(finished, [1, 2, 4, 6]);
});

test("`finishEach` processes items in parallel up to the limit, and begins no further item once the signal aborts", async (t) => {
  const stopping = new AbortController();
  let [underWay, mostAtOnce] = [0, 0];
  const begun: number[] = [];
  const finish = async (thing: number) => {
    begun.push(thing);
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    await sleep(1);
    underWay -= 1;
    if (thing === 6) stopping.abort();
  };
  const numbers = oneByOne<number>(async (previous) => (previous ?? 0) + 1);
  const count = await finishEach(numbers, finish, { atOnce: 3, signal: stopping.signal });
  t.is(mostAtOnce, 3);
  t.is(count, begun.length);
  t.deepEqual(
    begun,
    Array.from({ length: count }, (_, n) => n + 1),
    "each item is processed once",
  );
  t.true(count >= 6 && count < 6 + 3, "items under way are finished");
});

test("`finishEach` processes the items that a search found before the search failed, and reports the error of the search", async (t) => {
  const finished: number[] = [];
  const failing = oneByOne<number>(async (previous) => {
    if (previous === 2) throw new Error("the search failed");
    return (previous ?? 0) + 1;
  });
  const error = await t.throwsAsync(
    finishEach(failing, async (thing) => finished.push(thing), { atOnce: 2 }),
    { instanceOf: AggregateError },
  );
  t.deepEqual(
    error.errors.map(({ message }: Error) => message),
    ["the search failed"],
  );
  t.deepEqual(finished, [1, 2]);
});
