import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { onTeardown, type TestScope } from "./stores.ts";

/** A network between the service and a store. A test can make the network lose all bytes. */
export type Network = Awaited<ReturnType<typeof startNetwork>>;

/**
 * Starts a proxy in front of a store, which stops after the test or the test file of `scope`. Like a firewall that
 * drops packets, the proxy never closes or refuses a connection whose bytes it drops, so that neither side gets an
 * error.
 * @param storeUrl the URL of the store
 */
export async function startNetwork(scope: TestScope, storeUrl: string) {
  const store = new URL(storeUrl);
  const links = new Set<Link>();
  let isCut = false;
  let swallowed = 0;
  const server = createServer((client) => {
    if (isCut) swallowed += 1;
    const link = createLink(client, isCut ? null : connect(Number(store.port), store.hostname));
    links.add(link);
    client.on("close", () => links.delete(link));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTeardown(scope, async () => {
    server.close();
    for (const link of links) link.destroy();
  });
  const url = new URL(storeUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const forget = () => {
    for (const link of links) link.swallow();
  };
  return {
    /** The URL of the store through the network that the test can cut. */
    url: url.href.replace(/\/$/, ""),

    /** Drops every byte of all connections that are open now, until they are closed. New connections work. */
    forget,

    /** Drops every byte of the existing connections and of connections that are opened until `restore`. */
    cut: (): void => {
      isCut = true;
      swallowed = 0;
      forget();
    },

    /** Returns the number of connections that were opened between the last call of `cut` and `restore`. */
    openedWhileCut: (): number => swallowed,

    /** Lets new connections pass bytes again. Connections whose bytes were dropped stay dead. */
    restore: (): void => {
      isCut = false;
    },
  };
}

type Link = ReturnType<typeof createLink>;

/**
 * Passes bytes between the connection of a client and a connection to the store. If `store` is null, drops all bytes of
 * the client.
 */
function createLink(client: Socket, store: Socket | null) {
  let isDead = store === null;
  const pass = (from: Socket, to: Socket | null) => {
    from.setNoDelay(true).on("data", (chunk) => {
      if (!isDead) to?.write(chunk);
    });
    from.on("error", () => undefined);
  };
  pass(client, store);
  if (store) pass(store, client);
  client.on("close", () => store?.destroy());
  store?.on("close", () => {
    if (!isDead) client.destroy();
  });
  return {
    swallow: () => {
      isDead = true;
    },
    destroy: () => {
      client.destroy();
      store?.destroy();
    },
  };
}
