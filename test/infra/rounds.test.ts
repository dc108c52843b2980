import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { bounded, LateError } from "../../src/infra/bounded.ts";
import { every } from "../../src/infra/every.ts";
import { finishEach } from "../../src/infra/sweep.ts";

/** Returns a promise and the function that resolves it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test("bounded returns what comes in time, passes an error on, and says what came too late", async (t) => {
  t.is(await bounded(Promise.resolve("value"), 60_000, "work"), "value");
  await t.throwsAsync(bounded(Promise.reject(new Error("own")), 60_000, "work"), { message: "own" });
  await t.throwsAsync(bounded(new Promise(() => undefined), 5, "some work"), {
    instanceOf: LateError,
    message: "some work took longer than 5 ms",
  });
});

test("rounds follow one another without overlapping, and stop waits for the one under way and begins no other", async (t) => {
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
  t.is(begun, 3, "a round that takes long holds up the next");
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

test("a delayed repetition waits before its first round, and stop aborts the signal of a round", async (t) => {
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

test("each thing is finished, the others too where one fails, and all errors are told", async (t) => {
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
