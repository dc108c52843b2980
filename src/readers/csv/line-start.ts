import { limits } from "../limits.ts";
import { findCells, WORD_BYTES, type FoundCells } from "./find-cells.ts";

/** Holds the names of the game, the graphics card and the processor, which may stand first. */
const MAX_WORDS = 64;
/** After so many lines, more bytes may have become equal in all lines, as when the rows of another program have ended. */
const LINES_UNTIL_RENEWED = 4096;

/**
 * Keeps the bytes with which all of the latest lines begin, and their cells. Rows of a capture begin with the name, the process and the
 * swap chain of the game: as long as these are the same, their cells need neither be found nor compared again.
 */
export function createLineStart() {
  const words = new Int32Array(MAX_WORDS);
  let length = 0;
  let found = 1;
  let generation = 0;
  let linesUntilRenewed = 0;

  return {
    /** Finds the first cells of a line, whichever. Returns where the bytes begin that were not looked at. */
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
    /** A number that two lines have in common only if they have the same bytes in a cell; -1 where that is not known. */
    generationOf: (index: number): number => (index + 1 < found ? generation : -1),
  };

  /** Whether a line begins with the bytes that are kept. If not, only those of them are kept with which it begins. */
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
