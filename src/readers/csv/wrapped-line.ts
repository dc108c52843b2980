import type { Line } from "./line-splitter.ts";

const MAY_FOLLOW = /[\s,;]/;

/**
 * Returns the content of a line that is one cell in quotation marks; null for any other line. A spreadsheet writes such
 * lines if it has opened a capture whose delimiter is not that of the spreadsheet. Empty cells may follow the cell.
 */
export function contentOfWrapped(line: string): string | null {
  let end = line.length;
  while (end > 0 && MAY_FOLLOW.test(line.charAt(end - 1))) end -= 1;
  if (end < 2 || !line.startsWith('"') || line[end - 1] !== '"') return null;
  const content = line.slice(1, end - 1);
  return content.replaceAll('""', "").includes('"') ? null : content.replaceAll('""', '"');
}

/** Replaces a CSV line that is one cell in quotation marks by its content; does nothing with any other line. */
export function unwrapLine(line: Line): void {
  if (line.quoteAt !== line.start) return;
  // The line is decoded as Latin-1, because Latin-1 preserves every byte.
  const content = contentOfWrapped(line.bytes.toString("latin1", line.start, line.end));
  if (content === null) return;
  line.endLength = Math.min(line.endLength, 1);
  line.bytes = Buffer.from(content + "\n".repeat(line.endLength), "latin1");
  line.start = 0;
  line.end = content.length;
  line.quoteAt = content.indexOf('"');
}
