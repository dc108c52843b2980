import type { Socket } from "node:net";
import { createLogin, type Verifier } from "./authentication.ts";
import type { Engine } from "./commands/command.ts";
import { runCommand } from "./commands/run-command.ts";
import type { ExchangeListener } from "./shape-log.ts";
import { messageLength, readMessage, writeReply } from "./wire.ts";

/**
 * Answers the messages of one client, one after another, until the client disconnects. Bytes that are no message of the
 * protocol end this connection, but no other. Never rejects. Resolves only after the last command has ended.
 */
export function serveConnection(
  socket: Socket,
  { engine, verifier, onExchange = () => undefined }: ConnectionOptions,
): Promise<void> {
  socket.setNoDelay(true);
  const login = createLogin(verifier);
  const inbox = createInbox();
  let replyId = 0;
  let serving: Promise<void> | undefined;
  /** Whether further bytes have arrived from the client while the server was answering earlier messages. */
  let hasMore = false;

  const answerAll = async (): Promise<void> => {
    for (let message = inbox.take(); message !== undefined; message = inbox.take()) {
      const request = readMessage(message);
      const reply = await runCommand(request, engine, login);
      onExchange(request, reply);
      if (request.expectsReply) await send(socket, writeReply(request, ++replyId, reply));
    }
  };
  const serve = (): void => {
    hasMore = false;
    serving = answerAll()
      .catch(() => void socket.destroy()) // The client has sent bytes that are no message of the protocol.
      .finally(() => {
        serving = undefined;
        // Answer again if bytes have arrived from the client since `answerAll` took the last message.
        if (hasMore && !socket.destroyed) serve();
        else socket.resume();
      });
  };
  socket.on("data", (chunk: Buffer) => {
    inbox.add(chunk);
    if (serving === undefined) return serve();
    hasMore = true;
    // Pause reading: a client that sends more while it waits for an answer must not fill the memory.
    socket.pause();
  });
  socket.on("error", () => undefined); // The client has disconnected, which the handler of "close" deals with.
  return new Promise((resolve) => {
    socket.once("close", () => void Promise.resolve(serving).then(resolve));
  });
}

interface ConnectionOptions {
  engine: Engine;
  /** The data with which log-ins are checked; undefined if clients need no log-in. */
  verifier: Verifier | undefined;
  onExchange?: ExchangeListener | undefined;
}

/** Creates a buffer that splits the received bytes into messages. */
function createInbox() {
  let chunks: Buffer[] = [];
  let size = 0;
  /** The length of the client's next message; undefined until the length has arrived. */
  let length: number | undefined;
  return {
    add: (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
    },
    /** Returns the next complete message; undefined if part of the message has not arrived. @throws ProtocolError */
    take: (): Buffer | undefined => {
      length ??= messageLength(joinedHead(chunks));
      if (length === undefined || size < length) return undefined;
      const [only] = chunks;
      const bytes = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, size);
      const message = bytes.subarray(0, length);
      chunks = size === length ? [] : [bytes.subarray(length)];
      size -= length;
      length = undefined;
      return message;
    },
  };
}

function joinedHead(chunks: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = chunks;
  return first.length >= 4 ? first : Buffer.concat(chunks);
}

/**
 * Sends bytes. Waits until the socket accepts more bytes, so that the answers to a slow client do not fill the memory.
 */
async function send(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.write(bytes) || socket.destroyed) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      socket.off("drain", end).off("close", end);
      resolve();
    };
    socket.on("drain", end).on("close", end);
  });
}
