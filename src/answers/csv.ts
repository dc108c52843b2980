/** The content of a cell of a CSV file. Null and undefined stand for an empty cell. */
export type Cell = string | number | boolean | null | undefined;

/** Returns a table as CSV (RFC 4180). A row with fewer cells than the header ends with empty cells. */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((cells) => csvLineOf(header.map((_, index) => cells[index]))).join("");
}

/** Returns a line of CSV with its line break. */
export function csvLineOf(cells: readonly Cell[]): string {
  return `${cells.map(textOfCell).join(",")}\r\n`;
}

/**
 * Matches a cell that spreadsheets take for a formula or a command, by its first character. OWASP lists these
 * characters ("CSV Injection"). The pattern includes their full-width forms, because East Asian spreadsheets accept
 * them.
 */
const BEGINS_FORMULA = /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * Returns the text of a cell of a CSV file. Numbers stay numbers; text that a spreadsheet might run as a formula
 * begins with an apostrophe.
 */
function textOfCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const text = BEGINS_FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}
