import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Ports that none of the usual systems gives away by itself: Linux takes the local ports of connections, and the ports of servers that
 * ask for any, from 32768 to 60999, macOS and Windows theirs from 49152 on. A port from there may be gone a moment later, taken by a
 * connection to somewhere else.
 */
const FIRST_PORT = 15_000;
const LAST_PORT = 32_767;
const MAX_ATTEMPTS = 100;

/** The ports that callers in this process have and may not listen on yet. One list, because the ports are those of the machine. */
const given = new Set<number>();

/**
 * Returns a TCP port of 127.0.0.1 that nothing listens on now, and another one at each call. Another program that chooses the very
 * same port may take it before the caller does.
 * @throws Error where MAX_ATTEMPTS ports were taken
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (given.has(port)) continue;
    given.add(port);
    if ((await portFault(port, "127.0.0.1")) === undefined) return port;
  }
  throw new Error(
    `Expected a free port of 127.0.0.1 from ${FIRST_PORT} to ${LAST_PORT}, found none in ${MAX_ATTEMPTS} attempts`,
  );
}

/** Returns the error code that listening on the port fails with (`EADDRINUSE`, `EACCES`), or undefined if it succeeds. */
export async function portFault(port: number, host: string): Promise<string | undefined> {
  const server = createServer().listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
  server.close();
  await once(server, "close");
  return undefined;
}
