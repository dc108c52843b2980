/** How a CSV is written. */
export interface Dialect {
  delimiter: "," | ";" | "\t";
  /** Whether "16,7" is a number: so in files that a spreadsheet saved with another delimiter than the comma. */
  hasDecimalComma: boolean;
}

const delimiters = [",", ";", "\t"] as const;

/** The delimiter that a header line has most of, outside quotation marks; a comma where it has none. */
export function detectDelimiter(headerLine: string): Dialect["delimiter"] {
  const unquoted = headerLine.replaceAll(/"[^"]*"/g, "");
  const counts = delimiters.map((delimiter) => unquoted.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** The dialect of a file by its header line. */
export function detectDialect(headerLine: string): Dialect {
  const delimiter = detectDelimiter(headerLine);
  return { delimiter, hasDecimalComma: delimiter !== "," };
}

/** The cells of a header line for recognising it, without blanks at both ends; a cell may be in quotation marks. */
export function splitHeaderLine(line: string, delimiter: string): string[] {
  return line.split(delimiter).map((cell) => cell.trim().replaceAll(/^"|"$/g, "").trim());
}

/** Whether a line may stand before the header: blank, CapFrameX's `//Key=Value`, or a spreadsheet's `sep=;`. */
export function isPreamble(line: string): boolean {
  return /^\s*(?:\/\/|$|sep=.\s*$)/i.test(line);
}
