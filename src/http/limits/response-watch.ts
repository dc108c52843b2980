import type { Socket } from "node:net";
import type { Config } from "../../config.ts";

const MS = 1000;

/** Watches how fast a client takes its responses. */
export type ResponseWatch = ReturnType<typeof createResponseWatch>;

/**
 * Creates the check of how fast the client of a connection takes its responses. The client must take bytes that wait to
 * be sent within TRANSFER_GRACE_MS plus the time that these bytes take at MIN_TRANSFER_BYTES_PER_S. The buffers of the
 * operating system take a few mebibytes immediately, so only larger responses wait to be sent.
 */
export function createResponseWatch(
  socket: Socket,
  {
    MIN_TRANSFER_BYTES_PER_S,
    TRANSFER_GRACE_MS,
  }: Pick<Config, "MIN_TRANSFER_BYTES_PER_S" | "TRANSFER_GRACE_MS">,
) {
  let sentBytes = 0;
  let pendingBytes = 0;
  let since = 0;
  return {
    /**
     * Whether the client takes its response too slowly. The result is only right if the method is called about once a
     * second.
     */
    isTooSlow: (): boolean => {
      const now = performance.now();
      // Bytes that were written to the socket count as sent when the operating system has taken all of them.
      const sent = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || sent !== sentBytes) {
        sentBytes = sent;
        pendingBytes = socket.writableLength;
        since = now;
        return false;
      }
      pendingBytes = Math.max(pendingBytes, socket.writableLength);
      return now - since > TRANSFER_GRACE_MS + (pendingBytes * MS) / MIN_TRANSFER_BYTES_PER_S;
    },
  };
}
