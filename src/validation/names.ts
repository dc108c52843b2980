import { z } from "zod";

const CONTROL_CHARACTERS = /\p{Cc}/u;
const MAX_FILE_NAME_CHARACTERS = 255;

/** The schema of a name that a person gives to something: one line of well-formed text. */
export const plainName = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxCharacters)
    .refine((text) => text.isWellFormed() && !CONTROL_CHARACTERS.test(text), {
      error: "Expected a text of one line, found control characters or broken characters in it.",
    });

/** Returns a file name that is safe in a header and in a log: without control characters, and at most 255 characters long. */
export function plainFileName(name: string): string {
  const text = name.toWellFormed().replace(/\p{Cc}/gu, "");
  return text.slice(0, MAX_FILE_NAME_CHARACTERS).toWellFormed();
}
