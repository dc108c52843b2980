/*
 * This module searches four bytes of a line at a time, as one number, because most bytes are digits rather than
 * delimiters. The technique is known as SWAR (SIMD within a register):
 * https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord
 */

/** The number of bytes of a CSV line that are searched at a time. */
export const WORD_BYTES = 4;

const LOWEST_BITS = 0x01_01_01_01;
const OTHER_BITS = 0x7f_7f_7f_7f;
/**
 * The maximum number of words (of four bytes each) whose delimiters are counted in one sum. With more words, a byte of
 * the sum could exceed 255.
 */
const MAX_WORDS_IN_SUM = 255;

/** The cells that have been found in a line of a CSV file. */
export interface FoundCells {
  /** A view of the bytes that contain the CSV line. */
  view: DataView;
  delimiter: number;
  /** The offset in `view` at which the CSV line begins. */
  lineStart: number;
  /** The offsets of the cells from the beginning of the CSV line; the first `found` of them are valid. */
  starts: Int32Array;
  found: number;
}

/**
 * Searches the bytes of a line from `from` to `end` for delimiters, and records the start of the cell after each
 * delimiter, until at least `wanted` cells are recorded. Up to three more cells may be recorded. Returns the offset of
 * the first byte that was not searched.
 */
export function findCells(cells: FoundCells, from: number, end: number, wanted: number): number {
  // Use local variables for speed: the loops of this function and of `countDelimiters` process every byte of a file.
  const { view, delimiter, starts } = cells;
  const delimiters = Math.imul(delimiter, LOWEST_BITS);
  const behind = 1 - cells.lineStart;
  const lastWord = end - WORD_BYTES;
  let { found } = cells;
  let at = from;
  for (; at <= lastWord && found < wanted; at += WORD_BYTES) {
    const difference = view.getInt32(at, true) ^ delimiters;
    const marks = ~(((difference & OTHER_BITS) + OTHER_BITS) | difference | OTHER_BITS);
    // In `marks`, the highest bit of each byte that is a delimiter is set. The loop has no branch for each byte,
    // because the processor would mispredict such branches too often.
    const begin = at + behind;
    starts[found] = begin;
    found += (marks >>> 7) & 1;
    starts[found] = begin + 1;
    found += (marks >>> 15) & 1;
    starts[found] = begin + 2;
    found += (marks >>> 23) & 1;
    starts[found] = begin + 3;
    found += marks >>> 31;
  }
  for (; at < end && found < wanted; at += 1) {
    if (view.getUint8(at) !== delimiter) continue;
    starts[found] = at + behind;
    found += 1;
  }
  cells.found = found;
  return at;
}

/** Returns the number of delimiters in a CSV line from the offset `from` to the offset `end`. */
export function countDelimiters({ view, delimiter }: FoundCells, from: number, end: number): number {
  const delimiters = Math.imul(delimiter, LOWEST_BITS);
  let count = 0;
  let at = from;
  while (end - at >= WORD_BYTES) {
    const words = Math.min((end - at) >> 2, MAX_WORDS_IN_SUM);
    const sumsEnd = at + WORD_BYTES * words;
    // Each byte of `sums` counts the delimiters at its position in the words of four bytes.
    let sums = 0;
    for (; at < sumsEnd; at += WORD_BYTES) {
      const difference = view.getInt32(at, true) ^ delimiters;
      const marks = ~(((difference & OTHER_BITS) + OTHER_BITS) | difference | OTHER_BITS);
      sums = (sums + (marks >>> 7)) | 0;
    }
    const pairs = (sums & 0xff_00_ff) + ((sums >>> 8) & 0xff_00_ff);
    count += (pairs & 0xff_ff) + (pairs >>> 16);
  }
  for (; at < end; at += 1) {
    if (view.getUint8(at) === delimiter) count += 1;
  }
  return count;
}
