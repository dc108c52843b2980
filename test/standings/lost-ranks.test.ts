import test from "ava";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const paths = ["/benchmarks/15/ranking", "/benchmarks/7/variants", "/benchmarks/7/variants?query=spy"];

test("a request for ranks while Redis has none gets a response with Retry-After, and a job fills the ranks", async (t) => {
  // The sweep does not run again during this test.
  const service = await startTestService(t, { env: { SWEEP_INTERVAL_MS: "3600000" } });
  const { anonymous, stores } = service;
  const answers = async (path: string) => (await anonymous.get(path)).status === 200;
  await until(() => answers("/benchmarks/15/ranking"), "the ranks are filled at the start");
  const { redis, keyPrefix } = stores;
  for (const path of paths) {
    await redis.unlink(await redis.keys(`{${keyPrefix}:standings}*`));
    const lost = await anonymous.get(path);
    t.is(lost.status, 503);
    t.is(lost.headers.get("retry-after"), "1");
    t.is(lost.body.type, "http://bench.test/problems/try-again");
    await until(() => answers(path), "a job has filled the ranks");
  }
});
