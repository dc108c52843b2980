import { limits } from "../limits.ts";
import { findCells, WORD_BYTES, type FoundCells } from "./find-cells.ts";

/**
 * The maximum length, in words of four bytes, of the beginning that all recent lines have in common (the common
 * beginning). The length suffices for the names of the game, the graphics card and the processor, which may be the
 * first cells of a line.
 */
const MAX_WORDS = 64;
/**
 * The number of lines after which the common beginning is set to the first MAX_WORDS words of the current line. The
 * lines after it then shorten the common beginning. It may become longer than before, for instance because the rows of
 * another program have ended.
 */
const LINES_UNTIL_RENEWED = 4096;

/**
 * Stores the bytes with which all of the latest lines begin, and the cells in these bytes. Rows of a capture begin with
 * the name, the process and the swap chain of the game. As long as the bytes of these cells stay the same, the cells
 * need not be found and compared again.
 */
export function createLineStart() {
  const words = new Int32Array(MAX_WORDS);
  let length = 0;
  let found = 1;
  let generation = 0;
  let linesUntilRenewed = 0;

  return {
    /**
     * Finds those cells of a CSV line that lie in the bytes which the latest lines have in common. Returns the offset
     * of the first byte that was not searched.
     */
    find(cells: FoundCells, lineEnd: number): number {
      const { view, lineStart } = cells;
      linesUntilRenewed -= 1;
      if (linesUntilRenewed >= 0 && isKept(view, lineStart, lineEnd)) {
        cells.found = found;
        return lineStart + length * WORD_BYTES;
      }
      if (linesUntilRenewed < 0) renew(view, lineStart, lineEnd);
      generation += 1;
      cells.found = 1;
      const rest = findCells(cells, lineStart, lineStart + length * WORD_BYTES, limits.maxColumns);
      ({ found } = cells);
      return rest;
    },
    /**
     * Returns a number for a cell of the current line. If the number is the same in two lines, so are the bytes of the
     * cell. Returns -1 if nothing is known about the cell.
     */
    generationOf: (index: number): number => (index + 1 < found ? generation : -1),
  };

  /**
   * Returns whether a line begins with all stored bytes. If it does not, shortens the stored bytes to those with which
   * the line begins.
   */
  function isKept(view: DataView, start: number, end: number): boolean {
    const kept = words;
    const comparable = Math.min(length, (end - start) >> 2);
    let word = 0;
    while (word < comparable && kept[word] === view.getInt32(start + word * WORD_BYTES, true)) word += 1;
    const isSame = word === length;
    length = word;
    return isSame;
  }

  function renew(view: DataView, start: number, end: number): void {
    linesUntilRenewed = LINES_UNTIL_RENEWED;
    length = Math.min(MAX_WORDS, (end - start) >> 2);
    for (let word = 0; word < length; word += 1) words[word] = view.getInt32(start + word * WORD_BYTES, true);
  }
}
