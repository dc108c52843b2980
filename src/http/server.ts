import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Config } from "../config.ts";

type Handler = Parameters<typeof createServer>[1];

interface ServerOptions {
  config: Pick<Config, "HOST" | "PORT" | "CONNECTION_IDLE_TIMEOUT_MS" | "SHUTDOWN_TIMEOUT_MS">;
  handle: NonNullable<Handler>;
}

const CLOSE_IDLE_EVERY_MS = 50;
/** Requests under way may take this share of the time in which the process has to stop; the rest is for cleaning up. */
const DRAIN_SHARE = 0.7;

/** Listens for HTTP. @throws the system's error when the port is in use */
export async function listen({ config, handle }: ServerOptions) {
  let isDraining = false;
  const server = createServer((request, response) => {
    // A client that sends one request after the other would keep its connection busy for ever.
    if (isDraining) response.shouldKeepAlive = false;
    handle(request, response);
  });
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  server.on("clientError", answerBrokenRequest);
  // An upload is bounded by having to move, not by how long it takes.
  server.requestTimeout = 0;
  server.timeout = config.CONNECTION_IDLE_TIMEOUT_MS;
  await bind(server, config);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${config.HOST}:${port}`,

    /**
     * Takes no new connection and waits for the requests under way. An upload that is slower than the process may take to stop
     * is broken off.
     */
    drain: async (): Promise<void> => {
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection that is kept alive becomes idle only when its last response is sent.
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

/** Bytes that are no HTTP get a response as well: there is no request that a route could answer. */
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

async function bind(server: Server, { HOST, PORT }: ServerOptions["config"]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(PORT, HOST, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
