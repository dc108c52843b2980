import { decodeHead, detectEncoding } from "../bytes/encoding.ts";
import { limits } from "../limits.ts";
import { sendAsGame } from "./advice.ts";
import { recogniseBinary } from "./binary-kinds.ts";
import { recogniseCsv } from "./csv-kinds.ts";
import type { FileKind, Recognition } from "./file-kind.ts";
import { recogniseXml } from "./xml-kinds.ts";

/**
 * Recognises a file by its first bytes, never by its name: by at least 64 KiB, or by the whole of a shorter file.
 * Returns null for XML whose root element begins after these bytes. XML with private fields is recognised as private,
 * with any root element. If `head` had more bytes, the kind would be the same, unless the kind is a guess (`isGuess`).
 * @param searchedBytes how many of the first bytes of XML are searched for private fields
 */
export function recognise(head: Uint8Array, searchedBytes = head.length): Recognition | null {
  const binary = recogniseBinary(head.subarray(0, limits.beginningBytes), detectEncoding(head) !== "utf-8");
  if (binary !== null) return { kind: binary };
  const xml = recogniseXmlOpening(head, head.subarray(0, searchedBytes));
  if (xml !== null) return xml;
  const whole = decodeHead(head);
  const text = whole.trimStart();
  if (text === "") return { kind: emptyFile };
  if (text.startsWith("<")) return recogniseXml(text, () => text);
  if (JSON_OPENING.test(text)) {
    return { kind: /"(?:Runs|CaptureData)"/.test(text) ? capFrameXRecord : otherJson };
  }
  return recogniseCsv(whole, head.length >= limits.beginningBytes);
}

// Matches the beginning of a JSON document, but not a heading in brackets such as "[ Setup ]", with which logs and
// settings begin.
const JSON_OPENING = /^(?:\{\s*["}]|\[\s*(?:[{["\]]|-?\d[\d.eE+-]*\s*[,\]]))/;

const emptyFile: FileKind = { looksLike: "This file is empty", code: "empty_file", isGuess: true };
const capFrameXRecord: FileKind = {
  looksLike: "This looks like a CapFrameX record (JSON)",
  advice: { "3dmark-xml": sendAsGame },
  acceptedAs: "frame-csv",
  isCapFrameXRecord: true,
};
const otherJson: FileKind = { looksLike: "This looks like JSON", isGuess: true };

/**
 * The number of bytes at the beginning of a file that contain the prolog and the root element of an export, and licence
 * fields if a file has them.
 */
export const OPENING_BYTES = 4096;

/** Whether a file begins like XML, by its first 64 KiB. */
export function isXml(head: Uint8Array): boolean {
  return decodeHead(head.subarray(0, limits.beginningBytes)).trimStart().startsWith("<");
}

/**
 * Returns how many of a file's first bytes show its kind: 64 KiB, or 1 MiB where the first 64 KiB allow only a guess.
 * @param beginning the file's first 64 KiB, or the whole of a shorter file
 */
export function bytesToRecognise(beginning: Uint8Array): number {
  const isGuess = recognise(beginning, OPENING_BYTES)?.kind.isGuess === true;
  return isGuess ? limits.headBytes : limits.beginningBytes;
}

// Recognises XML by its first OPENING_BYTES; returns null for any other file, and for XML whose root element begins
// later. Reads only complete tags, because the last tag may be cut off.
function recogniseXmlOpening(head: Uint8Array, searched: Uint8Array): Recognition | null {
  const opening = decodeHead(head.subarray(0, OPENING_BYTES)).trimStart();
  if (!opening.startsWith("<")) return null;
  return recogniseXml(opening.slice(0, opening.lastIndexOf(">") + 1), () => decodeHead(searched));
}
