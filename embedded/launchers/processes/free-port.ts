import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * The first of the ports that common systems do not assign by themselves. To outgoing connections and to servers that
 * ask for any port, Linux assigns ports from 32768 to 60999, and macOS and Windows assign ports from 49152 on. A free
 * port in those ranges may be taken a moment later by a connection.
 */
const FIRST_PORT = 15_000;
const LAST_PORT = 32_767;
const MAX_ATTEMPTS = 100;

/**
 * The ports that `freePort` has returned in this process. Their callers possibly do not listen on them yet, so no port
 * is returned twice. The list is global because ports belong to the machine.
 */
const given = new Set<number>();

/**
 * Returns a TCP port of 127.0.0.1 that nothing listens on now; each call returns another port. Another program may
 * still take the port before the caller listens on it.
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

/**
 * Returns the error code with which listening on the port fails (`EADDRINUSE`, `EACCES`), or undefined if listening
 * succeeds.
 */
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
