import test, { type ExecutionContext } from "ava";
import { openServices } from "../../src/compose/services.ts";
import { parseConfig } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { brokenCapture, fileForm, scoreForm } from "../faults/results.ts";
import { createSystem, signIn, type ServiceProcess } from "../faults/system.ts";
import { createClient, type Client } from "../helpers/client.ts";
import { testStores } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";
import { cpu } from "../products/catalogue-service.ts";
import { readExposition, sumOf, type Samples } from "./exposition.ts";
import { faultsOfNames } from "./metric-names.ts";
import { readAlerts, readBoard } from "./operations-files.ts";
import { faultsOf } from "./promql.ts";

const stores = await testStores(test);
const system = createSystem(
  test,
  { ...stores.env, LOG_LEVEL: "info", RATE_LIMIT_LOG_INS: "2", STORE_TIMEOUT_MS: "60000" },
  // With this lock duration a worker that pauses for a moment does not count as dead.
  { SYNC_INTERVAL_MS: 300, JOB_LOCK_MS: 60_000 },
);

/** The metrics of a process at one moment, by their names. */
type Metrics = ReadonlyMap<string, Samples>;

/** Returns a function that requests the page of a process's metrics, whose URL is in the log of the process. */
async function metricsPageOf(process: ServiceProcess): Promise<() => Promise<string>> {
  const [, url = ""] = await process.until(/"url":"(http:[^"]+\/metrics)"/);
  return async () => (await fetch(url)).text();
}

/** Returns a function that requests the metrics of a process. */
async function metricsOf(process: ServiceProcess): Promise<() => Promise<Metrics>> {
  const page = await metricsPageOf(process);
  return async () => readExposition(await page());
}

interface Walk {
  url: string;
  client: Client;
  buildId: number;
  /** Requests the metrics of the web process from its /metrics page. */
  askWeb: () => Promise<Metrics>;
}

/** Causes measured events: submits scores and files, searches, changes a product, and reaches a limit. */
async function walk(t: ExecutionContext, { url, client, buildId, askWeb }: Walk): Promise<void> {
  await client.add(scoreForm(buildId));
  const services = await openServices(parseConfig(stores.env), {
    logger: createLogger({ level: "silent", process: "test", secrets: [] }),
    storeTimeoutMs: 60_000,
  });
  try {
    await services.catalogue.save("cpu", "test", [cpu("Ryzen 7 5800X")]);
  } finally {
    await services.close();
  }
  const search = async (query: string) => client.get(`/products/cpu?query=${encodeURIComponent(query)}`);
  // A search that runs while its product is being indexed may find the product only as an approximate result.
  await until(async () => {
    const { body } = await search("5800x");
    return body.total === 1 && body.approximate !== true;
  }, "the product is found");
  const approximate = async () =>
    sumOf(await askWeb(), "pcb_searches_total", { kind: "cpu", outcome: "approximate" });
  const before = await approximate();
  await search("ryzen 7 5900x");
  t.is((await approximate()) - before, 1, "the search for the unknown 5900X counts as approximate");
  await search("nothing of this name");
  // Of four log-ins at least one exceeds the limit of two, even if a new window of the rate limit begins between them.
  for (const name of ["b", "c", "d", "e"]) await createClient(url).post("/login/dev", { name });
}

const labelNamesOf = (...all: readonly Metrics[]) =>
  new Map(all.flatMap((metrics) => [...metrics].map(([name, { labels }]) => [name, labels] as const)));

