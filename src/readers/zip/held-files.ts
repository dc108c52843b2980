import { counted, fromFile, listed, message, quoted, type Message } from "../message.ts";
import type { ZipEntry } from "./zip-entries.ts";

const MAX_NAMES_IN_MESSAGE = 5;

/**
 * Returns the sentence that lists the files of an archive: "It holds 2 files: "a.csv" and "b.csv"". Only the owner's
 * form of the sentence shows the names.
 */
export function heldFiles(files: readonly ZipEntry[]): Message {
  const names = listed(
    files.map(({ name }) => quoted(name)),
    MAX_NAMES_IN_MESSAGE,
  );
  return message`It holds ${counted(files.length, "file")}${fromFile(`: ${names.detail}`, "")}`;
}
