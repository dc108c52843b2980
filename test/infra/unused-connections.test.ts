import timers from "node:timers";
import test from "ava";
import { openMongo } from "../../src/infra/mongo.ts";
import { until, untilItSucceeds } from "../helpers/until.ts";

const url = process.env["MONGODB_URL"] ?? "";

test("an unused connection to MongoDB is closed, and the client does not look for it ten times a second", async (t) => {
  const limits = { timeoutMs: 60_000, fileStallTimeoutMs: 60_000, silenceTimeoutMs: 1000 };
  const mongo = await openMongo({ url, database: "test", startTimeoutMs: 60_000, ...limits });
  t.teardown(() => mongo.close());
  await untilItSucceeds(() => mongo.ping());
  t.true(mongo.pools().mongodb.open > 0);
  const delays: unknown[] = [];
  const { setTimeout: start } = timers;
  t.teardown(() => void (timers.setTimeout = start));
  timers.setTimeout = Object.assign((...args: Parameters<typeof start>) => {
    delays.push(args[1]);
    return start(...args);
  }, start);
  await until(async () => mongo.pools().mongodb.open === 0, "the unused connection is closed");
  t.true(delays.length > 0);
  // The driver would start its own interval of 100 ms about 40 times. Other timers of the driver may be as short.
  t.true(delays.filter((delay) => delay === 100).length < 10);
});
