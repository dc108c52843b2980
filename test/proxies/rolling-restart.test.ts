import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { freePort } from "../../embedded/index.ts";
import { lastingFaults, usageOf } from "../faults/audit.ts";
import { createSystem, eventually, isLong, signIn } from "../faults/system.ts";
import { cpu } from "../products/catalogue-service.ts";
import { openServices } from "../../src/compose/services.ts";
import { parseConfig } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { testStores } from "../helpers/stores.ts";
import { createVisitor, proxyNames, settingsBehindProxy, startProxy } from "./start-proxy.ts";
import { createTraffic } from "./traffic.ts";

const ROUNDS = isLong ? 10 : 1;
/** The maximum number of requests per second. The short form runs beside the other work of npm run check:all. */
const REQUESTS_PER_S = isLong ? 200 : 50;
/**
 * The test sends only this share of the requests that the machine answers while no process is replaced: a starting
 * process takes much of a small machine's time, and the test is about the replacement, not about overload.
 */
const SHARE = 1 / 3;
/**
 * The time after which the next process is stopped, in ms: longer than nginx takes to send requests to a server again
 * (`fail_timeout` in examples/proxy/nginx.conf).
 */
const PAUSE_MS = 10_000;
const settings = {
  ...settingsBehindProxy,
  // Switch off the rate limits, because all requests come from a few addresses. Allow a long shutdown, because a busy
  // machine may take long to answer.
  RATE_LIMITS: "false",
  SHUTDOWN_TIMEOUT_MS: "60000",
};
const logger = createLogger({ level: "silent", process: "test", secrets: [] });

for (const name of proxyNames)
  test.serial(
    `behind ${name}, two web processes and two workers are replaced in turn under traffic, and no request fails`,
    async (t) => {
      t.timeout(3_600_000);
      const stores = await testStores(t);
      const services = await openServices(parseConfig(stores.env), { logger, storeTimeoutMs: 60_000 });
      t.teardown(services.close);
      await services.catalogue.save(
        "cpu",
        "test",
        Array.from({ length: 200 }, (_unused, index) => cpu(`Ryzen ${index + 1000}`)),
      );
      const ports: [number, number] = [await freePort(), await freePort()];
      const system = createSystem(t, { ...stores.env, ...settings });
      const startWeb = (index: number) => system.startWeb({ PORT: String(ports[index]) });
      const webs = await Promise.all([startWeb(0), startWeb(1)]);
      const workers = await Promise.all([system.startWorker(), system.startWorker()]);
      const proxy = await startProxy(t, name, ports);
      // nginx limits the connections of each address.
      const visitors = ["127.0.0.1", "127.0.0.2", "127.0.0.3"].map((from) => createVisitor(t, proxy, from));
      const visitor = createVisitor(t, proxy);
      const search = () => visitor.post("/products/cpu", { page: 1, limit: 5 });
      const found = await eventually(search, ({ body }) => body?.total === 200);
      t.is(found.body?.total, 200, found.text);
      let runs = 0;
      // The client sends to the port of the first web process, on which each of its successors listens.
      const client = await signIn(webs[0].url, "rolling restart");
      for (let round = 0; round < ROUNDS; round += 1) {
        // Each round has a build of its own, because a build has at most 5,000 runs.
        const build_id = await client.makeBuild();
        const requests = createTraffic(visitors, { cookie: client.cookie ?? "", build_id });
        // Processes that have just started are slow, so the first measurement does not count.
        const warmUp = await requests.measureRate();
        const measured = await requests.measureRate();
        const requestsPerS = Math.min(REQUESTS_PER_S, SHARE * measured.perSecond);
        const traffic = requests.start(requestsPerS);
        for (const index of [0, 1] as const) {
          await sleep(PAUSE_MS);
          webs[index].signal("SIGTERM");
          t.is(await webs[index].ended, 0);
          webs[index] = await startWeb(index);
          workers[index].signal("SIGTERM");
          t.is(await workers[index].ended, 0);
          workers[index] = await system.startWorker();
        }
        await sleep(PAUSE_MS);
        const { failures, counts, seconds } = await traffic.stop();
        t.log(
          `round ${round + 1}: ${Math.round(seconds)} s, ${requestsPerS.toFixed(1)} requests a second, answered: ${JSON.stringify(counts)}`,
        );
        t.deepEqual(failures, [], `${failures.length} failures in round ${round + 1}`);
        for (const [kind, count] of Object.entries(counts)) t.true(count > 0, kind);
        for (const some of [warmUp.counts, measured.counts, counts]) runs += some.score + some.file;
      }
      t.deepEqual(await lastingFaults(stores.db), []);
      t.deepEqual(await usageOf(stores, client), { ledger: runs, counter: runs, rebuilt: runs });
    },
  );
