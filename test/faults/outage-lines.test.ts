import { createReadStream } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { openServices } from "../../src/compose/services.ts";
import { parseConfig } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { findKind, importProducts, readCsvRows } from "../../src/products/index.ts";
import { VERSION } from "../../src/version.ts";
import type { Answer, Client } from "../helpers/client.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { openTestStores } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";
import { startOwnStores } from "./own-stores.ts";
import { fileForm, scoreForm } from "./results.ts";
import { createSystem, signIn, type ServiceProcess } from "./system.ts";

/**
 * The number of refused requests of each kind for which the test waits before a store comes back. For MongoDB the test
 * waits for fewer, because each request takes a while to be refused.
 */
const REFUSED = 10;
const REFUSED_BY_MONGODB = 3;
const PAUSE_MS = 20;

const silent = createLogger({ level: "silent", process: "test", secrets: [] });

const constants = {
  WORKER_STORE_TIMEOUT_MS: 5000,
  SYNC_INTERVAL_MS: 200,
  // The time limit is long, because a late response of Redis to the rate limiter on a slow machine would add a line to
  // the log.
  RATE_LIMIT_REDIS_TIMEOUT_MS: 10_000,
};

/** Imports the processors of the sample catalogue into the stores that `env` names. */
async function loadProducts(env: Record<string, string>): Promise<void> {
  const kind = findKind("cpu");
  if (!kind) throw new Error("expected processors among the kinds of products");
  const services = await openServices(parseConfig(env), { logger: silent, storeTimeoutMs: 60_000 });
  try {
    await importProducts({
      kind,
      source: "sample",
      rows: () => readCsvRows(kind, createReadStream(projectUrl("data/cpus.csv"))),
      catalogue: services.catalogue,
      onRejected: ({ reasons }) => {
        throw new Error(reasons.join("; "));
      },
    });
  } finally {
    await services.close();
  }
}

/** The fields of a line in the service's log that the test reads. */
interface Line {
  level: string;
  msg: string;
  store?: string;
  attempts?: number;
  unavailable_ms?: number;
  found?: Readonly<Record<string, string>>;
}

