import type { Socket } from "node:net";
import { createLogin, type Verifier } from "./authentication.ts";
import type { Engine } from "./commands/command.ts";
import { runCommand } from "./commands/run-command.ts";
import type { ExchangeListener } from "./shape-log.ts";
import { messageLength, readMessage, writeReply } from "./wire.ts";

/**
 * Answers the messages of one client, one after another, until the client disconnects. Bytes that are no message of the
 * protocol end this connection, but no other. Never rejects.
 */
export async function serveConnection(
  socket: Socket,
  { engine, verifier, onExchange = () => undefined }: ConnectionOptions,
): Promise<void> {
  socket.setNoDelay(true);
  const login = createLogin(verifier);
  let replyId = 0;
  try {
    for await (const message of messagesOf(socket)) {
      const request = readMessage(message);
      const reply = await runCommand(request, engine, login);
      onExchange(request, reply);
      if (request.expectsReply) await send(socket, writeReply(request, ++replyId, reply));
    }
  } catch {
    // The client has disconnected or does not speak the protocol. It learns so from the end of the connection.
  } finally {
    socket.destroy();
  }
}

interface ConnectionOptions {
  engine: Engine;
  /** Checks log-ins; undefined where clients need none. */
  verifier: Verifier | undefined;
  onExchange?: ExchangeListener | undefined;
}

async function* messagesOf(socket: Socket): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  let length: number | undefined;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    length ??= messageLength(joinedHead(chunks));
    while (length !== undefined && size >= length) {
      const bytes = Buffer.concat(chunks, size);
      yield bytes.subarray(0, length);
      const rest = bytes.subarray(length);
      chunks = [rest];
      size = rest.length;
      length = messageLength(rest);
    }
  }
}

function joinedHead(chunks: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = chunks;
  return first.length >= 4 ? first : Buffer.concat(chunks);
}

/** Sends bytes. Resolves once the socket takes more, so that the answers to a slow client do not pile up here. */
function send(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
