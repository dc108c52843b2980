import { encodeNumber } from "./number-order.ts";
import { bsonType, fieldsOf, numberOf, Value } from "./raw-bson.ts";

/**
 * Encodes a value so that the order of the bytes is MongoDB's order of values. Two values have the same bytes exactly
 * if MongoDB treats them as equal, and the bytes of one value are never a prefix of the bytes of another. The bytes are
 * used to compare and sort values, as hash keys and as index keys.
 */
export function encodeValue(value: Value): Buffer {
  const { type, bytes } = value;
  // Most texts have no zero byte inside. The key of such a text ends with one zero byte.
  if (type === bsonType.string && bytes.indexOf(0, 4) === bytes.length - 1) {
    const key = Buffer.allocUnsafe(bytes.length - 2);
    key[0] = rankOf(value);
    key[bytes.copy(key, 1, 4) + 1] = 0;
    return key;
  }
  const content = encodeContent(value);
  const key = Buffer.allocUnsafe(content.length + 1);
  key[0] = rankOf(value);
  content.copy(key, 1);
  return key;
}

/** Returns a number below, equal to or above zero if `left` comes before, with or after `right` in MongoDB's order. */
export function compareValues(left: Value, right: Value): number {
  const ranks = rankOf(left) - rankOf(right);
  if (ranks !== 0) return ranks;
  if (left.type === right.type) {
    // A BSON string begins with four bytes that contain its length. The bytes after the length sort in the order of the
    // texts.
    if (left.type === bsonType.string) return left.bytes.compare(right.bytes, 4, right.bytes.length, 4);
    if (left.bytes.equals(right.bytes)) return 0;
  }
  if (isPlainNumber(left) && isPlainNumber(right)) {
    const difference = numberOf(left) - numberOf(right);
    if (!Number.isNaN(difference)) return difference;
  }
  return Buffer.compare(encodeValue(left), encodeValue(right));
}

/** Whether MongoDB treats the two values as equal, such as 1, 1.0 and NumberLong(1). */
export function isSame(left: Value, right: Value): boolean {
  return compareValues(left, right) === 0;
}

/**
 * The rank of each type in comparisons (MongoDB's manual: "BSON Comparison Order"). Values of the same rank are
 * compared by value.
 */
const ranksByType = new Map<number, number>([
  [bsonType.minKey, 1],
  [bsonType.undefined, 3],
  [bsonType.null, 3],
  [bsonType.double, 4],
  [bsonType.int32, 4],
  [bsonType.int64, 4],
  [bsonType.decimal128, 4],
  [bsonType.string, 5],
  [bsonType.symbol, 5],
  [bsonType.object, 6],
  [bsonType.array, 7],
  [bsonType.binary, 8],
  [bsonType.objectId, 9],
  [bsonType.boolean, 10],
  [bsonType.date, 11],
  [bsonType.timestamp, 12],
  [bsonType.regex, 13],
  [bsonType.dbPointer, 14],
  [bsonType.code, 15],
  [bsonType.codeWithScope, 16],
  [bsonType.maxKey, 17],
]);

/** The key of an empty array in sorts and indexes, which makes an empty array come before null, as in MongoDB. */
export const emptyArrayKey: Buffer = Buffer.from([2]);

/** The key of a missing field in sorts and indexes: equal to the key of null. */
export const nullKey: Buffer = Buffer.from([3]);

/** Returns the rank of a value's type. `$lt`, `$lte`, `$gt` and `$gte` match only values of the same rank. */
export function rankOf(value: Value): number {
  return ranksByType.get(value.type) ?? 0;
}

function encodeContent(value: Value): Buffer {
  const { type, bytes } = value;
  switch (type) {
    case bsonType.double:
    case bsonType.int32:
    case bsonType.int64:
    case bsonType.decimal128:
      return encodeNumber(value);
    case bsonType.string:
    case bsonType.symbol:
    case bsonType.code:
      return encodeText(bytes.subarray(4, -1));
    case bsonType.codeWithScope:
      return encodeCodeWithScope(bytes);
    case bsonType.object:
      return Buffer.concat([...fieldsOf(value).flatMap(encodeField), Buffer.alloc(1)]);
    case bsonType.array:
      return Buffer.concat([...fieldsOf(value).map(([, element]) => encodeValue(element)), Buffer.alloc(1)]);
    case bsonType.binary:
    case bsonType.dbPointer:
      return Buffer.concat([Buffer.from(bytes.subarray(0, 4)).swap32(), bytes.subarray(4)]);
    case bsonType.date:
      return bigEndian(bytes, true);
    case bsonType.timestamp:
      return bigEndian(bytes, false);
    case bsonType.objectId:
    case bsonType.boolean:
      return bytes;
    case bsonType.undefined:
    case bsonType.null:
      return Buffer.alloc(0);
    default:
      return encodeText(bytes);
  }
}

/** Encodes a BSON value of type "code with scope": the code as a text, then the scope as a document. */
function encodeCodeWithScope(bytes: Buffer): Buffer {
  const scopeStart = 8 + bytes.readInt32LE(4);
  const scope = new Value(bsonType.object, bytes.subarray(scopeStart));
  return Buffer.concat([encodeText(bytes.subarray(8, scopeStart - 1)), encodeContent(scope)]);
}

/** Encodes a field in the order in which MongoDB compares its parts: type, name, value. */
function encodeField([name, value]: readonly [string, Value]): Buffer[] {
  return [Buffer.from([rankOf(value)]), encodeText(Buffer.from(name)), encodeValue(value)];
}

/**
 * Ends a text with two zero bytes, and inserts a byte 255 after each zero byte inside the text, so that no zero byte
 * inside the text is mistaken for the end of the text.
 */
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
  return type === bsonType.int32 || type === bsonType.double;
}

/** Returns the first key of the store that comes after all keys that begin with a given prefix. */
export function successorOf(prefix: Buffer): Buffer {
  const key = Buffer.from(prefix);
  for (let at = key.length - 1; at >= 0; at--) {
    const byte = key[at] ?? 0;
    if (byte < 255) {
      key[at] = byte + 1;
      return key.subarray(0, at + 1);
    }
  }
  throw new RangeError("a key whose bytes are all 255 has no successor");
}
