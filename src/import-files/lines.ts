import type { Readable } from "node:stream";

/**
 * Reads the lines of a UTF-8 text, except empty lines. Never buffers more than `maxBytes` and one chunk of the stream.
 */
export async function* readLines(file: Readable, maxBytes: number): AsyncGenerator<Line> {
  let line = 1;
  let pieces: Buffer[] = [];
  let bytes = 0;
  const endLine = (): Line[] => {
    const text = bytes > maxBytes ? null : Buffer.concat(pieces).toString("utf8").trim();
    pieces = [];
    bytes = 0;
    return text === "" ? [] : [{ line, text }];
  };
  for await (const chunk of file as AsyncIterable<Buffer | string>) {
    const buffer = Buffer.from(chunk as Buffer);
    let from = 0;
    for (let end = buffer.indexOf(0x0a); end !== -1; end = buffer.indexOf(0x0a, from)) {
      pieces.push(buffer.subarray(from, end));
      bytes += end - from;
      yield* endLine();
      line += 1;
      from = end + 1;
    }
    bytes += buffer.length - from;
    if (bytes <= maxBytes) pieces.push(buffer.subarray(from));
    else pieces = [];
  }
  yield* endLine();
}

/** A line of a text file from which data are imported. */
interface Line {
  /** The number of the line in its text; the first line is 1. */
  line: number;
  /** The trimmed text of the line; null if the line is longer than the maximum. */
  text: string | null;
}
