import { StringDecoder } from "node:string_decoder";
import type { SaxesParser } from "saxes";
import { toUtf8 } from "../bytes/encoding.ts";
import { limits } from "../limits.ts";
import { fromFile, message } from "../message.ts";
import { plainText } from "../plain-text.ts";
import { ReaderError } from "../reader-error.ts";
import { inSlices } from "./in-slices.ts";
import { invalidXml } from "./invalid-xml.ts";

const MAX_REASON_LENGTH = 120;

/**
 * Parses XML of at most 1 MiB to its end with the given parser, whose handlers collect the data. The event loop runs
 * other work after every 128 KiB. A ReaderError that a handler throws passes through, and so do errors of the stream.
 * @throws ReaderError `invalid_xml` at the first fault of the XML, `wrong_format` at a document type declaration,
 * `too_large`
 */
export async function parseXml(parser: SaxesParser, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  parser.on("doctype", () => rejectDoctype(parser.line));
  const decoder = new StringDecoder("utf8");
  let length = 0;
  for await (const chunk of inSlices(toUtf8(chunks))) {
    length += chunk.length;
    if (length > limits.maxXmlBytes) throw xmlTooLarge();
    stopAtFault(parser, () =>
      parser.write(decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))),
    );
  }
  stopAtFault(parser, () => parser.write(decoder.end()).close());
}

// Runs a step of the XML parser, and throws at the first fault of the XML. Do not set an error handler: with a handler,
// saxes would continue after a fault.
function stopAtFault(parser: SaxesParser, step: () => void): void {
  try {
    step();
  } catch (error) {
    if (error instanceof ReaderError) throw error;
    const found = error instanceof Error ? error.message.replace(/^\d+:\d+: /, "") : String(error);
    // The public message gives another reason, because the parser's message may quote the file.
    const reason = plainText(found, MAX_REASON_LENGTH).replace(/\.$/, "");
    throw invalidXml(fromFile(reason, "it is not well-formed"), parser.line);
  }
}

function rejectDoctype(line: number): never {
  const detail = message`The XML has a document type declaration (<!DOCTYPE …>), which is not accepted. Exports of 3DMark have none: send the file exactly as 3DMark wrote it.`;
  throw new ReaderError("wrong_format", detail, line);
}

/** Returns the error for XML above 1 MiB. */
export function xmlTooLarge(): ReaderError {
  const detail = message`The file is larger than 1 MiB; an export of 3DMark has a few kilobytes. Export the run from 3DMark again and send that file.`;
  return new ReaderError("too_large", detail);
}