/** Sends requests of each kind repeatedly until `stop` is called, and counts the refused requests. */
function startTraffic(client: Client, build_id: number) {
  const stopping = new AbortController();
  const calls: Record<string, () => Promise<Answer>> = {
    score: () => client.add(scoreForm(build_id)),
    file: () => client.add(fileForm(build_id)),
    build: () => client.get(`/builds/${build_id}`),
    search: () => client.post("/products/cpu", { page: 1, limit: 5 }),
  };
  const refused = new Map<string, number>();
  const loops = Object.entries(calls).map(async ([name, call]) => {
    while (!stopping.signal.aborted) {
      const { status } = await call();
      if (status === 503) refused.set(name, (refused.get(name) ?? 0) + 1);
      await sleep(PAUSE_MS);
    }
  });
  return {
    untilRefused: async (count: number, names: readonly string[]) => {
      refused.clear();
      await until(
        async () => names.every((name) => (refused.get(name) ?? 0) >= count),
        `${count} requests of ${names.join(" and ")} are refused`,
      );
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Returns the log lines of a process. Any other output, except that the process is ready, fails the test. */
function logOf(t: ExecutionContext, { lines }: ServiceProcess): Line[] {
  return lines.flatMap((line) => {
    if (/^(?:listening |working$)/.test(line)) return [];
    t.true(line.startsWith("{"), `expected a line of the log, found ${line}`);
    return [JSON.parse(line) as Line];
  });
}

/**
 * Returns whether the log reports each unavailable store as available again. On a slow machine a store may seem
 * unavailable while a process starts.
 */
function isSettled(log: readonly Line[]): boolean {
  const ofStores = log.filter(({ store }) => store !== undefined);
  return ofStores.filter(({ level }) => level === "warn").length * 2 === ofStores.length;
}

/**
 * An outage of one or more stores at once: the stores, their names in the log, and the kinds of requests that are
 * refused meanwhile.
 */
interface Outage {
  names: readonly ("redis" | "meilisearch" | "mongodb")[];
  calls: readonly string[];
  count: number;
  shown: readonly string[];
}

const isGone = (log: readonly Line[], store: string) =>
  log.findLast((line) => line.store === store)?.msg === `${store} is unavailable`;

const isBack = (log: readonly Line[], store: string) =>
  log.findLast((line) => line.store === store)?.msg.startsWith(`${store} is available again`) === true;

test("the outage of a store makes two lines in the log of each process, whatever requests and jobs are running", async (t) => {
  t.timeout(900_000);
  const own = await startOwnStores(t);
  const stores = await openTestStores(own.env);
  t.teardown(stores.close);
  stores.redis.on("error", () => undefined);
  const system = createSystem(t, { ...stores.env, LOG_LEVEL: "info" }, constants);
  const [web, worker] = await Promise.all([system.startWeb(), system.startWorker()]);
  await loadProducts(stores.env);
  const client = await signIn(web.url, "outages");
  const build_id = await client.makeBuild();
  for (const [name, one] of Object.entries({ web, worker })) {
    const starts = logOf(t, one).filter(({ msg }) => msg === "started");
    t.is(starts.length, 1);
    t.like(starts[0], { version: VERSION, settings: { SWEEP_INTERVAL_MS: 300, MEILI_KEY: "[secret]" } });
    for (const store of ["MongoDB", "Redis", "Meilisearch"])
      t.regex(starts[0]?.found?.[store] ?? "", /^\d+\.\d+/, `${name} has found ${store}`);
  }
  await until(async () => [web, worker].every((one) => isSettled(logOf(t, one))), "no store is unavailable");
  const marks = { web: logOf(t, web).length, worker: logOf(t, worker).length };
  const traffic = startTraffic(client, build_id);
  const products = stores.db.collection("products");
  const passOutage = async ({ names, calls, count, shown }: Outage) => {
    await Promise.all(names.map((name) => own.stores[name].kill()));
    // Change the products, so that each round of the product sync finds work.
    if (!names.includes("mongodb")) await products.updateMany({}, { $set: { dirty: true } });
    await traffic.untilRefused(count, calls);
    for (const store of shown)
      await until(
        async () => [web, worker].every((one) => isGone(logOf(t, one), store)),
        `both processes log that ${store} is unavailable`,
      );
    for (const name of names) own.stores[name].start();
    for (const store of shown)
      await until(
        async () => [web, worker].every((one) => isBack(logOf(t, one), store)),
        `both processes log that ${store} is back`,
      );
  };
  await passOutage({
    names: ["redis", "meilisearch"],
    calls: ["score", "file", "search"],
    count: REFUSED,
    shown: ["Redis", "Meilisearch"],
  });
  await passOutage({
    names: ["mongodb"],
    calls: ["score", "file", "build"],
    count: REFUSED_BY_MONGODB,
    shown: ["MongoDB"],
  });
  await traffic.stop();
  for (const [name, one] of Object.entries({ web, worker })) {
    const log = logOf(t, one).slice(marks[name as keyof typeof marks]);
    for (const store of ["Redis", "Meilisearch", "MongoDB"]) {
      const [gone, back, ...more] = log.filter((line) => line.store === store);
      t.deepEqual([gone?.level, gone?.msg], ["warn", `${store} is unavailable`], name);
      t.regex(
        back?.msg ?? "",
        new RegExp(`^${store} is available again after [\\d.]+ s and ${back?.attempts} failed attempts?$`),
        name,
      );
      t.deepEqual(more, [], `${name}: ${store} has more lines`);
      t.log(`${name}: ${back?.msg}`);
    }
    const besides = log.filter(({ level, store }) => level !== "info" && store === undefined);
    t.deepEqual(besides, [], `${name}: the log has no other warnings or errors about the outages`);
  }
  const attempts = logOf(t, web).map((line) => line.attempts ?? 0);
  t.true(Math.max(...attempts) > REFUSED, "the failures were counted");
});
