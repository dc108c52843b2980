import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** Returns a TCP port of 127.0.0.1 that nothing listens on now. Another program may take it before the caller does. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
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
