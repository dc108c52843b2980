import { hasLoneCarriageReturns } from "../bytes/line-ends.ts";
import { limits } from "../limits.ts";
import { columnKey, detectDialect, isPreamble, splitHeaderLine, type Dialect } from "./dialect.ts";
import { contentOfWrapped } from "./wrapped-line.ts";

/** A line of a file that may be the header of a CSV. */
interface HeaderLine {
  /** The keys of the columns: their names as `columnKey` normalises them. */
  keys: readonly string[];
  /** The trimmed cells of a line that may be the header, in lower case. */
  cells: readonly string[];
}

/** The place of the header in a CSV file, and how the rows after the header are written. */
export interface HeaderPlace {
  dialect: Dialect;
  /** Whether each line of the file is one cell in quotation marks, whose content is the row. */
  isWrapped: boolean;
  /** Whether the lines of the file end with CR alone. */
  hasLoneCarriageReturns: boolean;
  /** The lines of the file before the header. */
  linesBefore: readonly string[];
  /**
   * The keys (normalised texts) of the cells in the line directly before the header of the capture; empty where the
   * header is the first line.
   */
  keysBefore: readonly string[];
}

/**
 * Matches a word of each known header, or the first cell of a row with which a log of MSI Afterburner begins if its
 * first rows were cut off. Only lines with a match are split into cells, because splitting each line of a megabyte of
 * text would take too long. If you add a format, make sure that its header matches, too.
 */
const HEADER_WORDS = /fps|frame|between|process|busy|date|gpu|log|^[\t "]*(?:80|0?2)[\t "]*[,;\t]/gim;

/**
 * The maximum total cost of lines that match HEADER_WORDS but are no header. A line costs the number of its characters,
 * LINE_COST, and CELL_COST for each of its cells. The maximum bounds the time for a file that consists of such lines;
 * no real file has hundreds of them before its header.
 */
const MAX_COST = 200_000;
const LINE_COST = 100;
const CELL_COST = 10;

/**
 * Finds the first line of a text that `kindOf` recognises. Returns null where there is none.
 * @param text the decoded beginning of a file
 * @param isCut whether the file may go on after the text, so that its last line counts only if its end is in the text
 */
export function findHeader<Kind>(
  text: string,
  isCut: boolean,
  kindOf: (line: HeaderLine) => Kind | undefined,
): { kind: Kind; line: string; place: HeaderPlace } | null {
  const isLone = hasLoneCarriageReturns(text.slice(0, limits.beginningBytes));
  const lineEnd = isLone ? "\r" : "\n";
  let cost = 0;
  HEADER_WORDS.lastIndex = 0;
  for (let match = HEADER_WORDS.exec(text); match !== null; match = HEADER_WORDS.exec(text)) {
    const start = text.lastIndexOf(lineEnd, match.index - 1) + 1;
    const end = endOfLine(text, lineEnd, match.index);
    if ((end === text.length && isCut) || cost > MAX_COST) return null;
    const line = text.slice(start, end).trimEnd();
    const content = contentOfWrapped(line);
    const dialect = detectDialect(content ?? line);
    const split = isHeaderPossible(line) ? splitLine(content ?? line, dialect) : null;
    const kind = split === null ? undefined : kindOf(split);
    if (kind !== undefined) {
      const linesBefore = start === 0 ? [] : unwrap(text.slice(0, start - 1).split(lineEnd));
      const keysBefore = splitLine(linesBefore.at(-1) ?? "", dialect).keys;
      const place = { dialect, isWrapped: content !== null, hasLoneCarriageReturns: isLone, linesBefore };
      return { kind, line, place: { ...place, keysBefore: start === 0 ? [] : keysBefore } };
    }
    cost += LINE_COST + line.length + CELL_COST * (split?.cells.length ?? 0);
    HEADER_WORDS.lastIndex = end;
  }
  return null;
}

function endOfLine(text: string, lineEnd: string, from: number): number {
  const end = text.indexOf(lineEnd, from);
  return end === -1 ? text.length : end;
}

function isHeaderPossible(line: string): boolean {
  return line.length <= limits.maxLineBytes && !isPreamble(line);
}

function splitLine(line: string, { delimiter }: Dialect): HeaderLine {
  const cells = splitHeaderLine(line.toLowerCase(), delimiter);
  return { cells, keys: cells.map(columnKey) };
}

function unwrap(lines: readonly string[]): string[] {
  return lines.map((line) => contentOfWrapped(line) ?? line.trimEnd());
}
