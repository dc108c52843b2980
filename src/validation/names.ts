import { z } from "zod";
import { visibleText } from "./visible-text.ts";

const MAX_FILE_NAME_CHARACTERS = 255;

/**
 * The schema of a name that a person gives to something. The schema cleans the text by `visibleText`, and refuses an
 * empty name.
 */
export const plainName = (maxCharacters: number) =>
  z.string().transform(visibleText).pipe(z.string().min(1).max(maxCharacters));

/**
 * Returns a file name, cleaned by `visibleText` and cut to at most 255 characters, that is safe in a header and in a
 * log.
 */
export function plainFileName(name: string): string {
  return visibleText(visibleText(name).slice(0, MAX_FILE_NAME_CHARACTERS));
}