test("submissions, searches and log-ins produce samples of every metric that the dashboard and the alerts use", async (t) => {
  t.timeout(900_000);
  const web = await system.startWeb();
  const askWeb = await metricsOf(web);
  const client = await signIn(web.url, "walker");
  const buildId = await client.makeBuild();
  const untaken = async () => sumOf(await askWeb(), "pcb_queue_untaken_age_seconds", { queue: "parse-run" });

  t.is(await untaken(), 0, "an idle queue has no waiting jobs");
  const answers = [await client.add(fileForm(buildId)), await client.add(fileForm(buildId, brokenCapture))];
  await until(async () => (await untaken()) > 0, "two files wait without a worker");
  const waiting = await askWeb();
  t.is(sumOf(waiting, "pcb_queue_jobs", { queue: "parse-run", state: "waiting" }), 2);
  t.is(sumOf(waiting, "pcb_queue_workers"), 0);
  t.true(sumOf(waiting, "pcb_queue_oldest_job_age_seconds", { queue: "parse-run" }) > 0);

  const worker = await system.startWorker();
  const askWorker = await metricsOf(worker);
  for (const { body } of answers) await client.waitForRun(body.runs[0].run_id as string);
  await walk(t, { url: web.url, client, buildId, askWeb });
  await until(
    async () => sumOf(await askWorker(), "pcb_refunds_total") === 1,
    "the usage of the failed file is refunded",
  );
  // A sweep may add another job of a run that ends at this moment. The outcome of such a job is "obsolete".
  const areEnded = async () => {
    const now = await askWorker();
    const ended = (outcome: string) => sumOf(now, "pcb_jobs_total", { queue: "parse-run", outcome });
    return ended("complete") + ended("failed") === 2;
  };
  await until(areEnded, "the jobs end");
  await until(async () => sumOf(await askWorker(), "pcb_sweep_rounds_total") > 0, "a sweep has ended");
  await until(async () => (await untaken()) === 0, "nothing waits");

  const [ofWeb, ofWorker] = [await askWeb(), await askWorker()];
  const routeCount = (route: string) => sumOf(ofWeb, "pcb_http_requests_total", { route });
  t.is(routeCount("/benchmarks/add"), 3);
  t.is(
    routeCount(`/benchmarks/runs/${String(answers[0]?.body.runs[0].run_id)}`),
    0,
    "paths are no label values",
  );
  t.true(routeCount("/benchmarks/runs/:run_id") >= 2);
  t.is(sumOf(ofWeb, "pcb_usage_reservations_total", { outcome: "reserved" }), 3);
  t.is(sumOf(ofWeb, "pcb_usage_reserved_units_total"), 3);
  for (const outcome of ["complete", "failed"])
    t.is(sumOf(ofWorker, "pcb_jobs_total", { queue: "parse-run", outcome }), 1, outcome);
  t.is(sumOf(ofWorker, "pcb_runs_read_total", { outcome: "complete" }), 1);
  t.is(sumOf(ofWorker, "pcb_runs_read_total", { outcome: "failed" }), 1);
  t.is(sumOf(ofWeb, "pcb_searches_total", { kind: "cpu", outcome: "empty" }) >= 1, true);
  t.true(sumOf(ofWeb, "pcb_http_limits_reached_total") >= 1);
  for (const store of ["mongodb", "redis", "meilisearch"])
    for (const metrics of [ofWeb, ofWorker]) {
      t.is(sumOf(metrics, "pcb_store_up", { store }), 1);
      t.true(sumOf(metrics, "pcb_store_call_duration_seconds_count", { store }) > 0, store);
    }
  t.is(sumOf(ofWeb, "pcb_queue_workers", { queue: "parse-run" }), 1);
  t.is(sumOf(ofWeb, "pcb_collector_errors_total"), 0);

  for (const process of [web, worker]) t.deepEqual(faultsOfNames(await (await metricsPageOf(process))()), []);

  const known = labelNamesOf(ofWeb, ofWorker).set("up", new Set());
  for (const name of ["node_filesystem_avail_bytes", "node_filesystem_size_bytes"])
    known.set(name, new Set(["device", "fstype", "mountpoint"]));
  const asked = [
    ...readBoard().panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr }))),
    ...readAlerts().map(({ alert: title, expr }) => ({ title, expr })),
  ];
  const faults = asked.flatMap(({ title, expr }) =>
    faultsOf(expr, known).map((fault) => `${title}: ${fault}`),
  );
  t.deepEqual(faults, []);
});
