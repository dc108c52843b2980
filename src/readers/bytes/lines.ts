import { ReaderError } from "../reader-error.ts";

const newline = 0x0a;

/** Watches the lines of a byte stream that passes through it. */
interface LineGuard {
  /** The same bytes. Throws ReaderError `line_too_long` where more than the allowed bytes stand between two line ends. */
  watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Whether the bytes that passed so far end with a line end. */
  endsWithNewline(): boolean;
}

/** A guard against files without line ends, which no parser of rows bounds by itself. */
export function createLineGuard(maxLineBytes: number): LineGuard {
  let line = 1;
  let bytesInLine = 0;

  function check(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      checkLength(bytesInLine + end - start);
      line += 1;
      bytesInLine = 0;
      start = end + 1;
    }
    bytesInLine += chunk.length - start;
    checkLength(bytesInLine);
  }

  function checkLength(bytes: number): void {
    if (bytes <= maxLineBytes) return;
    const detail = `Line ${line} is longer than ${maxLineBytes} bytes. A frame-time CSV has one short line for each frame. Send the file as the capture tool wrote it.`;
    throw new ReaderError("line_too_long", detail, line);
  }

  return {
    async *watch(chunks) {
      for await (const chunk of chunks) {
        check(chunk);
        yield chunk;
      }
    },
    endsWithNewline: () => bytesInLine === 0,
  };
}

/** The bytes that follow the first `count` line ends. */
export async function* skipLines(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array> {
  let remaining = count;
  for await (const chunk of chunks) {
    let start = 0;
    while (remaining > 0 && start < chunk.length) {
      const end = chunk.indexOf(newline, start);
      if (end === -1) {
        start = chunk.length;
      } else {
        start = end + 1;
        remaining -= 1;
      }
    }
    if (start < chunk.length) yield chunk.subarray(start);
  }
}
