const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Whether the lines of a file end with CR alone, as old Macintosh programs write them; only the decoded beginning of
 * the file is checked.
 */
export function hasLoneCarriageReturns(headText: string): boolean {
  return headText.includes("\r") && !headText.includes("\n");
}

/** Replaces each CR in the bytes of a file by LF. */
export async function* toLineFeeds(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte));
  }
}
