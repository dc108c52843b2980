import { setImmediate } from "node:timers/promises";

// The maximum number of bytes in a slice of XML. Parsing a slice of this size takes about 3 ms, and most exports are
// smaller.
const SLICE_BYTES = 128 * 1024;

/**
 * Splits bytes into slices of at most 128 KiB, and lets the event loop run other work after every 128 KiB. So a
 * consumer that parses one slice at a time blocks the event loop only for some milliseconds, even if the chunks are
 * large.
 */
export async function* inSlices(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytesSinceTurn = 0;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      yield slice;
      bytesSinceTurn += slice.length;
      if (bytesSinceTurn < SLICE_BYTES) continue;
      await setImmediate();
      bytesSinceTurn = 0;
    }
  }
}
