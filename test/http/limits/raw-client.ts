import { connect, type Socket } from "node:net";
import type { ExecutionContext } from "ava";

/** A connection on which a test can send any bytes. */
export interface RawConnection {
  socket: Socket;
  /** Returns the text that the service has sent so far. */
  received(): string;
  /** Resolves when the connection is closed by either side, with or without an error. */
  closed: Promise<void>;
}

/** Opens a connection to the service from a loopback address, and closes the connection when the test is over. */
export function openRaw(t: ExecutionContext, url: string, from = "127.0.0.1"): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
  });
  t.teardown(() => void socket.destroy());
  return { socket, received: () => text, closed };
}

/** Sends one byte every `intervalMs` until the connection is closed or the test is over. */
export function trickle(t: ExecutionContext, { socket }: RawConnection, intervalMs: number): void {
  const timer = setInterval(() => socket.write("a"), intervalMs);
  socket.once("close", () => clearInterval(timer));
  t.teardown(() => clearInterval(timer));
}

/**
 * Sends a GET request for a path from a loopback address. Returns the status of the response; 0 if the connection is
 * closed without a response.
 */
export async function statusFrom(
  t: ExecutionContext,
  url: string,
  path: string,
  from: string,
): Promise<number> {
  const connection = openRaw(t, url, from);
  connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: bench.test\r\nConnection: close\r\n\r\n`);
  await connection.closed;
  return Number(/^HTTP\/1\.1 (\d+)/.exec(connection.received())?.[1] ?? 0);
}
