import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { createAccountRoutes } from "../accounts/routes.ts";
import { createBenchmarkRoutes } from "../benchmarks/routes.ts";
import { createBuildRoutes } from "../builds/routes.ts";
import type { Config } from "../config.ts";
import { createApp } from "../http/app.ts";
import { createHealthRoutes } from "../http/health-routes.ts";
import { problemPageRoute } from "../http/problems/problem-routes.ts";
import { createSessionCookie } from "../http/session-cookie.ts";
import type { Logger } from "../infra/logger.ts";
import { productKinds } from "../products/kinds/kinds.ts";
import { createProductRoutes } from "../products/routes.ts";
import type { Services } from "./services.ts";

/** The listening web process. */
export interface Web {
  url: string;
  /**
   * Says "not ready" from now on, takes no new connection, and waits for the requests that are under way. An upload that
   * is slower than the process may take to stop is broken off.
   */
  stop(): Promise<void>;
}

const DAY_S = 24 * 60 * 60;
const CLOSE_IDLE_EVERY_MS = 50;
/** What is under way may take this much of the time that the process has to stop; the rest is for cleaning up. */
const DRAIN_SHARE = 0.7;

/** Listens for HTTP. @throws the system's error when the port is taken */
export async function startWeb(config: Config, services: Services, logger: Logger): Promise<Web> {
  let isDraining = false;
  const app = createWebApp(config, services, { logger, isDraining: () => isDraining });
  const handle = app.callback();
  const server = createServer((request, response) => {
    // A client that sends one request after the other would keep its connection busy for ever.
    if (isDraining) response.shouldKeepAlive = false;
    void handle(request, response);
  });
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  server.on("clientError", answerBrokenRequest);
  // What bounds an upload is that it must move, not how long it takes.
  server.requestTimeout = 0;
  server.timeout = config.CONNECTION_IDLE_TIMEOUT_MS;
  await listen(server, config);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${config.HOST}:${port}`,
    stop: async () => {
      isDraining = true;
      services.benchmarks.waiter.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection that is kept alive becomes idle only when its last answer is sent.
      const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
      const cutting = setTimeout(
        () => server.closeAllConnections(),
        config.SHUTDOWN_TIMEOUT_MS * DRAIN_SHARE,
      );
      await closed;
      clearInterval(closing);
      clearTimeout(cutting);
    },
  };
}

/** What is no HTTP gets an answer as well, and nothing else: there is no request to take up. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const body = JSON.stringify({
    type: "about:blank",
    title: status.slice(4),
    status: Number(status.slice(0, 3)),
  });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
}

function createWebApp(
  config: Config,
  services: Services,
  options: { logger: Logger; isDraining: () => boolean },
) {
  const { accounts, benchmarks, builds, clock, idempotency, products, records, stores, newId } = services;
  const { logger, isDraining } = options;
  const cookie = createSessionCookie({
    isSecure: config.PUBLIC_URL.startsWith("https:"),
    maxAgeS: config.SESSION_DAYS * DAY_S,
  });
  const routes = [
    ...createAccountRoutes({ ...accounts, cookie, isDevLoginAllowed: config.DEV_LOGIN }),
    ...createBuildRoutes({ builds, idempotency, clock }),
    ...createBenchmarkRoutes({ ...benchmarks, ...records, requireBuild: builds.get }),
    ...createProductRoutes({ kinds: productKinds, ...products }),
    ...createHealthRoutes({
      pings: {
        mongodb: () => stores.mongo.ping(),
        redis: () => stores.redis.ping(),
        meilisearch: () => stores.searchEngine.ping(),
      },
      timeoutMs: config.STORE_TIMEOUT_MS,
      isDraining,
    }),
    problemPageRoute(),
  ];
  const findCaller = async (token: string) => {
    const found = await accounts.sessions.findAccount(token);
    if (!found) return null;
    const { account, isProlonged } = found;
    const { _id: account_id, name, tier, role } = account;
    return { caller: { account_id, name, tier, role }, isProlonged };
  };
  return createApp({ config, logger, newId, cookie, routes, findCaller });
}

async function listen(server: Server, { HOST, PORT }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(PORT, HOST, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
