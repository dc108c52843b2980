import test, { type ExecutionContext } from "ava";
import { openServices, type Services } from "../../../src/compose/services.ts";
import type { Overrides } from "../../../src/compose/overrides.ts";
import { createLogger } from "../../../src/infra/logger.ts";
import { fileForm } from "../../faults/results.ts";
import { eventually } from "../../faults/system.ts";
import { startOwnRedis } from "../../helpers/own-redis.ts";
import { startTestService, type TestServiceOptions } from "../../helpers/service.ts";

// Tests requests that wait for a run in one process while another process reads the file of the run.

/**
 * Lets a process find no final run in MongoDB, so that only a message through Redis ends the requests that wait there
 * for a run.
 */
const blind: Overrides = { runsRepository: (runs) => ({ ...runs, findFinalIds: async () => [] }) };

/**
 * Starts a web process without workers, and a second process. Returns functions that submit a file to the web process,
 * and that wait there for the run while the second process reads the file.
 */
async function startTwo(t: ExecutionContext, options: TestServiceOptions) {
  const service = await startTestService(t, { hasWorkers: false, ...options });
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const other = await openServices(service.config, { logger, storeTimeoutMs: 2000 });
  t.teardown(() => other.close());
  const client = await service.signIn("somebody who waits");
  const build_id = await client.makeBuild();
  const submit = async (): Promise<string> => {
    const { status, text, body } = await client.add(fileForm(build_id));
    t.is(status, 200, text);
    return body.runs[0].run_id;
  };
  /**
   * Requests a run with a wait for its end. Once `isReady` returns true, the second process reads the file of the run.
   * Returns the run's status in the response.
   */
  const waitWhileRead = async (runId: string, isReady: () => boolean) => {
    const waiting = client.get(`/benchmarks/runs/${runId}?wait=30`);
    await eventually(async () => isReady(), Boolean);
    await other.runParser.parse(runId);
    return (await waiting).body.status;
  };
  return { services: service.services, other, submit, waitWhileRead };
}

const subscriptionOf = ({ stores }: Services) => stores.finalRuns.subscription();

test("a request that waits for a run gets its response as soon as another process has read the run's file", async (t) => {
  const { services, other, submit, waitWhileRead } = await startTwo(t, { overrides: blind });
  const runId = await submit();
  t.is(await waitWhileRead(runId, () => subscriptionOf(services) !== null), "complete");
  t.is(subscriptionOf(other), null, "a process in which nobody waits has no subscription");
});

test("while Redis is unavailable, a waiting request finds its run in MongoDB; once Redis is back, messages end the waits again", async (t) => {
  t.timeout(600_000);
  const { url, start, stop } = await startOwnRedis(t);
  let isBlind = false;
  const overrides: Overrides = {
    runsRepository: (runs) => ({
      ...runs,
      findFinalIds: async (ids) => (isBlind ? [] : runs.findFinalIds(ids)),
    }),
  };
  const env = { REDIS_URL: url, STORE_TIMEOUT_MS: "2000" };
  const { services, submit, waitWhileRead } = await startTwo(t, { env, overrides });
  const runIds = [await submit(), await submit(), await submit()] as const;
  t.is(await waitWhileRead(runIds[0], () => subscriptionOf(services) !== null), "complete");
  const first = subscriptionOf(services);
  await stop();
  t.is(await waitWhileRead(runIds[1], () => subscriptionOf(services) === null), "complete");
  isBlind = true;
  start();
  const isBack = () => ![null, first].includes(subscriptionOf(services));
  t.is(await waitWhileRead(runIds[2], isBack), "complete");
});
