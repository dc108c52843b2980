import { SEND_AS_3DMARK, SEND_CAPTURE, SEND_XML, unpackArchive } from "./advice.ts";
import type { FileKind } from "./file-kind.ts";

/**
 * Returns the kind of a binary file by its first bytes; null for text. UTF-16 counts as text if it has its byte order
 * mark.
 */
export function recogniseBinary(head: Uint8Array, isUtf16: boolean): FileKind | null {
  const start = Buffer.from(head.subarray(0, 1024)).toString("latin1");
  const signature = signatures.find(({ bytes, offset = 0 }) => start.startsWith(bytes, offset));
  if (signature?.kind === zip) return kindOfZip(Buffer.from(head).toString("latin1"));
  if (signature !== undefined) return signature.kind;
  if (isEventTrace(head)) return eventTrace;
  return !isUtf16 && head.includes(0) ? otherBinary : null;
}

// Matches a file name of 3DMark in the beginning of an archive: the name stands before each packed file, and in the
// file list of a small archive.
const THREE_D_MARK_FILE = /PK[^]{28}(?:Arielle|Handle|Result|SI)\.xml/i;
const WORKBOOK_FILE = /PK[^]{28}(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/|word\/|ppt\/)/;
const OPEN_DOCUMENT = /^PK[^]{28}mimetype[^]{0,64}application\/vnd\.oasis/;

// Both a .3dmark-11-result file and workbooks contain a [Content_Types].xml, so the function checks for files of 3DMark
// first.
function kindOfZip(head: string): FileKind {
  if (THREE_D_MARK_FILE.test(head)) return threeDMarkArchive;
  return WORKBOOK_FILE.test(head) || OPEN_DOCUMENT.test(head) ? workbook : zip;
}

const EVENT_TRACE_HEADER_AT = 72;

// Whether a file is an event trace of Windows: whether it begins with a buffer header of 72 bytes, followed by the
// header of a system event of a 32-bit or 64-bit system. Source: WMI_BUFFER_HEADER and SYSTEM_TRACE_HEADER of the
// Windows Driver Kit.
function isEventTrace(head: Uint8Array): boolean {
  const type = head[EVENT_TRACE_HEADER_AT + 2];
  return (type === 1 || type === 2) && head[EVENT_TRACE_HEADER_AT + 3] === 0xc0 && head.includes(0);
}

const zip: FileKind = { looksLike: "This is a ZIP archive", acceptedAs: "any" };
const threeDMarkArchive: FileKind = {
  looksLike: "This is the result file of a 3DMark run (.3dmark-result or .3dmark-11-result)",
  acceptedAs: "3dmark-xml",
  advice: { "frame-csv": SEND_AS_3DMARK },
};
const workbook: FileKind = {
  looksLike: "This is an Excel workbook or another Office document",
  advice: { "frame-csv": "Send the CSV as the capture tool wrote it, or save the sheet as CSV." },
};
const eventTrace: FileKind = {
  looksLike: "This is an event trace of Windows (.etl)",
  advice: {
    "frame-csv":
      "Let the console program of PresentMon read it, with --etl_file <trace>.etl --output_file <capture>.csv, and send that CSV.",
  },
};
const otherBinary: FileKind = {
  looksLike: "This is a binary file (it contains zero bytes)",
  advice: {
    "frame-csv": `${SEND_CAPTURE} If it is a text file, save it again as UTF-8.`,
    "3dmark-xml": `${SEND_XML} If it is a text file, save it again as UTF-8.`,
  },
};
const gzip: FileKind = { looksLike: "This is a gzip file", acceptedAs: "frame-csv", advice: unpackArchive };
const otherArchive: FileKind = {
  looksLike: "This is an archive of a kind that is not read (7z, RAR, tar, bzip2, xz or Zstandard)",
  advice: unpackArchive,
};
const video: FileKind = { looksLike: "This is a video" };
const pdf: FileKind = { looksLike: "This is a PDF document" };
const program: FileKind = { looksLike: "This looks like a program" };

/** The file kind of pictures, both binary pictures and SVG. */
export const picture: FileKind = { looksLike: "This is a picture" };

interface Signature {
  kind: FileKind;
  /** The bytes that identify the kind of file, as Latin-1 text. */
  bytes: string;
  /** The offset, in a file, of the bytes that identify the kind of file; 0 if absent. */
  offset?: number;
}

// The first bytes ("magic numbers") of binary file formats, from the specifications of the formats.
const signatures: readonly Signature[] = [
  { kind: zip, bytes: "PK\x03\x04" },
  { kind: zip, bytes: "PK\x05\x06" },
  { kind: picture, bytes: "\x89PNG" },
  { kind: picture, bytes: "\xff\xd8\xff" },
  { kind: picture, bytes: "GIF8" },
  { kind: picture, bytes: "WEBP", offset: 8 },
  { kind: picture, bytes: "II*\0" },
  { kind: picture, bytes: "II\xbc\x01" },
  { kind: picture, bytes: "ftypavif", offset: 4 },
  { kind: picture, bytes: "ftypheic", offset: 4 },
  { kind: video, bytes: "ftyp", offset: 4 },
  { kind: video, bytes: "AVI ", offset: 8 },
  { kind: video, bytes: "\x1a\x45\xdf\xa3" },
  { kind: pdf, bytes: "%PDF-" },
  { kind: gzip, bytes: "\x1f\x8b" },
  { kind: otherArchive, bytes: "7z\xbc\xaf\x27\x1c" },
  { kind: otherArchive, bytes: "Rar!\x1a\x07" },
  { kind: otherArchive, bytes: "BZh" },
  { kind: otherArchive, bytes: "\xfd7zXZ\0" },
  { kind: otherArchive, bytes: "\x28\xb5\x2f\xfd" },
  // The magic bytes of tar archives (POSIX and GNU) end with a zero byte, which no text has at this place.
  { kind: otherArchive, bytes: "ustar\0", offset: 257 },
  { kind: otherArchive, bytes: "ustar  \0", offset: 257 },
  { kind: workbook, bytes: "\xd0\xcf\x11\xe0" },
  { kind: program, bytes: "\x7fELF" },
  { kind: program, bytes: "MZ\x90\x00" },
];
