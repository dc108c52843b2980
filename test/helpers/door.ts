import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTeardown, type TestScope } from "./stores.ts";

/** A port of this machine that passes each connection on to the service that the test has chosen. */
export interface Door {
  port: number;
  /**
   * Passes new connections to the port on to a service.
   * @param url the address of the service
   */
  leadTo: (url: string) => void;
}

/**
 * Opens a port for a service whose settings must contain the port before the service starts. The port is closed after
 * the test or the test file of `scope`.
 */
export async function openDoor(scope: TestScope): Promise<Door> {
  let target: number | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (target === undefined) return void client.destroy();
    const service = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true).pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTeardown(scope, async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (url) => {
      target = Number(new URL(url).port);
    },
  };
}
