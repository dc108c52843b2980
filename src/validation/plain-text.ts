import { z } from "zod";
import { visibleText } from "./visible-text.ts";

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

/**
 * Returns a text of several lines as people see it: each line cleaned by `visibleText`, at most one empty line
 * between two lines, and no empty lines at either end.
 */
function visibleLines(text: string): string {
  const lines = text.split(LINE_END).map(visibleText);
  return lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/**
 * The schema of a text with line breaks that a person writes. The schema cleans the text by `visibleLines`; the
 * result may be empty.
 */
export const plainText = (maxCharacters: number) =>
  z.string().transform(visibleLines).pipe(z.string().max(maxCharacters));
