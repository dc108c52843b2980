import { message, type Message } from "../message.ts";
import { ReaderError } from "../reader-error.ts";

/** Returns the error for XML that is not well-formed, or exceeds a limit, at the given line. */
export function invalidXml(reason: Message, line: number): ReaderError {
  const detail = message`The XML is damaged at line ${line}: ${reason}. The file was probably cut short or edited by hand. Export the run from 3DMark again and send the file unchanged.`;
  return new ReaderError("invalid_xml", detail, line);
}
