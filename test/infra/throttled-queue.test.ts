import { EventEmitter, once } from "node:events";
import test from "ava";
import { createThrottledQueue, idleOfEventLoop } from "../../src/infra/throttled-queue.ts";

const GENEROUS_MS = 60_000;
const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

test("the throttled queue runs one task at a time, in the order of the calls, and other work of the process runs between two tasks", async (t) => {
  const throttle = createThrottledQueue(GENEROUS_MS);
  const seen: string[] = [];
  let underWay = 0;
  const turns = Array.from({ length: 20 }, (_, index) =>
    throttle.take(async () => {
      underWay += 1;
      t.is(underWay, 1);
      await turnOfTheLoop();
      underWay -= 1;
      seen.push(`turn ${index}`);
      setImmediate(() => seen.push("other"));
      return index;
    }),
  );
  t.deepEqual(
    await Promise.all(turns),
    Array.from({ length: 20 }, (_, index) => index),
  );
  await turnOfTheLoop();
  t.deepEqual(
    seen.filter((what) => what !== "other"),
    turns.map((_, index) => `turn ${index}`),
  );
  for (const [place, what] of seen.entries())
    if (what !== "other" && place > 0) t.is(seen[place - 1], "other", `before ${what}`);
});

/** Returns a throttled queue whose clock and pauses the test controls. */
function queueOfTest() {
  const rests: { ms: number; end: () => void }[] = [];
  const time = { busy: 1000, idle: 1000 };
  const throttle = createThrottledQueue(GENEROUS_MS, {
    busyMs: () => time.busy,
    idleMs: () => time.idle,
    rest: (ms) => new Promise<void>((resolve) => rests.push({ ms, end: resolve })),
  });
  return { throttle, rests, time };
}

const someTurnsOfTheLoop = async () => {
  for (let turns = 0; turns < 5; turns += 1) await turnOfTheLoop();
};

test("after a task, the throttled queue pauses for as long as the task kept the process busy, even if no task waits", async (t) => {
  const { throttle, rests, time } = queueOfTest();
  await throttle.take(async () => (time.busy += 7));
  await someTurnsOfTheLoop();
  t.deepEqual(
    rests.map(({ ms }) => ms),
    [7],
  );
  let hasBegun = false;
  const next = throttle.take(async () => (hasBegun = true));
  await someTurnsOfTheLoop();
  t.false(hasBegun);
  rests[0]?.end();
  t.true(await next);
  await someTurnsOfTheLoop();
  rests[1]?.end();
  await throttle.take(async () => (time.busy += GENEROUS_MS + 1));
  await someTurnsOfTheLoop();
  t.is(rests[2]?.ms, GENEROUS_MS, "no rest is longer than the time limit of a task");
});

test("a task that arrives alone ends the pause of the throttled queue early if the process was idle for a quarter of this pause", async (t) => {
  const { throttle, rests, time } = queueOfTest();
  await throttle.take(async () => (time.busy += 7));
  await someTurnsOfTheLoop();
  time.idle += 1;
  t.is(await throttle.take(async () => (time.busy += 3)), 1010);
  await someTurnsOfTheLoop();
  t.deepEqual(
    rests.map(({ ms }) => ms),
    [7, 3],
  );
  let begun = 0;
  const two = [1, 2].map(() => throttle.take(async () => (begun += 1)));
  await someTurnsOfTheLoop();
  rests[0]?.end();
  await someTurnsOfTheLoop();
  t.is(begun, 0, "the end of the shortened rest does not end the next rest");
  time.idle += 1;
  const third = throttle.take(async () => (begun += 1));
  await someTurnsOfTheLoop();
  t.is(begun, 0, "another task waits already, so that the new task does not come alone");
  rests[1]?.end();
  await two[0];
  await someTurnsOfTheLoop();
  t.is(begun, 1);
  rests[2]?.end();
  await two[1];
  await someTurnsOfTheLoop();
  rests[3]?.end();
  t.is(await third, 3);
});

test("the pause of the throttled queue is not shortened if the process did other work for more than three quarters of the pause", async (t) => {
  const { throttle, rests, time } = queueOfTest();
  await throttle.take(async () => (time.busy += 7));
  await someTurnsOfTheLoop();
  time.busy += 3.1;
  time.idle += 1;
  let hasBegun = false;
  const next = throttle.take(async () => (hasBegun = true));
  await someTurnsOfTheLoop();
  t.false(hasBegun);
  rests[0]?.end();
  t.true(await next);
});

test("the idle time of the event loop grows while the loop waits, and not during a computation", async (t) => {
  const before = idleOfEventLoop();
  const until = performance.now() + 20;
  while (performance.now() < until);
  t.is(idleOfEventLoop(), before);
  while (idleOfEventLoop() === before) await new Promise((resolve) => setTimeout(resolve, 5));
  t.pass("the event loop has waited");
});

test("after a task fails, the throttled queue runs the next task", async (t) => {
  const throttle = createThrottledQueue(GENEROUS_MS);
  const failed = throttle.take(() => Promise.reject(new Error("away")));
  const next = throttle.take(async () => "served");
  await t.throwsAsync(failed, { message: "away" });
  t.is(await next, "served");
});

test("after a task of the throttled queue exceeds its time limit, all waiting tasks run at once, and later tasks one at a time again", async (t) => {
  const throttle = createThrottledQueue(20);
  const store = new EventEmitter();
  const back = once(store, "back");
  let underWay = 0;
  let most = 0;
  const work = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    if (underWay === 10) store.emit("back");
    await back;
    underWay -= 1;
  };
  await Promise.all(Array.from({ length: 10 }, () => throttle.take(work)));
  t.is(most, 10);
  most = 0;
  await turnOfTheLoop();
  await Promise.all(Array.from({ length: 10 }, () => throttle.take(work)));
  t.is(most, 1);
});
