import { limits } from "../limits.ts";
import { message } from "../message.ts";
import { ReaderError } from "../reader-error.ts";

/** One line of a file: the bytes from `start` to `end`, followed by the `endLength` bytes of its line end. */
export interface Line {
  bytes: Buffer;
  start: number;
  end: number;
  /** 1 for LF, 2 for CR LF, 0 for a last line without line end. */
  endLength: number;
  /** Counted from 1. */
  number: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Cuts bytes into lines and hands them to `onLine`, reusing one `Line` object for all of them. Buffers no more than one line. */
export function createLineSplitter(onLine: (line: Line) => void) {
  // The beginning of a line whose end has not arrived yet.
  const carry = Buffer.allocUnsafe(limits.maxLineBytes + 2);
  let carried = 0;
  const line: Line = { bytes: carry, start: 0, end: 0, endLength: 0, number: 0 };

  function keep(bytes: Buffer): void {
    if (carried + bytes.length > carry.length) throw lineTooLong(line.number + 1);
    bytes.copy(carry, carried);
    carried += bytes.length;
  }

  function emit(bytes: Buffer, start: number, end: number): void {
    line.number += 1;
    line.endLength = bytes[end - 1] === LINE_FEED ? 1 : 0;
    if (line.endLength === 1 && end - start > 1 && bytes[end - 2] === CARRIAGE_RETURN) line.endLength = 2;
    line.bytes = bytes;
    line.start = start;
    line.end = end - line.endLength;
    if (line.end - start > limits.maxLineBytes) throw lineTooLong(line.number);
    onLine(line);
  }

  function emitCarried(): void {
    const length = carried;
    carried = 0;
    emit(carry, 0, length);
  }

  return {
    /**
     * Hands on each line that ends in these bytes.
     * @throws ReaderError `line_too_long`
     */
    write(bytes: Buffer): void {
      let start = 0;
      let lineEnd = bytes.indexOf(LINE_FEED);
      if (carried > 0 && lineEnd !== -1) {
        keep(bytes.subarray(0, lineEnd + 1));
        emitCarried();
        start = lineEnd + 1;
        lineEnd = bytes.indexOf(LINE_FEED, start);
      }
      while (lineEnd !== -1) {
        emit(bytes, start, lineEnd + 1);
        start = lineEnd + 1;
        lineEnd = bytes.indexOf(LINE_FEED, start);
      }
      if (start < bytes.length) keep(bytes.subarray(start));
    },
    /** Hands on the last line where it has no line end. */
    end(): void {
      if (carried > 0) emitCarried();
    },
  };
}

function lineTooLong(number: number): ReaderError {
  const detail = message`Line ${number} is longer than ${limits.maxLineBytes} bytes. A frame-time CSV has one short line for each frame. Send the file as the capture tool wrote it.`;
  return new ReaderError("line_too_long", detail, number);
}
