import { hasLoneCarriageReturns } from "../bytes/line-ends.ts";
import { limits } from "../limits.ts";
import { columnKey, detectDialect, isPreamble, splitHeaderLine, type Dialect } from "./dialect.ts";
import { contentOfWrapped } from "./wrapped-line.ts";

/** A line of a file that may be the header of a CSV. */
interface HeaderLine {
  /** The keys of the columns, as `columnKey` returns them for their names. */
  keys: readonly string[];
  /** The trimmed cells of the line in lower case. */
  cells: readonly string[];
}

/** The place of the header in a CSV, and how the rows after the header are written. */
export interface HeaderPlace {
  dialect: Dialect;
  /** Whether each line of the file is one cell in quotation marks, whose content is the row. */
  isWrapped: boolean;
  /** Whether the lines of the file end with CR alone. */
  hasLoneCarriageReturns: boolean;
  /** The lines before the header. */
  linesBefore: readonly string[];
  /** The keys of the cells in the line directly before the header; empty where the header is the first line. */
  keysBefore: readonly string[];
}

/**
 * Matches a word of each known header, or the beginning of a row of MSI Afterburner that begins a log whose front is
 * cut off. Only lines with a match are split into cells, because splitting each line of a megabyte of text would take
 * too long. The header of a further format has to match, too.
 */
const HEADER_WORDS = /fps|frame|between|process|busy|date|gpu|log|^[\t "]*(?:80|0?2)[\t "]*[,;\t]/gim;

/**
 * The maximum cost of the lines before the header that contain a word of a header: the number of their characters, and
 * LINE_COST for each line. The maximum bounds the time for a file that consists of such lines: no real file has
 * hundreds of them before its header.
 */
const MAX_COST = 200_000;
const LINE_COST = 100;

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
  const lines = isLone ? text.replaceAll("\r", "\n") : text;
  let cost = 0;
  HEADER_WORDS.lastIndex = 0;
  for (let match = HEADER_WORDS.exec(lines); match !== null; match = HEADER_WORDS.exec(lines)) {
    const start = lines.lastIndexOf("\n", match.index - 1) + 1;
    const end = endOfLine(lines, match.index);
    if ((end === lines.length && isCut) || cost > MAX_COST) return null;
    const line = lines.slice(start, end).trimEnd();
    const content = contentOfWrapped(line);
    const dialect = detectDialect(content ?? line);
    const kind = isHeaderPossible(line) ? kindOf(splitLine(content ?? line, dialect)) : undefined;
    if (kind !== undefined) {
      const linesBefore = start === 0 ? [] : unwrap(lines.slice(0, start - 1).split("\n"));
      const keysBefore = splitLine(linesBefore.at(-1) ?? "", dialect).keys;
      const place = { dialect, isWrapped: content !== null, hasLoneCarriageReturns: isLone, linesBefore };
      return { kind, line, place: { ...place, keysBefore: start === 0 ? [] : keysBefore } };
    }
    cost += LINE_COST + line.length;
    HEADER_WORDS.lastIndex = end;
  }
  return null;
}

function endOfLine(lines: string, from: number): number {
  const end = lines.indexOf("\n", from);
  return end === -1 ? lines.length : end;
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
