import type { Config } from "../config.ts";
import type { Logger } from "../infra/logger.ts";
import type { Collector } from "../metrics/collectors.ts";
import { startMetricsServer, type MetricsServer, type WorkState } from "../metrics/metrics-server.ts";
import { processCollector } from "../metrics/process-metrics.ts";
import { productKinds } from "../products/index.ts";
import type { Services } from "./services.ts";

/**
 * The maximum time that collecting the metrics for one scrape may take, in ms: longer than a normal scrape takes, and
 * less than 10 s, after which Prometheus gives up a scrape.
 */
const MOST_COLLECT_MS = 5000;

/**
 * Serves the metrics and the health checks of a process on a separate port. A web process also reads the state of the
 * queues and of the catalogue from the stores and reports it, so that this state is reported even if no worker runs.
 * @throws ListenError
 */
export async function serveMetrics(
  config: Config,
  services: Services,
  { role, logger, workState }: ServeMetricsOptions,
): Promise<MetricsServer> {
  const { metrics, findStoreStates } = services;
  const timeoutMs = Math.min(config.STORE_TIMEOUT_MS, MOST_COLLECT_MS);
  metrics.collect(processCollector(metrics.registry, role), ...storeCollectors(services));
  if (role === "web") metrics.collect(queueCollector(services), catalogueCollector(services));
  const portName = role === "web" ? "METRICS_PORT" : "WORKER_METRICS_PORT";
  const server = await startMetricsServer({
    host: config.METRICS_HOST,
    port: config[portName],
    portName,
    scrape: () => metrics.scrape(timeoutMs),
    storeStates: findStoreStates,
    workState,
  });
  logger.info({ url: `${server.url}/metrics` }, "serving metrics");
  return server;
}

interface ServeMetricsOptions {
  role: "web" | "worker";
  logger: Logger;
  workState: () => WorkState;
}

function storeCollectors({ metrics, stores, findStoreStates }: Services): Collector[] {
  return [
    // Read the connection pools before the other sources of metrics: the commands of these sources would otherwise
    // count as callers that use or wait for a connection.
    {
      name: "pools",
      read: async () => () =>
        metrics.stores.setPools({ ...stores.mongo.pools(), meilisearch: stores.searchEngine.pool() }),
    },
    {
      name: "stores",
      read: async () => {
        const states = await findStoreStates();
        return () => metrics.stores.setStates(states);
      },
    },
  ];
}

function queueCollector({ metrics, queue }: Services): Collector {
  return {
    name: "queues",
    read: async () => {
      const states = await queue.states();
      return () => metrics.queues.set(states);
    },
    clear: metrics.queues.clear,
  };
}

function catalogueCollector({ metrics, productSync, clock }: Services): Collector {
  return {
    name: "catalogue",
    read: async () => {
      const kinds = await Promise.all(
        productKinds.map(async (kind) => {
          const { count, oldest } = await productSync.backlogOf(kind.name);
          const oldestMs = oldest === null ? 0 : Math.max(0, clock().getTime() - oldest.getTime());
          return { kind: kind.name, count, oldestMs };
        }),
      );
      return () => metrics.catalogue.set(kinds);
    },
    clear: metrics.catalogue.clear,
  };
}
