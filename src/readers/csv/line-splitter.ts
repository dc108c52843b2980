import { limits } from "../limits.ts";
import { message } from "../message.ts";
import { ReaderError } from "../reader-error.ts";

/** One line of a file: the bytes from `start` to `end`, followed by the `endLength` bytes of its line end. */
export interface Line {
  bytes: Buffer;
  start: number;
  end: number;
  /** The number of bytes of the line end: 1 for LF, 2 for CR LF, 0 for a last line without line end. */
  endLength: number;
  /** The offset in `bytes` of the first quotation mark; -1 if the line has no quotation mark. */
  quoteAt: number;
  /** The number of the line in the file, from 1. */
  number: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTATION_MARK = 0x22;

/**
 * Splits the bytes of a file into lines and passes them to `onLine`, reusing one `Line` object for all lines. Buffers
 * at most one line.
 */
export function createLineSplitter(onLine: (line: Line) => void) {
  // A buffer for the beginning of a line of the file whose end has not arrived yet.
  const carry = Buffer.allocUnsafe(limits.maxLineBytes + 2);
  let carried = 0;
  const line: Line = { bytes: carry, start: 0, end: 0, endLength: 0, quoteAt: -1, number: 0 };

  function keep(bytes: Buffer): void {
    if (carried + bytes.length > carry.length) throw lineTooLong(line.number + 1);
    bytes.copy(carry, carried);
    carried += bytes.length;
  }

  /**
   * Passes a line to `onLine`. @param quote the offset of the first quotation mark from `start` on, in this line or a
   * later one; -1 if there is no quotation mark
   */
  function emit(bytes: Buffer, start: number, end: number, quote: number): void {
    line.number += 1;
    line.endLength = bytes[end - 1] === LINE_FEED ? 1 : 0;
    if (line.endLength === 1 && end - start > 1 && bytes[end - 2] === CARRIAGE_RETURN) line.endLength = 2;
    line.bytes = bytes;
    line.start = start;
    line.end = end - line.endLength;
    line.quoteAt = quote < end ? quote : -1;
    if (line.end - start > limits.maxLineBytes) throw lineTooLong(line.number);
    onLine(line);
  }

  function emitCarried(): void {
    const length = carried;
    carried = 0;
    emit(carry, 0, length, carry.subarray(0, length).indexOf(QUOTATION_MARK));
  }

  return {
    /** Passes each line whose end is in the given bytes to `onLine`. @throws ReaderError `line_too_long` */
    write(bytes: Buffer): void {
      let start = 0;
      let lineEnd = bytes.indexOf(LINE_FEED);
      let quote = bytes.indexOf(QUOTATION_MARK);
      if (carried > 0 && lineEnd !== -1) {
        keep(bytes.subarray(0, lineEnd + 1));
        emitCarried();
        start = lineEnd + 1;
        lineEnd = bytes.indexOf(LINE_FEED, start);
      }
      while (lineEnd !== -1) {
        if (quote !== -1 && quote < start) quote = bytes.indexOf(QUOTATION_MARK, start);
        emit(bytes, start, lineEnd + 1, quote);
        start = lineEnd + 1;
        lineEnd = bytes.indexOf(LINE_FEED, start);
      }
      if (start < bytes.length) keep(bytes.subarray(start));
    },
    /** Ends the file: passes the last line to `onLine` if the line has no line end. */
    end(): void {
      if (carried > 0) emitCarried();
    },
  };
}

function lineTooLong(number: number): ReaderError {
  const detail = message`Line ${number} is longer than ${limits.maxLineBytes} bytes. A frame-time CSV has one short line for each frame. Send the file as the capture tool wrote it.`;
  return new ReaderError("line_too_long", detail, number);
}
