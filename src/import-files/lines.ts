import type { Readable } from "node:stream";

/** A line of a text; `text` is null where it is longer than it may be. */
export interface Line {
  line: number;
  text: string | null;
}

/** The lines of a UTF-8 text without the empty ones. Never holds more than `maxBytes` and one chunk of the stream. */
export async function* readLines(file: Readable, maxBytes: number): AsyncGenerator<Line> {
  let line = 1;
  let held: Buffer[] = [];
  let bytes = 0;
  const take = (): Line[] => {
    const text = bytes > maxBytes ? null : Buffer.concat(held).toString("utf8").trim();
    held = [];
    bytes = 0;
    return text === "" ? [] : [{ line, text }];
  };
  for await (const chunk of file as AsyncIterable<Buffer | string>) {
    const buffer = Buffer.from(chunk as Buffer);
    let from = 0;
    for (let end = buffer.indexOf(0x0a); end !== -1; end = buffer.indexOf(0x0a, from)) {
      held.push(buffer.subarray(from, end));
      bytes += end - from;
      yield* take();
      line += 1;
      from = end + 1;
    }
    bytes += buffer.length - from;
    if (bytes <= maxBytes) held.push(buffer.subarray(from));
    else held = [];
  }
  yield* take();
}
