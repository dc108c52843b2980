import { TextDecoder } from "node:util";

/**
 * Converts a file to UTF-8 without byte order mark. The bytes of a file that is not UTF-16 are passed on unchanged,
 * apart from the mark. The first chunk must contain the file's first three bytes, as the first chunk of a stream from
 * `peek` does.
 */
export async function* toUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | null = null;
  let isFirst = true;
  for await (const chunk of chunks) {
    const encoding = isFirst ? detectEncoding(chunk) : "utf-8";
    if (encoding !== "utf-8") decoder = new TextDecoder(encoding);
    if (decoder !== null) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    else yield isFirst && hasUtf8Mark(chunk) ? chunk.subarray(3) : chunk;
    isFirst = false;
  }
  if (decoder !== null) yield Buffer.from(decoder.decode());
}

/** The encodings that a byte order mark distinguishes; a file without byte order mark counts as UTF-8. */
type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** Returns the encoding of a file by its first bytes. PowerShell's `>` writes UTF-16LE with a byte order mark. */
export function detectEncoding(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return "utf-8";
}

function hasUtf8Mark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Decodes a file's first bytes, without byte order mark. Bytes that are not UTF-8 become `UNREADABLE` characters. */
export function decodeHead(head: Uint8Array): string {
  return new TextDecoder(detectEncoding(head)).decode(head);
}

/**
 * The character in a decoded text that stands for unreadable bytes. Such bytes are in an unknown code page, and the
 * same byte is a different letter in each code page of Windows.
 */
export const UNREADABLE = "\ufffd";
