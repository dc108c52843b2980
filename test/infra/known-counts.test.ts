import test from "ava";
import { createKnownCounts } from "../../src/infra/known-counts.ts";

const LONG_MS = 3_600_000;

test("the counts of many new clients take no more memory than allowed, and do not reset the count of a client at its rate limit", (t) => {
  const counts = createKnownCounts({ maxKeys: 100, windowMs: LONG_MS });
  for (let i = 0; i < 50; i++) counts.add("busy");
  for (let i = 0; i < 100_000; i++) counts.add(`stranger ${i}`);
  t.is(counts.size(), 100);
  t.is(counts.find("busy")?.count, 50);
});

test("requests of a new client are counted even if every known client has reached its rate limit", (t) => {
  const counts = createKnownCounts({ maxKeys: 20, windowMs: LONG_MS });
  for (let i = 0; i < 40; i++) for (let n = 0; n < 10; n++) counts.add(`busy ${i}`);
  t.is(counts.size(), 20);
  t.is(counts.find("busy 39")?.count, 10);
});

test("a process replaces its count of a client's requests by the count of all processes, unless its own count is higher", (t) => {
  const counts = createKnownCounts({ maxKeys: 20, windowMs: LONG_MS });
  const endsAt = performance.now() + LONG_MS;
  t.is(counts.learn("a", 7, endsAt).count, 7);
  t.is(counts.learn("a", 3, endsAt).count, 3, "a new window began");
  counts.add("a");
  t.is(
    counts.learn("a", 1, endsAt).count,
    5,
    "this process counted four, and Redis counts the present request",
  );
  t.is(counts.learn("a", 40, endsAt).count, 40, "other processes have counted more");
});
