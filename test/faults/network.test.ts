import test from "ava";
import { openServices } from "../../src/compose/services.ts";
import { parseConfig } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { cpu } from "../products/catalogue-service.ts";
import { startNetwork, type Network } from "../helpers/network.ts";
import { testStores } from "../helpers/stores.ts";
import { untilItSucceeds } from "../helpers/until.ts";
import { lastingFaults, usageOf } from "./audit.ts";
import { fileForm } from "./results.ts";
import { createSystem, eventually, signIn } from "./system.ts";

const logger = createLogger({ level: "silent", process: "test", secrets: [] });
/**
 * The time limit of a test for the service to reconnect, in ms. It is far longer than the service takes, which
 * test/infra/connection-limits.test.ts checks.
 */
const RETURN_MS = 300_000;

const isEveryStoreUp = (body: { stores?: Record<string, string> } | undefined): boolean =>
  Object.values(body?.stores ?? { unknown: "away" }).every((state) => state === "up");

type StoreName = "mongodb" | "redis" | "meilisearch";

test("web and worker recover by themselves after each store's network has silently dropped all bytes", async (t) => {
  t.timeout(900_000);
  const stores = await testStores(t);
  const [mongodb, redis, meilisearch] = (await Promise.all(
    [stores.env["MONGODB_URL"], stores.env["REDIS_URL"], stores.env["MEILI_URL"]].map((url) =>
      startNetwork(t, url ?? ""),
    ),
  )) as [Network, Network, Network];
  const networks = { mongodb, redis, meilisearch };
  const urls = { MONGODB_URL: mongodb.url, REDIS_URL: redis.url, MEILI_URL: meilisearch.url };
  const system = createSystem(
    t,
    { ...stores.env, ...urls, STORE_TIMEOUT_MS: "900" },
    { STORE_SILENCE_TIMEOUT_MS: 1000, SYNC_INTERVAL_MS: 1000 },
  );
  const services = await openServices(parseConfig(stores.env), { logger, storeTimeoutMs: 60_000 });
  t.teardown(services.close);
  const [web] = await Promise.all([system.startWeb(), system.startWorker()]);
  // On a busy machine, a request may exceed the short time limits of the stores and be refused, so it is repeated.
  const client = await untilItSucceeds(() => signIn(web.url, "behind a firewall"));
  const build_id = await untilItSucceeds(() => client.makeBuild());
  let submitted = 0;
  let products = 0;

  /**
   * Waits until the web process accepts a submission, the worker has read its file, and a search finds a new product.
   */
  async function everythingWorks(when: string): Promise<void> {
    const added = await eventually(
      () => client.add(fileForm(build_id)),
      ({ status }) => status === 200,
      RETURN_MS,
    );
    t.is(added.status, 200, `${when}: ${added.text}`);
    submitted += 1;
    const path = `/benchmarks/runs/${added.body.runs[0].run_id as string}`;
    const run = await eventually(
      () => client.get(path),
      ({ body }) => body?.status === "complete",
      RETURN_MS,
    );
    t.is(run.body.status, "complete", `${when}: ${run.text}`);
    products += 1;
    await services.catalogue.save("cpu", "test", [cpu(`Model ${products}`)]);
    const search = () => client.post("/products/cpu", { page: 1, limit: 5 });
    const found = await eventually(search, ({ body }) => body?.total === products, RETURN_MS);
    t.is(found.body.total, products, `${when}: ${found.text}`);
    const ready = await eventually(
      () => client.get("/health/ready"),
      ({ body }) => isEveryStoreUp(body),
      RETURN_MS,
    );
    t.true(isEveryStoreUp(ready.body), `${when}: ${ready.text}`);
    t.is(ready.status, 200);
  }

  await everythingWorks("before");
  for (const [name, network] of Object.entries(networks) as [StoreName, Network][]) {
    network.cut();
    const away = await eventually(
      () => client.get("/health/ready"),
      ({ body }) => body?.stores[name] === "away",
      RETURN_MS,
    );
    t.deepEqual([away.body.stores[name], away.status], ["away", name === "meilisearch" ? 200 : 503]);
    // Wait until four connections were opened while the network is cut: then the service has given up all older
    // connections and attempts.
    await eventually(
      async () => network.openedWhileCut(),
      (count) => count >= 4,
      RETURN_MS,
    );
    network.restore();
    let began = performance.now();
    await everythingWorks(`${name} after its network's return`);
    t.log(`${name} cut: ${Math.round(performance.now() - began)} ms`);
    network.forget();
    began = performance.now();
    await everythingWorks(`${name} after its connections were forgotten`);
    t.log(`${name} forgotten: ${Math.round(performance.now() - began)} ms`);
  }
  t.deepEqual(await lastingFaults(stores.db), []);
  const { ledger, ...others } = await usageOf(stores, client);
  // The ledger may have more submissions than were accepted: if MongoDB receives an insert but its reply is lost, the
  // submission is refused although it is stored.
  t.true(ledger >= submitted);
  t.deepEqual(others, { counter: ledger, rebuilt: ledger });
});
