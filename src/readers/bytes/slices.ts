import { setImmediate } from "node:timers/promises";

// An XML parser has it done in some 3 ms, and a usual export fits in whole.
const sliceBytes = 128 * 1024;

/**
 * The same bytes in slices of at most 128 KiB, with a turn of the event loop after each 128 KiB: whoever reads them
 * slice by slice never holds up other work of the process for long, however large the chunks are.
 */
export async function* inSlices(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytesSinceTurn = 0;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += sliceBytes) {
      const slice = chunk.subarray(start, start + sliceBytes);
      yield slice;
      bytesSinceTurn += slice.length;
      if (bytesSinceTurn < sliceBytes) continue;
      await setImmediate();
      bytesSinceTurn = 0;
    }
  }
}
