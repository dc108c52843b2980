import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import test from "ava";
import { serialize } from "bson";
import type { Engine } from "../src/commands/command.ts";
import { serveConnection } from "../src/connection.ts";
import { until } from "./helpers/until.ts";
import { message, OP_MSG } from "./helpers/raw-messages.ts";

const ping = () => message(OP_MSG, Buffer.concat([Buffer.alloc(5), serialize({ ping: 1, $db: "admin" })]));

/**
 * Returns a fake socket, to which the test passes the bytes of a client, and the replies that the server has written to
 * the socket.
 */
function createSocket() {
  const replies: Buffer[] = [];
  const stream = new Duplex({
    read: () => undefined,
    write: (reply: Buffer, _encoding, done) => {
      replies.push(reply);
      done();
    },
  });
  return { socket: Object.assign(stream, { setNoDelay: () => stream }) as unknown as Socket, replies };
}

test("the MongoDB emulator answers a command that arrives in pieces while another command runs", async (t) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const engine = { failPoint: { pass: () => held } } as unknown as Engine;
  const { socket, replies } = createSocket();
  const served = serveConnection(socket, { engine, verifier: undefined });
  socket.push(ping());
  await nextTurn();
  const second = ping();
  for (const [from, to] of [
    [0, 10],
    [10, 20],
    [20, second.length],
  ])
    socket.push(second.subarray(from, to));
  await nextTurn();
  t.is(replies.length, 0);
  release();
  await until(async () => replies.length === 2, "both commands are answered");
  socket.destroy();
  await served;
  t.is(replies.length, 2);
});
