import timers from "node:timers";
import test from "ava";
import { openMongo } from "../../src/infra/mongo.ts";
import { until, untilItSucceeds } from "../helpers/until.ts";

const url = process.env["MONGODB_URL"] ?? "";

test("an unused connection to MongoDB is closed, and the driver does not check ten times a second for unused connections", async (t) => {
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
  // By default the driver would check for unused connections every 100 ms, about 40 times. A few other timers of the
  // driver may also take 100 ms.
  t.true(delays.filter((delay) => delay === 100).length < 10);
});
