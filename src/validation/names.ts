import { z } from "zod";
import { visibleText } from "./visible-text.ts";

const MAX_FILE_NAME_CHARACTERS = 255;

/**
 * The schema of a name that a person gives to something: `visibleText` of the text that was sent, which must not be
 * empty.
 */
export const plainName = (maxCharacters: number) =>
  z.string().transform(visibleText).pipe(z.string().min(1).max(maxCharacters));

/** Returns a file name that is safe in a header and in a log: `visibleText` of at most 255 characters. */
export function plainFileName(name: string): string {
  return visibleText(visibleText(name).slice(0, MAX_FILE_NAME_CHARACTERS));
}
