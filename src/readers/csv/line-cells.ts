import { limits } from "../limits.ts";
import { countDelimiters, findCells, WORD_BYTES, type FoundCells } from "./find-cells.ts";
import type { Line } from "./line-splitter.ts";
import { createLineStart } from "./line-start.ts";
import { tooManyColumns } from "./row.ts";

/**
 * Finds the positions of a line's cells, up to the highest index that was requested in the previous line. The remaining
 * cells are only counted, until one of them is requested.
 */
export function createLineCells(delimiter: number) {
  const lineStart = createLineStart();
  let bytes: Buffer = Buffer.alloc(0);
  const cells: FoundCells = {
    view: new DataView(bytes.buffer, 0, 0),
    delimiter,
    lineStart: 0,
    // The array `starts` is longer than the maximum number of columns of a row: the line is searched for delimiters
    // four bytes at a time, so the last four bytes may contain the starts of further cells.
    starts: new Int32Array(limits.maxColumns + 2 * WORD_BYTES),
    found: 1,
  };
  const { starts } = cells;
  let lineEnd = 0;
  let count = 0;
  let highestAsked = -1;

  return {
    count: () => count,
    bytes: () => bytes,
    /**
     * Sets the current line. Returns false where the line has a quotation mark; in that case only the cells before the
     * quotation mark are counted.
     * @throws ReaderError `too_many_columns`
     */
    split(line: Line): boolean {
      if (line.bytes !== bytes) {
        ({ bytes } = line);
        cells.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      }
      const { quoteAt } = line;
      cells.lineStart = line.start;
      lineEnd = quoteAt === -1 ? line.end : quoteAt;
      // Find one cell more than was requested, because the end of a cell is known from the beginning of the next cell.
      const rest = findCells(cells, lineStart.find(cells, lineEnd), lineEnd, highestAsked + 2);
      highestAsked = -1;
      count = cells.found + countDelimiters(cells, rest, lineEnd);
      if (count > limits.maxColumns) throw tooManyColumns(line.number);
      return quoteAt === -1;
    },
    /** Returns the offset at which a cell of the line begins, including the blanks around its content. */
    start(index: number): number {
      if (index > highestAsked) {
        highestAsked = index;
        const { found } = cells;
        if (index + 1 >= found && found < count)
          findCells(cells, cells.lineStart + (starts[found - 1] ?? 0), lineEnd, index + 2);
      }
      return cells.lineStart + (starts[index] ?? 0);
    },
    /** Returns the offset at which a cell ends. The offset at which the cell begins must have been requested before. */
    end: (index: number): number =>
      index + 1 === count ? lineEnd : cells.lineStart + (starts[index + 1] ?? 0) - 1,
    generationOf: lineStart.generationOf,
  };
}
