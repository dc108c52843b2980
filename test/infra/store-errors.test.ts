import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import test from "ava";
import { StoreUnavailableError } from "../../src/errors.ts";
import { asStoreError } from "../../src/infra/store-errors.ts";

/** Connects a socket to a server, passes it to `use`, then closes both. */
async function withSocket<T>(server: Server, use: (socket: Socket) => Promise<T>): Promise<T> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return await use(socket);
  } finally {
    socket.destroy();
    server.close();
  }
}

/** Functions that break a connection, by the code of the error that Node reports for it. */
const brokenConnections: Record<string, () => Promise<unknown>> = {
  EPIPE: () =>
    withSocket(
      createServer((socket) => socket.end()),
      async (socket) => {
        await once(socket.resume(), "end");
        return new Promise((resolve) => {
          socket.on("error", () => undefined).write("x", resolve);
        });
      },
    ),
  ECONNRESET: () =>
    withSocket(
      createServer((socket) => socket.once("data", () => socket.resetAndDestroy())),
      (socket) => new Promise((resolve) => socket.on("error", resolve).write("x")),
    ),
};

test("Node's errors of a broken connection count as an unavailable MongoDB", async (t) => {
  for (const [code, breakConnection] of Object.entries(brokenConnections)) {
    const error = await breakConnection();
    t.like(error, { code });
    t.like(asStoreError(error), { store: "MongoDB" });
    t.true(asStoreError(error) instanceof StoreUnavailableError);
  }
});

test("the error of an upload that its client breaks off does not count as a store error", async (t) => {
  const broken = new Promise((resolve) => {
    const server = createHttpServer((request) => {
      request.on("error", resolve).on("data", () => socketToBreak?.destroy());
    });
    let socketToBreak: Socket | undefined;
    void withSocket(server, async (socket) => {
      socketToBreak = socket;
      socket.write("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\n\r\nx");
      await once(socket, "close");
    });
  });
  const error = await broken;
  t.like(error, { code: "ECONNRESET" });
  t.is(asStoreError(error), error);
});
