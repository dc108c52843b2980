import type { FileKind } from "./file-kinds.ts";

interface Signature {
  kind: FileKind;
  /** Bytes as latin-1 text, and where they stand. */
  bytes: string;
  offset?: number;
}

// Source: the formats' own specifications ("magic numbers").
const signatures: readonly Signature[] = [
  { kind: "zip", bytes: "PK\x03\x04" },
  { kind: "zip", bytes: "PK\x05\x06" },
  { kind: "picture", bytes: "\x89PNG" },
  { kind: "picture", bytes: "\xff\xd8\xff" },
  { kind: "picture", bytes: "GIF8" },
  { kind: "picture", bytes: "WEBP", offset: 8 },
  { kind: "picture", bytes: "ftypavif", offset: 4 },
  { kind: "picture", bytes: "ftypheic", offset: 4 },
  { kind: "video", bytes: "ftyp", offset: 4 },
  { kind: "video", bytes: "\x1a\x45\xdf\xa3" },
  { kind: "pdf", bytes: "%PDF-" },
  { kind: "gzip", bytes: "\x1f\x8b" },
  { kind: "other-archive", bytes: "7z\xbc\xaf\x27\x1c" },
  { kind: "other-archive", bytes: "Rar!\x1a\x07" },
  { kind: "workbook", bytes: "\xd0\xcf\x11\xe0" },
  { kind: "executable", bytes: "MZ\x90\x00" },
];

/** The kind of a file that is no text, by its first bytes; null for text. UTF-16 counts as text if it has its byte order mark. */
export function recogniseBinary(head: Uint8Array, isUtf16: boolean): FileKind | null {
  const start = Buffer.from(head.subarray(0, 1024)).toString("latin1");
  const signature = signatures.find(({ bytes, offset = 0 }) => start.startsWith(bytes, offset));
  if (signature?.kind === "zip" && start.includes("[Content_Types].xml")) return "workbook";
  if (signature !== undefined) return signature.kind;
  return !isUtf16 && head.includes(0) ? "binary" : null;
}
