import type { Config } from "../config.ts";
import { createDashboardRoutes } from "../dashboard/routes.ts";
import { createApp } from "../http/app.ts";
import { createHttpLimits } from "../http/limits/http-limits.ts";
import { listen } from "../http/server.ts";
import { createSessionCookie } from "../http/session-cookie.ts";
import type { Logger } from "../infra/logger.ts";
import { waitAwake } from "../infra/wait-awake.ts";
import { createDocsAssets } from "../openapi/docs-assets.ts";
import { parseRunJob } from "../queues/jobs.ts";
import { warningsOf } from "../settings/warnings.ts";
import { createPages } from "./pages.ts";
import { createRoutes } from "./routes.ts";
import type { Services } from "./services.ts";

/** Serves the routes of all features over HTTP. @throws ListenError */
export async function startWeb(config: Config, services: Services, logger: Logger) {
  const { sessions, tokens, securityEvents, stores, newId, metrics, traces } = services;
  for (const warning of warningsOf(config)) logger.warn(warning);
  let isStopping = false;
  const isDraining = () => isStopping;
  const state = { cookie: createSessionCookie(config), docsAssets: createDocsAssets(), isDraining };
  const routes = createRoutes(config, services, state);
  const { pages, renderProblem } = createPages(config, services, state);
  const onLimit = metrics.http.limitReached;
  const limits = createHttpLimits({ ...services, config, logger, redis: stores.redis, onLimit });
  metrics.collect({
    name: "connections",
    read: async () => () => metrics.http.setConnections(limits.connections.counts()),
  });
  const dashboard = createDashboardRoutes({
    queues: services.queue.queues,
    runQueue: parseRunJob.name,
    config,
  });
  const app = createApp({
    config,
    logger,
    newId,
    cookie: state.cookie,
    routes: [...routes, ...dashboard],
    pages,
    renderProblem,
    sessions,
    tokens,
    securityEvents,
    storeLog: stores.log,
    traces,
    limits,
    metrics,
    isDraining,
  });
  const server = await listen({ config, limits, newId, logger, handle: app.callback() });
  return {
    url: server.url,
    /** Every route of the API. */
    routes,
    /** Every page, with the routes to which its forms post and the files that it loads. */
    pages,
    isDraining,
    /** The dashboard of the queues, with the files and data that it loads. */
    dashboard,

    /**
     * Makes the health check report "draining", and for SHUTDOWN_DELAY_MS still takes requests, so that proxies notice
     * the end of this process before its port is closed. Then ends the wait of requests for a run, and resolves when
     * all requests under way are answered. After an uncaught error there is no delay: no further request may be taken.
     */
    stop: async (hasFailed = false): Promise<void> => {
      isStopping = true;
      if (config.SHUTDOWN_DELAY_MS > 0 && !hasFailed) await waitAwake(config.SHUTDOWN_DELAY_MS);
      services.runs.stopWaiting();
      await server.drain();
    },
  };
}
