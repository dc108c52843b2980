import { setImmediate } from "node:timers/promises";

// The slowest input (rows of another length than the header) keeps the parser of CSV busy for 30 ms a slice of this size.
const sliceBytes = 2048;

/**
 * The same bytes in slices of at most 2 KiB, with a turn of the event loop after each 2 KiB: whoever reads them
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
