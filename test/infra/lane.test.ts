import { EventEmitter, once } from "node:events";
import test from "ava";
import { createLane } from "../../src/infra/lane.ts";

const GENEROUS_MS = 60_000;
const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

test("one has its turn at a time, in the order of asking, and other work comes between two turns", async (t) => {
  const lane = createLane(GENEROUS_MS);
  const seen: string[] = [];
  let underWay = 0;
  const turns = Array.from({ length: 20 }, (_, index) =>
    lane.take(async () => {
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

test("after a turn the lane rests for as long as the turn kept the process busy, also where nobody waits yet", async (t) => {
  const rests: { ms: number; end: () => void }[] = [];
  let busy = 1000;
  const lane = createLane(GENEROUS_MS, {
    busyMs: () => busy,
    rest: (ms) => new Promise<void>((resolve) => rests.push({ ms, end: resolve })),
  });
  const someTurns = async () => {
    for (let turns = 0; turns < 5; turns += 1) await turnOfTheLoop();
  };
  await lane.take(async () => (busy += 7));
  await someTurns();
  t.deepEqual(
    rests.map(({ ms }) => ms),
    [7],
  );
  let hasBegun = false;
  const next = lane.take(async () => (hasBegun = true));
  await someTurns();
  t.false(hasBegun);
  rests[0]?.end();
  t.true(await next);
  await someTurns();
  rests[1]?.end();
  await lane.take(async () => (busy += GENEROUS_MS + 1));
  await someTurns();
  t.is(rests[2]?.ms, GENEROUS_MS, "no rest is longer than the longest turn");
});

test("a turn that fails ends like any other", async (t) => {
  const lane = createLane(GENEROUS_MS);
  const failed = lane.take(() => Promise.reject(new Error("away")));
  const next = lane.take(async () => "served");
  await t.throwsAsync(failed, { message: "away" });
  t.is(await next, "served");
});

test("behind a turn that takes too long all go on at once, and in single file again after that", async (t) => {
  const lane = createLane(20);
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
  await Promise.all(Array.from({ length: 10 }, () => lane.take(work)));
  t.is(most, 10);
  most = 0;
  await turnOfTheLoop();
  await Promise.all(Array.from({ length: 10 }, () => lane.take(work)));
  t.is(most, 1);
});
