import { once } from "node:events";
import { connect as connectSocket, type Socket } from "node:net";
import { deserialize } from "bson";
import type { Db, Document } from "mongodb";

/** How long a test waits for an answer before it fails, in ms. */
const ANSWER_WITHIN_MS = 10_000;

/** The opcode of messages that contain a command. */
export const OP_MSG = 2013;
/**
 * The offset of the body in an answer, in bytes. The body follows the header, the flags and the kind byte of the
 * answer's only section.
 */
const REPLY_BODY_START = 21;

/** Returns a message of the wire protocol: a header followed by `body`. @param length the length in the header */
export function message(opCode: number, body: Buffer, length = body.length + 16): Buffer {
  const head = Buffer.alloc(16);
  head.writeInt32LE(length, 0);
  head.writeInt32LE(opCode, 12);
  return Buffer.concat([head, body]);
}

/**
 * Opens a TCP connection to the server without MongoDB's driver. The errors of the connection are ignored, because the
 * server may end the connection at any time.
 */
export async function openSocket(port: number, host = "127.0.0.1"): Promise<Socket> {
  const socket = connectSocket(port, host);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

/** Returns the section `documents` of a message with the given bytes, which may be malformed documents. */
function documentSequence(documents: Buffer): Buffer {
  const name = Buffer.from("documents\0");
  const head = Buffer.alloc(5);
  head.writeUInt8(1);
  head.writeInt32LE(4 + name.length + documents.length, 1);
  return Buffer.concat([head, name, documents]);
}

/**
 * Returns the next message; undefined if the connection ends first.
 * @throws Error if neither a message nor the end of the connection arrives within ANSWER_WITHIN_MS
 */
function readMessage(socket: Socket): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const timer = setTimeout(() => {
      reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`));
    }, ANSWER_WITHIN_MS);
    const settle = (reply: Buffer | undefined): void => {
      clearTimeout(timer);
      resolve(reply);
    };
    socket.on("data", (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length >= 4 && bytes.length >= bytes.readInt32LE(0)) settle(bytes);
    });
    socket.on("close", () => {
      settle(undefined);
    });
  });
}

/**
 * Sends the bytes of a command to the server of `db`, on a connection without TLS and log-in: a driver would refuse to
 * send some of these commands.
 * @returns the answer; undefined if the server ends the connection instead
 * @throws Error if neither an answer nor the end of the connection arrives within ANSWER_WITHIN_MS
 */
export async function sendRaw(db: Db, body: Buffer, documents?: Buffer): Promise<Document | undefined> {
  const [address] = db.client.options.hosts;
  const socket = await openSocket(address?.port ?? 27_017, address?.host);
  const sections = [Buffer.alloc(5), body, ...(documents === undefined ? [] : [documentSequence(documents)])];
  socket.write(message(OP_MSG, Buffer.concat(sections)));
  try {
    const reply = await readMessage(socket);
    return reply && deserialize(reply.subarray(REPLY_BODY_START));
  } finally {
    socket.destroy();
  }
}
