import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Config } from "../config.ts";
import { securityHeaders } from "./security-headers.ts";
import { every } from "../infra/every.ts";

const CLOSE_IDLE_INTERVAL_MS = 50;
/** Requests under way may take this share of SHUTDOWN_TIMEOUT_MS; the rest is for closing the stores. */
const DRAIN_SHARE = 0.7;

/** Starts to listen for HTTP requests. @throws the system's error when the port is in use */
export async function listen({ config, handle }: ServerOptions) {
  let isDraining = false;
  const server = createServer((request, response) => {
    // Otherwise a client that sends one request after the other would keep its connection open for ever.
    if (isDraining) response.shouldKeepAlive = false;
    handle(request, response);
  });
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  server.on("clientError", createBrokenRequestHandler(config));
  // A large upload may take long: what is limited is how long its connection may stall.
  server.requestTimeout = 0;
  server.timeout = config.CONNECTION_IDLE_TIMEOUT_MS;
  await bind(server, config);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${config.HOST}:${port}`,

    /**
     * Refuses new connections and waits for the requests under way. Breaks off those that take longer than their share of
     * SHUTDOWN_TIMEOUT_MS, such as slow uploads.
     */
    drain: async (): Promise<void> => {
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection that is kept alive becomes idle only when its last response is sent.
      const closingIdle = every(CLOSE_IDLE_INTERVAL_MS, async () => server.closeIdleConnections());
      const cutOff = setTimeout(() => server.closeAllConnections(), config.SHUTDOWN_TIMEOUT_MS * DRAIN_SHARE);
      await closed;
      clearTimeout(cutOff);
      await closingIdle.stop();
    },
  };
}

/** Creates the handler that responds to bytes that are not HTTP, for which Node makes no request that the app could handle. */
function createBrokenRequestHandler(config: Pick<Config, "PUBLIC_URL">) {
  const headers = Object.entries(securityHeaders(config)).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error: NodeJS.ErrnoException, socket: Duplex) =>
    answerBrokenRequest(error, socket, headers.join(""));
}

function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, headers: string): void {
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
      `Cache-Control: no-store\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`,
  );
}

async function bind(server: Server, { HOST, PORT }: ServerOptions["config"]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(PORT, HOST, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

type Handler = Parameters<typeof createServer>[1];

interface ServerOptions {
  config: Pick<Config, "PUBLIC_URL" | "HOST" | "PORT" | "CONNECTION_IDLE_TIMEOUT_MS" | "SHUTDOWN_TIMEOUT_MS">;
  handle: NonNullable<Handler>;
}
