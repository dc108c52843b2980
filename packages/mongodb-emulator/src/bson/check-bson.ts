import { isUtf8 } from "node:buffer";
import { bsonType, sizeOf } from "./raw-bson.ts";

/**
 * Maximum nesting of documents. MongoDB's parser accepts 200 levels; MongoDB's manual promises 100 ("Limits
 * and Thresholds").
 */
const MAX_DEPTH = 200;

/**
 * Checks that a whole document begins at `start` and ends at or before `limit`, and that all its lengths, names and
 * terminators are valid. Code that reads the document later trusts its bytes.
 * @returns the end of the document
 * @throws InvalidBsonError
 */
export function checkDocument(bytes: Buffer, start: number, limit: number): number {
  try {
    return checkLevel(bytes, start, limit, 0);
  } catch (error) {
    if (error instanceof RangeError) fail("a length reaches beyond the end");
    throw error;
  }
}

/** Thrown when the bytes are not one whole, well-formed BSON document. */
export class InvalidBsonError extends Error {
  override name = "InvalidBsonError";
}

function fail(what: string): never {
  throw new InvalidBsonError(`invalid BSON: ${what}`);
}

function checkLevel(bytes: Buffer, start: number, limit: number, depth: number): number {
  if (depth > MAX_DEPTH) fail(`more than ${MAX_DEPTH} levels`);
  if (limit - start < 5) fail("document shorter than 5 bytes");
  const end = start + bytes.readInt32LE(start);
  if (end < start + 5 || end > limit) fail("document length out of bounds");
  if (bytes[end - 1] !== 0) fail("document without terminator");
  let at = start + 4;
  while (at < end - 1) at = checkElement(bytes, at, end - 1, depth);
  return end;
}

function checkElement(bytes: Buffer, at: number, limit: number, depth: number): number {
  const type = bytes[at] ?? 0;
  const start = checkName(bytes, at + 1, limit) + 1;
  const end = start + sizeOf(type, bytes, start);
  if (!(end >= start && end <= limit)) fail(`value of type ${type} out of bounds`);
  checkContent(type, bytes, start, end, depth);
  return end;
}

/**
 * Returns the offset of the end of a field's name. Most names are short and ASCII, so a loop is faster than
 * Buffer.indexOf.
 */
function checkName(bytes: Buffer, start: number, limit: number): number {
  let end = start;
  let bits = 0;
  for (let byte = bytes[end] ?? 0; byte !== 0 && end < limit; byte = bytes[end] ?? 0) {
    bits |= byte;
    end += 1;
  }
  if (end >= limit) fail("name without end");
  // MongoDB accepts any bytes in names. This server reads names as text, which would change bytes that are not UTF-8.
  if (bits > 127 && !isUtf8(bytes.subarray(start, end))) fail("name that is not in UTF-8");
  return end;
}

function checkContent(type: number, bytes: Buffer, start: number, end: number, depth: number): void {
  if (type === bsonType.object || type === bsonType.array) {
    if (checkLevel(bytes, start, end, depth + 1) !== end) fail("embedded document of another length");
  } else if (type === bsonType.string || type === bsonType.code || type === bsonType.symbol) {
    if (end - start < 5 || bytes[end - 1] !== 0) fail("string without terminator");
  } else if (type === bsonType.binary) {
    if (end - start < 5) fail("binary with a negative length");
  } else if (type === bsonType.regex) {
    if (end - start < 2) fail("regular expression without end");
  } else if (type === bsonType.dbPointer) {
    if (end - start < 17 || bytes[end - 13] !== 0) fail("pointer without terminator");
  } else if (type === bsonType.codeWithScope) {
    checkCodeWithScope(bytes, start, end, depth);
  } else if (type === bsonType.boolean && (bytes[start] ?? 2) > 1) fail("boolean that is neither 0 nor 1");
}

function checkCodeWithScope(bytes: Buffer, start: number, end: number, depth: number): void {
  if (end - start < 14) fail("code with scope too short");
  const scope = start + 8 + bytes.readInt32LE(start + 4);
  if (scope < start + 9 || scope > end - 5 || bytes[scope - 1] !== 0) fail("code without terminator");
  if (checkLevel(bytes, scope, end, depth + 1) !== end) fail("scope of another length");
}
