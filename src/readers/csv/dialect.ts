import { limits } from "../limits.ts";

/** The delimiter and the decimal sign of a CSV file. */
export interface Dialect {
  delimiter: "," | ";" | "\t";
  /**
   * Whether the file writes numbers with a decimal comma ("16,7"), as spreadsheets do in files with `;` or tabs as
   * delimiter.
   */
  hasDecimalComma: boolean;
}

/** Returns the delimiter and the decimal sign of a CSV file, determined by its header line. */
export function detectDialect(headerLine: string): Dialect {
  const delimiter = detectDelimiter(headerLine);
  return { delimiter, hasDecimalComma: delimiter !== "," };
}

/** Returns the byte of the decimal sign of a CSV file: a point or a comma. */
export function decimalSignOf({ hasDecimalComma }: Dialect): number {
  return (hasDecimalComma ? "," : ".").charCodeAt(0);
}

const delimiters = [",", ";", "\t"] as const;

// Returns the delimiter that occurs most often in the header line of a CSV file, outside quotation marks; a comma if
// none occurs.
function detectDelimiter(headerLine: string): Dialect["delimiter"] {
  const unquoted = headerLine.replaceAll(/"[^"]*"/g, "");
  const counts = delimiters.map((delimiter) => unquoted.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

// The maximum number of cells into which a header line is split: twice the maximum number of columns of an accepted
// file.
const MAX_CELLS = 2 * limits.maxColumns;

/**
 * Returns the cells of a header line, trimmed and without quotation marks around them. The simple rules of this
 * function suffice to recognise a header, but may split cells with quotation marks wrongly.
 */
export function splitHeaderLine(line: string, delimiter: string): string[] {
  return line.split(delimiter, MAX_CELLS).map((cell) => cell.trim().replaceAll(/^"|"$/g, "").trim());
}

/**
 * Returns the key by which the file readers find a column: its name in lower case, without blanks, "_" and "-". People
 * and programs add these characters when they save a capture again ("Ms Between Presents", "ms_between_presents").
 */
export function columnKey(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, "");
}

/** Whether a line may precede the header: a blank line, CapFrameX's `//Key=Value`, or a spreadsheet's `sep=;`. */
export function isPreamble(line: string): boolean {
  return /^\s*(?:\/\/|$|sep=.\s*$)/i.test(line);
}
