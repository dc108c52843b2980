import { isUtf8 } from "node:buffer";
import { sizeOf, TYPE } from "./raw-bson.ts";

/** MongoDB's own bound on nesting (manual: "MongoDB Limits and Thresholds" has 100 for users; its parser takes 200). */
const MAX_DEPTH = 200;

/** The bytes are not one whole, well-formed BSON document. */
export class InvalidBsonError extends Error {
  override name = "InvalidBsonError";
}

function fail(what: string): never {
  throw new InvalidBsonError(`invalid BSON: ${what}`);
}

/**
 * Checks that one document starts at `start` and ends by `limit`, with every length, name and terminator in place,
 * so that all later reading may trust the bytes. Returns its end. Throws {@link InvalidBsonError}.
 */
export function checkDocument(bytes: Buffer, start: number, limit: number): number {
  try {
    return checkLevel(bytes, start, limit, 0);
  } catch (error) {
    if (error instanceof RangeError) fail("a length reaches beyond the end");
    throw error;
  }
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
  const nameEnd = bytes.indexOf(0, at + 1);
  if (nameEnd < 0 || nameEnd >= limit) fail("name without end");
  // MongoDB takes any bytes; here names are read as text, and others than UTF-8 would not come back as they were.
  if (!isUtf8(bytes.subarray(at + 1, nameEnd))) fail("name that is not in UTF-8");
  const start = nameEnd + 1;
  const end = start + sizeOf(type, bytes, start);
  if (!(end >= start && end <= limit)) fail(`value of type ${type} out of bounds`);
  checkContent(type, bytes, start, end, depth);
  return end;
}

function checkContent(type: number, bytes: Buffer, start: number, end: number, depth: number): void {
  if (type === TYPE.object || type === TYPE.array) {
    if (checkLevel(bytes, start, end, depth + 1) !== end) fail("embedded document of another length");
  } else if (type === TYPE.string || type === TYPE.code || type === TYPE.symbol) {
    if (end - start < 5 || bytes[end - 1] !== 0) fail("string without terminator");
  } else if (type === TYPE.binary) {
    if (end - start < 5) fail("binary with a negative length");
  } else if (type === TYPE.regex) {
    if (end - start < 2) fail("regular expression without end");
  } else if (type === TYPE.dbPointer) {
    if (end - start < 17 || bytes[end - 13] !== 0) fail("pointer without terminator");
  } else if (type === TYPE.codeWithScope) {
    checkCodeWithScope(bytes, start, end, depth);
  } else if (type === TYPE.boolean && (bytes[start] ?? 2) > 1) fail("boolean that is neither 0 nor 1");
}

function checkCodeWithScope(bytes: Buffer, start: number, end: number, depth: number): void {
  if (end - start < 14) fail("code with scope too short");
  const scope = start + 8 + bytes.readInt32LE(start + 4);
  if (scope < start + 9 || scope > end - 5 || bytes[scope - 1] !== 0) fail("code without terminator");
  if (checkLevel(bytes, scope, end, depth + 1) !== end) fail("scope of another length");
}
