/** A stream whose first bytes are known. */
interface PeekedSource {
  /** The first `headBytes` bytes, or the whole file if it is shorter. */
  head: Uint8Array;
  /** The whole stream, the head included. Its first chunk holds at least the head. Can be read once. */
  all: AsyncIterable<Uint8Array>;
  /** Ends the stream early; harmless when it is already at its end. */
  close(): Promise<void>;
}

async function* join(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** Reads the first `headBytes` bytes of a stream without losing them. Errors of the stream pass through. */
export async function peek(chunks: AsyncIterable<Uint8Array>, headBytes: number): Promise<PeekedSource> {
  const iterator = chunks[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < headBytes) {
    const next = await iterator.next();
    if (next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
  }
  const [only] = parts;
  const first = only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
  return {
    head: first.subarray(0, headBytes),
    all: join(first, iterator),
    async close() {
      await iterator.return?.();
    },
  };
}
