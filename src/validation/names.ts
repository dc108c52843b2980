import { z } from "zod";

const MAX_FILE_NAME_CHARACTERS = 255;

/**
 * Matches characters that nobody sees, or that change how the text around them looks: the characters that Unicode calls
 * default-ignorable (zero-width characters, marks of direction, soft hyphens, variation selectors, fillers, tags) and
 * format characters; lone surrogates; private and unassigned characters; controls but those that are white space; the
 * blank braille pattern.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2800]|(?![\t-\r])\p{Cc}/gu;

/**
 * Returns a text as people see it: without unseen and direction-changing characters, with one blank for each stretch of
 * white space, without white space at both ends, in Unicode's normal form C. Two names that differ only in such
 * characters become the same name. An emoji that consists of several emoji with zero-width joiners falls apart into
 * these emoji.
 */
export function visibleText(text: string): string {
  return text.replaceAll(UNSEEN, "").replaceAll(/\s+/gu, " ").trim().normalize("NFC");
}

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
