const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Whether the lines of a file end with CR alone, as those of old Macintosh programs. Told by its first text. */
export function hasLoneCarriageReturns(headText: string): boolean {
  return headText.includes("\r") && !headText.includes("\n");
}

/** The lines of a file's first text, without their line ends. */
export function splitLines(headText: string): string[] {
  return headText.split(hasLoneCarriageReturns(headText) ? "\r" : /\r?\n/);
}

/** The same bytes with LF in the place of each CR. */
export async function* toLineFeeds(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk.map((byte) => (byte === carriageReturn ? lineFeed : byte));
  }
}
