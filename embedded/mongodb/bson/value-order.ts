import { encodeNumber } from "./number-order.ts";
import { fieldsOf, numberOf, TYPE, Value } from "./raw-bson.ts";

/** Rank of each type in comparisons (manual: "BSON Comparison Order"); types of one rank compare by value. */
const RANKS = new Map<number, number>([
  [TYPE.minKey, 1],
  [TYPE.undefined, 3],
  [TYPE.null, 3],
  [TYPE.double, 4],
  [TYPE.int32, 4],
  [TYPE.int64, 4],
  [TYPE.decimal128, 4],
  [TYPE.string, 5],
  [TYPE.symbol, 5],
  [TYPE.object, 6],
  [TYPE.array, 7],
  [TYPE.binary, 8],
  [TYPE.objectId, 9],
  [TYPE.boolean, 10],
  [TYPE.date, 11],
  [TYPE.timestamp, 12],
  [TYPE.regex, 13],
  [TYPE.dbPointer, 14],
  [TYPE.code, 15],
  [TYPE.codeWithScope, 16],
  [TYPE.maxKey, 17],
]);

/** Stands for an empty array in sort and index keys: before null, as MongoDB sorts it. */
export const EMPTY_ARRAY_KEY: Buffer = Buffer.from([2]);

/** Stands for a missing field: the same as null. */
export const NULL_KEY: Buffer = Buffer.from([3]);

/** The rank of the value's type: only values of the same rank compare with `$lt` and its like. */
export function rankOf(value: Value): number {
  return RANKS.get(value.type) ?? 0;
}

/**
 * Bytes whose order is MongoDB's order of values, the same for two values exactly when MongoDB holds them equal, and
 * never a prefix of those of another value. They serve as comparison, equality, hash and index key at once.
 */
export function encodeValue(value: Value): Buffer {
  const content = encodeContent(value);
  const key = Buffer.allocUnsafe(content.length + 1);
  key[0] = rankOf(value);
  content.copy(key, 1);
  return key;
}

function encodeContent(value: Value): Buffer {
  const { type, bytes } = value;
  switch (type) {
    case TYPE.double:
    case TYPE.int32:
    case TYPE.int64:
    case TYPE.decimal128:
      return encodeNumber(value);
    case TYPE.string:
    case TYPE.symbol:
    case TYPE.code:
      return encodeText(bytes.subarray(4, -1));
    case TYPE.codeWithScope:
      return encodeCodeWithScope(bytes);
    case TYPE.object:
      return Buffer.concat([...fieldsOf(value).flatMap(encodeField), Buffer.alloc(1)]);
    case TYPE.array:
      return Buffer.concat([...fieldsOf(value).map(([, element]) => encodeValue(element)), Buffer.alloc(1)]);
    case TYPE.binary:
    case TYPE.dbPointer:
      return Buffer.concat([Buffer.from(bytes.subarray(0, 4)).swap32(), bytes.subarray(4)]);
    case TYPE.date:
      return bigEndian(bytes, true);
    case TYPE.timestamp:
      return bigEndian(bytes, false);
    case TYPE.objectId:
    case TYPE.boolean:
      return bytes;
    case TYPE.undefined:
    case TYPE.null:
      return Buffer.alloc(0);
    default:
      return encodeText(bytes);
  }
}

/** The code as text, then the scope as a document. */
function encodeCodeWithScope(bytes: Buffer): Buffer {
  const scopeStart = 8 + bytes.readInt32LE(4);
  const scope = new Value(TYPE.object, bytes.subarray(scopeStart));
  return Buffer.concat([encodeText(bytes.subarray(8, scopeStart - 1)), encodeContent(scope)]);
}

/** MongoDB compares the type of a field first, then its name, then its value. */
function encodeField([name, value]: readonly [string, Value]): Buffer[] {
  return [Buffer.from([rankOf(value)]), encodeText(Buffer.from(name)), encodeValue(value)];
}

/** Text ends with two zero bytes; a zero byte inside it is followed by 255. */
function encodeText(text: Buffer): Buffer {
  if (!text.includes(0)) return Buffer.concat([text, Buffer.alloc(2)]);
  return Buffer.from(`${text.toString("latin1").replaceAll("\0", "\0\u{ff}")}\0\0`, "latin1");
}

function bigEndian(bytes: Buffer, isSigned: boolean): Buffer {
  const swapped = Buffer.from(bytes).swap64();
  if (isSigned) swapped[0] = (swapped[0] ?? 0) ^ 0x80;
  return swapped;
}

function isPlainNumber({ type }: Value): boolean {
  return type === TYPE.int32 || type === TYPE.double;
}

/** Below, equal or above zero as `left` comes before, with or after `right` in MongoDB's order. */
export function compareValues(left: Value, right: Value): number {
  const ranks = rankOf(left) - rankOf(right);
  if (ranks !== 0) return ranks;
  if (left.type === right.type && left.bytes.equals(right.bytes)) return 0;
  if (isPlainNumber(left) && isPlainNumber(right)) {
    const difference = numberOf(left) - numberOf(right);
    if (!Number.isNaN(difference)) return difference;
  }
  return Buffer.compare(encodeValue(left), encodeValue(right));
}

/** Whether MongoDB holds the two equal: 1, 1.0 and NumberLong(1) are. */
export function isSame(left: Value, right: Value): boolean {
  return compareValues(left, right) === 0;
}

/** The first key after all those that begin with `prefix`. */
export function successorOf(prefix: Buffer): Buffer {
  const key = Buffer.from(prefix);
  for (let at = key.length - 1; at >= 0; at--) {
    const byte = key[at] ?? 0;
    if (byte < 255) {
      key[at] = byte + 1;
      return key.subarray(0, at + 1);
    }
  }
  throw new RangeError("a key of 255s has no successor");
}
