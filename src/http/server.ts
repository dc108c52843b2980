import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Config } from "../config.ts";
import { hostInUrl } from "../settings/values.ts";
import { every } from "../infra/every.ts";
import { ListenError } from "../infra/listen-error.ts";
import type { Logger } from "../infra/logger.ts";
import type { NewId } from "../infra/new-id.ts";
import { createBrokenRequestHandler } from "./broken-requests.ts";
import type { HttpLimits } from "./limits/http-limits.ts";
import { Problem, problemTypes } from "./problems/problem-types.ts";

const CLOSE_IDLE_INTERVAL_MS = 50;
/**
 * The share of SHUTDOWN_TIMEOUT_MS for which a stopping process waits for requests under way; the rest is for closing
 * the stores.
 */
const DRAIN_SHARE = 0.7;
/**
 * The share of SHUTDOWN_TIMEOUT_MS after which a stopping process refuses forms that still arrive, so that their
 * senders get an answer.
 */
const UPLOAD_SHARE = 0.5;
const RETRY_AFTER_STOP_S = 5;
const CHECK_CONNECTIONS_INTERVAL_MS = 1000;
/**
 * The number by which Node's limit of connections exceeds the limits of the settings. Node closes new connections
 * beyond `server.maxConnections` before this service can close an idle connection in their place. A connection that was
 * closed to make room still counts for Node for a moment, and many connections may be accepted in that moment.
 */
const CLOSING_CONNECTIONS = 4096;

/** Starts to listen for HTTP requests. @throws ListenError */
export async function listen({ config, limits, newId, logger, handle }: ServerOptions) {
  const { connections } = limits;
  const checkIntervalMs = Math.min(CHECK_CONNECTIONS_INTERVAL_MS, config.HEADERS_TIMEOUT_MS / 2);
  const server = createServer(
    {
      headersTimeout: config.HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: checkIntervalMs,
      // Switch off Node's time limit for receiving a request, because a large upload may take long. Another limit
      // refuses an upload that arrives too slowly (`createUploadRates`).
      requestTimeout: 0,
    },
    (request, response) => {
      connections.requested(request, response);
      handle(request, response);
    },
  );
  server.on("connection", (socket) => connections.opened(socket));
  // Answer a request with an unknown `Expect` header like any other request (RFC 9110, section 10.1.1).
  for (const expectation of ["checkContinue", "checkExpectation"] as const)
    server.on(expectation, (request, response) => server.emit("request", request, response));
  const answerBrokenRequest = createBrokenRequestHandler(config, newId);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // If an earlier request on the connection still waits for its response, close the connection without an answer to
    // the faulty bytes: the client would take the error for that response.
    if (connections.owesResponse(socket as Socket)) socket.destroy();
    else answerBrokenRequest(error, socket);
  });
  server.timeout = config.CONNECTION_IDLE_TIMEOUT_MS;
  // Use a longer timeout than Node's default of 5 s. A client or a proxy that sends its next request while an idle
  // connection is being closed gets no answer, which happens more often with a short timeout.
  server.keepAliveTimeout = config.CONNECTION_IDLE_TIMEOUT_MS;
  server.maxConnections = config.MAX_CONNECTIONS + config.RESERVED_CONNECTIONS + CLOSING_CONNECTIONS;
  await bind(server, config);
  const watchingReaders = every(checkIntervalMs, async () => connections.closeSlowReaders());
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${hostInUrl(config.HOST)}:${port}`,

    /**
     * Refuses new connections and waits for the requests under way. Forms that still arrive after UPLOAD_SHARE of
     * SHUTDOWN_TIMEOUT_MS are answered with 503, and all connections that are still open after DRAIN_SHARE of
     * SHUTDOWN_TIMEOUT_MS are closed.
     */
    drain: async (): Promise<void> => {
      await drain(server, { config, limits, logger });
      await watchingReaders.stop();
    },
  };
}

async function drain(
  server: Server,
  { config, limits, logger }: Pick<ServerOptions, "config" | "limits" | "logger">,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Close idle connections repeatedly, because a connection with keep-alive becomes idle only when its last response is
  // sent.
  const closingIdle = every(CLOSE_IDLE_INTERVAL_MS, async () => server.closeIdleConnections());
  const refuseForms = () => limits.uploads.cutOffAll(stopProblem());
  const breakOff = () => {
    logger.warn(
      { requests: limits.connections.countRequests() },
      "the process is stopping: unfinished requests were cut off",
    );
    server.closeAllConnections();
  };
  const refusing = setTimeout(refuseForms, config.SHUTDOWN_TIMEOUT_MS * UPLOAD_SHARE);
  const breaking = setTimeout(breakOff, config.SHUTDOWN_TIMEOUT_MS * DRAIN_SHARE);
  await closed;
  clearTimeout(refusing);
  clearTimeout(breaking);
  await closingIdle.stop();
}

/**
 * Returns the problem with which a stopping process answers a form that is still arriving when the process no longer
 * waits for forms.
 */
function stopProblem(): Problem {
  return new Problem(problemTypes.tryAgain, {
    detail:
      "This process of the service is stopping, and the form did not arrive in time. Nothing was stored.",
    headers: { "Retry-After": String(RETRY_AFTER_STOP_S) },
  });
}

async function bind(server: Server, { HOST, PORT }: ServerOptions["config"]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new ListenError({ HOST, PORT }, error.code ?? error.message, { cause: error }));
    server.once("error", fail);
    server.listen(PORT, HOST, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

type Handler = Parameters<typeof createServer>[1];

interface ServerOptions {
  config: Pick<
    Config,
    | "PUBLIC_URL"
    | "HOST"
    | "PORT"
    | "CONNECTION_IDLE_TIMEOUT_MS"
    | "SHUTDOWN_TIMEOUT_MS"
    | "HEADERS_TIMEOUT_MS"
    | "MAX_CONNECTIONS"
    | "RESERVED_CONNECTIONS"
  >;
  limits: Pick<HttpLimits, "connections" | "uploads">;
  newId: NewId;
  logger: Logger;
  handle: NonNullable<Handler>;
}
