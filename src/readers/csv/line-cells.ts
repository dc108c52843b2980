import { limits } from "../limits.ts";
import { countDelimiters, findCells, WORD_BYTES, type FoundCells } from "./find-cells.ts";
import type { Line } from "./line-splitter.ts";
import { createLineStart } from "./line-start.ts";
import { tooManyColumns } from "./row.ts";

/**
 * Finds where the cells of a line begin and end in its bytes: of those cells that were asked for in the line before. The others are
 * only counted, until somebody asks for them.
 */
export function createLineCells(delimiter: number) {
  const lineStart = createLineStart();
  let bytes: Buffer = Buffer.alloc(0);
  const cells: FoundCells = {
    view: new DataView(bytes.buffer, 0, 0),
    delimiter,
    lineStart: 0,
    // The last word in which cells are found may have more than are looked for.
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
     * Takes a line. Returns false where it has a quotation mark; then only the cells before that are counted.
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
      // The end of a cell is found with the begin of the next one.
      const rest = findCells(cells, lineStart.find(cells, lineEnd), lineEnd, highestAsked + 2);
      highestAsked = -1;
      count = cells.found + countDelimiters(cells, rest, lineEnd);
      if (count > limits.maxColumns) throw tooManyColumns(line.number);
      return quoteAt === -1;
    },
    /** Where a cell begins, with the blanks around its content. */
    start(index: number): number {
      if (index > highestAsked) {
        highestAsked = index;
        const { found } = cells;
        if (index + 1 >= found && found < count)
          findCells(cells, cells.lineStart + (starts[found - 1] ?? 0), lineEnd, index + 2);
      }
      return cells.lineStart + (starts[index] ?? 0);
    },
    /** Where a cell ends whose begin was asked for. */
    end: (index: number): number =>
      index + 1 === count ? lineEnd : cells.lineStart + (starts[index + 1] ?? 0) - 1,
    generationOf: lineStart.generationOf,
  };
}
