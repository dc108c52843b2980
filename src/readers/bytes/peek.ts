/**
 * Reads the first `headBytes` bytes of a stream without losing them, and more bytes if `bytesFor` returns a higher
 * number for the bytes read. Errors of the stream pass through.
 * - `head`: the first bytes, or the whole of a shorter stream
 * - `all`: the whole stream, including the head, to be read only once; its first chunk contains at least the head
 * - `close`: ends the stream early, unless it has ended already
 */
export async function peek(
  chunks: AsyncIterable<Uint8Array>,
  headBytes: number,
  bytesFor: (beginning: Uint8Array) => number = () => headBytes,
) {
  const iterator = chunks[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  async function readUpTo(wanted: number): Promise<Uint8Array> {
    while (length < wanted) {
      const next = await iterator.next();
      if (next.done === true) break;
      parts.push(next.value);
      length += next.value.length;
    }
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
  }
  const beginning = await readUpTo(headBytes);
  const wanted = bytesFor(beginning.subarray(0, headBytes));
  const first = wanted > headBytes ? await readUpTo(wanted) : beginning;
  return {
    head: first.subarray(0, Math.max(wanted, headBytes)),
    all: join(first, iterator),
    async close(): Promise<void> {
      await iterator.return?.();
    },
  };
}

async function* join(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
