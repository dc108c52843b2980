import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import test from "ava";
import { StoreUnavailableError } from "../../src/errors.ts";
import { asStoreError } from "../../src/infra/store-errors.ts";

/** Node's own error of writing to a socket, by the state that the socket is in. */
async function writeErrorOf(prepare: (socket: Socket) => Promise<unknown>): Promise<unknown> {
  const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  try {
    await once(socket, "connect");
    await prepare(socket);
    return await new Promise((resolve) => {
      socket.on("error", () => undefined);
      socket.write("x", resolve);
    });
  } finally {
    socket.destroy();
    server.close();
  }
}

test("a command that is written to a connection just closed by MongoDB finds the store away", async (t) => {
  const states: Record<string, (socket: Socket) => Promise<unknown>> = {
    EPIPE: (socket) => once(socket.resume(), "end"),
    ERR_STREAM_DESTROYED: async (socket) => socket.destroy(),
  };
  for (const [code, prepare] of Object.entries(states)) {
    const error = await writeErrorOf(prepare);
    t.like(error, { code });
    t.like(asStoreError(error), { store: "MongoDB" });
    t.true(asStoreError(error) instanceof StoreUnavailableError);
  }
});

test("what no store has to do with stays what it is", (t) => {
  for (const code of ["ECONNRESET", "ENOENT", undefined]) {
    const error = Object.assign(new Error("of the client's own connection"), { code });
    t.is(asStoreError(error), error);
  }
});
