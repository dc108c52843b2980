import test from "ava";
import { createKnownCounts } from "../../../src/http/limits/known-counts.ts";

const LONG_MS = 3_600_000;

test("a flood of new clients takes no more memory than allowed, and does not free who has reached a limit", (t) => {
  const counts = createKnownCounts({ maxKeys: 100, windowMs: LONG_MS });
  for (let i = 0; i < 50; i++) counts.add("busy");
  for (let i = 0; i < 100_000; i++) counts.add(`stranger ${i}`);
  t.is(counts.size(), 100);
  t.is(counts.find("busy")?.count, 50);
});

test("room is made even where every client has reached its limit", (t) => {
  const counts = createKnownCounts({ maxKeys: 20, windowMs: LONG_MS });
  for (let i = 0; i < 40; i++) for (let n = 0; n < 10; n++) counts.add(`busy ${i}`);
  t.is(counts.size(), 20);
  t.is(counts.find("busy 39")?.count, 10);
});

test("what others have counted is believed, unless this process alone has counted more", (t) => {
  const counts = createKnownCounts({ maxKeys: 20, windowMs: LONG_MS });
  const endsAt = performance.now() + LONG_MS;
  t.is(counts.learn("a", 7, endsAt).count, 7);
  t.is(counts.learn("a", 3, endsAt).count, 3, "a new window began");
  counts.add("a");
  t.is(counts.learn("a", 1, endsAt).count, 5, "four of its own and the one that is counted now");
  t.is(counts.learn("a", 40, endsAt).count, 40, "others have counted more");
});
