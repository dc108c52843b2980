import { z } from "zod";

const CONTROL_CHARACTERS = /\p{Cc}/u;
const MAX_FILE_NAME_CHARACTERS = 255;

/** A name that a person gives to something: one line of well-formed text. */
export const plainName = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxCharacters)
    .refine((text) => text.isWellFormed() && !CONTROL_CHARACTERS.test(text), {
      error: "Expected a text of one line, found control characters or broken characters in it.",
    });

/** A file's name as it is kept: what would break a header or a line is taken out, and a very long one is cut. */
export function plainFileName(name: string): string {
  const text = name.toWellFormed().replace(/\p{Cc}/gu, "");
  return text.slice(0, MAX_FILE_NAME_CHARACTERS).toWellFormed();
}
