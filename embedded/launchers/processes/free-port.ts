import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** A TCP port of 127.0.0.1 that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Why a port cannot be listened on (`EADDRINUSE`, `EACCES`), or undefined where it can. */
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
