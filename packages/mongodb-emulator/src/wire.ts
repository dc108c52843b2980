import { checkDocument, InvalidBsonError } from "./bson/check-bson.ts";
import { bsonType, getField, Value } from "./bson/raw-bson.ts";

/** The maximum length of a message, in bytes, which the answer to `hello` announces. */
export const MAX_MESSAGE_BYTES = 48_000_000;
const HEADER_BYTES = 16;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/**
 * The lower 16 flags of OP_MSG without the two that this server knows. The protocol requires a server to refuse a
 * message with an unknown flag among the lower 16.
 */
const UNKNOWN_FLAGS = 0xfffc;

/**
 * Reads one whole message (MongoDB's manual: "MongoDB Wire Protocol") and checks every document in it.
 * @throws ProtocolError
 */
export function readMessage(bytes: Buffer): Request {
  const id = bytes.readInt32LE(4);
  const opCode = bytes.readInt32LE(12);
  try {
    if (opCode === opcodes.msg) return readMsg(id, bytes);
    if (opCode === opcodes.query) return readQuery(id, bytes);
  } catch (error) {
    if (error instanceof InvalidBsonError || error instanceof RangeError)
      throw new ProtocolError(error.message);
    throw error;
  }
  throw new ProtocolError(`unknown opcode ${opCode}`);
}

/** Returns the bytes of the answer to a request, as OP_REPLY or OP_MSG to match the request. */
export function writeReply(request: Request, replyId: number, { bytes: body }: Value): Buffer {
  const head = Buffer.alloc(HEADER_BYTES + (request.isQuery ? 20 : 5));
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(replyId, 4);
  head.writeInt32LE(request.id, 8);
  head.writeInt32LE(request.isQuery ? opcodes.reply : opcodes.msg, 12);
  if (request.isQuery) {
    head.writeInt32LE(8, HEADER_BYTES); // Set the response flag AwaitCapable, as every MongoDB server does.
    head.writeInt32LE(1, HEADER_BYTES + 16);
  }
  return Buffer.concat([head, body]);
}

/**
 * Returns the length of the message of MongoDB's wire protocol that begins with the given bytes; undefined for fewer
 * than four bytes.
 * @throws ProtocolError
 */
export function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length < 4) return undefined;
  const length = bytes.readInt32LE(0);
  if (length < HEADER_BYTES + 5 || length > MAX_MESSAGE_BYTES)
    throw new ProtocolError(
      `expected a message of at most ${MAX_MESSAGE_BYTES} bytes, found a length of ${length}`,
    );
  return length;
}

/** A message with which a client sends a command. */
export interface Request {
  readonly id: number;
  /** The document of the command; its first field is the command's name. */
  readonly body: Value;
  /**
   * Lists of documents that a client has sent beside the body of a message, by name: `documents`, `updates`, `deletes`.
   */
  readonly sequences: ReadonlyMap<string, readonly Value[]>;
  readonly expectsReply: boolean;
  /** Whether the command was sent as OP_QUERY, like the first message of a connection, or as OP_MSG. */
  readonly isQuery: boolean;
}

/** Thrown when the bytes are no message of MongoDB's wire protocol. The connection has to end. */
class ProtocolError extends Error {
  override name = "ProtocolError";
}

const opcodes = { reply: 1, query: 2004, msg: 2013 } as const;

function readMsg(id: number, bytes: Buffer): Request {
  const flags = bytes.readUInt32LE(HEADER_BYTES);
  if ((flags & UNKNOWN_FLAGS) !== 0) throw new ProtocolError(`unknown flags ${flags}`);
  const limit = bytes.length - ((flags & CHECKSUM_PRESENT) === 0 ? 0 : 4);
  const sequences = new Map<string, Value[]>();
  let body: Value | undefined;
  let at = HEADER_BYTES + 4;
  while (at < limit) {
    const kind = bytes[at];
    if (kind === 0 && body === undefined) {
      const end = checkDocument(bytes, at + 1, limit);
      body = new Value(bsonType.object, bytes.subarray(at + 1, end));
      at = end;
    } else if (kind === 1) at = readSequence(bytes, at + 1, limit, sequences);
    else throw new ProtocolError(`unexpected section of kind ${kind}`);
  }
  if (body === undefined) throw new ProtocolError("a message without a body");
  return { id, body, sequences, expectsReply: (flags & MORE_TO_COME) === 0, isQuery: false };
}

function readSequence(bytes: Buffer, start: number, limit: number, sequences: Map<string, Value[]>): number {
  const end = start + bytes.readInt32LE(start);
  const nameEnd = bytes.indexOf(0, start + 4);
  if (nameEnd < 0 || nameEnd >= end || end > limit) throw new ProtocolError("section out of bounds");
  const name = bytes.toString("utf8", start + 4, nameEnd);
  if (sequences.has(name)) throw new ProtocolError(`two sections named ${name}`);
  const documents: Value[] = [];
  for (let at = nameEnd + 1; at < end;) {
    const next = checkDocument(bytes, at, end);
    documents.push(new Value(bsonType.object, bytes.subarray(at, next)));
    at = next;
  }
  sequences.set(name, documents);
  return end;
}

function readQuery(id: number, bytes: Buffer): Request {
  const nameEnd = bytes.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd < 0) throw new ProtocolError("the namespace in a query message has no terminating zero byte");
  const start = nameEnd + 9;
  const query = new Value(bsonType.object, bytes.subarray(start, checkDocument(bytes, start, bytes.length)));
  const wrapped = getField(query, "$query");
  return { id, body: wrapped ?? query, sequences: new Map(), expectsReply: true, isQuery: true };
}
