/** The numbers of the BSON types (bsonspec.org, version 1.1). */
export const bsonType = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binary: 5,
  undefined: 6,
  objectId: 7,
  boolean: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  code: 13,
  symbol: 14,
  codeWithScope: 15,
  int32: 16,
  timestamp: 17,
  int64: 18,
  decimal128: 19,
  maxKey: 127,
  minKey: 255,
} as const;

/**
 * A BSON value: its type and its bytes, which are never changed. A stored value is returned with the bytes that were
 * sent.
 */
export class Value {
  readonly type: number;
  readonly bytes: Buffer;

  constructor(type: number, bytes: Buffer) {
    this.type = type;
    this.bytes = bytes;
  }
}

/** A field of a document: its name and its value. */
export type Field = readonly [name: string, value: Value];

/**
 * The number of bytes of values of each type, by the number of the type; -1 for a type whose values vary in size, and
 * for numbers that BSON does not define.
 */
const fixedSizes = new Int8Array(256).fill(-1);
for (const [type, size] of [
  [bsonType.double, 8],
  [bsonType.undefined, 0],
  [bsonType.objectId, 12],
  [bsonType.boolean, 1],
  [bsonType.date, 8],
  [bsonType.null, 0],
  [bsonType.int32, 4],
  [bsonType.timestamp, 8],
  [bsonType.int64, 8],
  [bsonType.decimal128, 16],
  [bsonType.maxKey, 0],
  [bsonType.minKey, 0],
] as const)
  fixedSizes[type] = size;

/**
 * Returns the number of bytes of the BSON value of a type that begins at the offset `at`; NaN if BSON has no such type.
 */
export function sizeOf(type: number, bytes: Buffer, at: number): number {
  const fixed = fixedSizes[type] ?? -1;
  if (fixed >= 0) return fixed;
  switch (type) {
    case bsonType.string:
    case bsonType.code:
    case bsonType.symbol:
      return 4 + bytes.readInt32LE(at);
    case bsonType.object:
    case bsonType.array:
    case bsonType.codeWithScope:
      return bytes.readInt32LE(at);
    case bsonType.binary:
      return 5 + bytes.readInt32LE(at);
    case bsonType.dbPointer:
      return 16 + bytes.readInt32LE(at);
    case bsonType.regex:
      return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1 - at;
    default:
      return Number.NaN;
  }
}

/** Returns the fields of a document, or the elements of an array with the names "0", "1", …, in their order. */
export function fieldsOf({ bytes }: Value): Field[] {
  const fields: Field[] = [];
  for (let at = 4; at < bytes.length - 1;) {
    const type = bytes[at] ?? 0;
    const nameEnd = bytes.indexOf(0, at + 1);
    const end = nameEnd + 1 + sizeOf(type, bytes, nameEnd + 1);
    fields.push([bytes.toString("utf8", at + 1, nameEnd), new Value(type, bytes.subarray(nameEnd + 1, end))]);
    at = end;
  }
  return fields;
}

/** Returns the elements of a BSON array, in their order. */
export function elementsOf(array: Value): Value[] {
  return fieldsOf(array).map(([, value]) => value);
}

/** The maximum number of names of BSON fields whose bytes are cached. */
const MAX_KEPT_NAMES = 10_000;
const keptNames = new Map<string, Buffer>();

/**
 * Returns the bytes of a field's name. Caches up to MAX_KEPT_NAMES names, because most searches ask for the same few
 * names.
 */
function bytesOfName(name: string): Buffer {
  let bytes = keptNames.get(name);
  if (bytes === undefined) {
    bytes = Buffer.from(name);
    if (keptNames.size >= MAX_KEPT_NAMES) keptNames.clear();
    keptNames.set(name, bytes);
  }
  return bytes;
}

/**
 * Returns one field of a document or array; undefined if the document has no such field. Skips the other fields without
 * parsing them.
 */
export function getField({ bytes }: Value, name: string): Value | undefined {
  const wanted = bytesOfName(name);
  for (let at = 4; at < bytes.length - 1;) {
    const type = bytes[at] ?? 0;
    const nameEnd = endOfName(bytes, at + 1);
    const end = nameEnd + 1 + sizeOf(type, bytes, nameEnd + 1);
    if (nameEnd - at - 1 === wanted.length && isAt(bytes, at + 1, wanted))
      return new Value(type, bytes.subarray(nameEnd + 1, end));
    at = end;
  }
  return undefined;
}

/**
 * Returns the end of the name of a field that begins at `at`. Names are short, so a loop is faster than Buffer.indexOf.
 */
export function endOfName(bytes: Buffer, at: number): number {
  let end = at;
  while (end < bytes.length && bytes[end] !== 0) end += 1;
  return end;
}

/** Whether the bytes at an offset equal the wanted bytes. */
export function isAt(bytes: Buffer, at: number, wanted: Buffer): boolean {
  for (let offset = 0; offset < wanted.length; offset += 1)
    if (bytes[at + offset] !== wanted[offset]) return false;
  return true;
}

function build(type: number, fields: Iterable<Field>): Value {
  const all = [...fields];
  let size = 5;
  for (const [name, { bytes }] of all) size += Buffer.byteLength(name) + 2 + bytes.length;
  const result = Buffer.allocUnsafe(size);
  let at = result.writeInt32LE(size, 0);
  for (const [name, value] of all) {
    at = result.writeUInt8(value.type, at);
    at += result.write(name, at);
    at = result.writeUInt8(0, at);
    at += value.bytes.copy(result, at);
  }
  result[at] = 0;
  return new Value(type, result);
}

/** Returns the BSON document with the given fields in their order. */
export function documentOf(fields: Iterable<Field>): Value {
  return build(bsonType.object, fields);
}

/** Returns the BSON array of the given values. */
export function arrayOf(values: readonly Value[]): Value {
  return build(
    bsonType.array,
    values.map((value, index) => [String(index), value] as const),
  );
}

/** A JavaScript value that `toValue` turns into BSON. A field that is undefined is left out. */
export type Plain =
  | Value
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly Plain[]
  | { readonly [name: string]: Plain | undefined };

function isList(plain: Plain): plain is readonly Plain[] {
  return Array.isArray(plain);
}

function fixed(type: number, size: number, write: (bytes: Buffer) => void): Value {
  const bytes = Buffer.alloc(size);
  write(bytes);
  return new Value(type, bytes);
}

/**
 * Returns the BSON of a JavaScript value. Whole numbers that fit become int32, other numbers double, a bigint int64.
 */
export function toValue(plain: Plain): Value {
  if (plain instanceof Value) return plain;
  if (plain === null) return new Value(bsonType.null, Buffer.alloc(0));
  if (typeof plain === "string") {
    const text = Buffer.from(plain);
    return fixed(bsonType.string, text.length + 5, (bytes) =>
      text.copy(bytes, bytes.writeInt32LE(text.length + 1)),
    );
  }
  if (typeof plain === "boolean") return new Value(bsonType.boolean, Buffer.from([plain ? 1 : 0]));
  if (typeof plain === "bigint") return fixed(bsonType.int64, 8, (bytes) => bytes.writeBigInt64LE(plain));
  if (typeof plain === "number") return Object.is(plain | 0, plain) ? int32(plain) : double(plain);
  if (plain instanceof Date)
    return fixed(bsonType.date, 8, (bytes) => bytes.writeBigInt64LE(BigInt(plain.getTime())));
  if (isList(plain)) return arrayOf(plain.map(toValue));
  const fields: Field[] = [];
  for (const [name, field] of Object.entries(plain))
    if (field !== undefined) fields.push([name, toValue(field)]);
  return documentOf(fields);
}

/** Returns bytes as BSON's general binary type. */
export function binary(data: Buffer): Value {
  return fixed(bsonType.binary, data.length + 5, (bytes) =>
    data.copy(bytes, bytes.writeInt32LE(data.length) + 1),
  );
}

/** Returns the content of a BSON binary value, without its length and subtype. */
export function bytesOf({ bytes }: Value): Buffer {
  return bytes.subarray(5);
}

function int32(number: number): Value {
  return fixed(bsonType.int32, 4, (bytes) => bytes.writeInt32LE(number));
}

/** Returns a number as a BSON double, even a whole number. */
export function double(number: number): Value {
  return fixed(bsonType.double, 8, (bytes) => bytes.writeDoubleLE(number));
}

/** Returns the text of a BSON string or BSON symbol. */
export function textOf({ bytes }: Value): string {
  return bytes.toString("utf8", 4, bytes.length - 1);
}

/** Returns a BSON int32, int64 (rounded) or double as a JavaScript number; NaN for values of other types. */
export function numberOf({ type, bytes }: Value): number {
  if (type === bsonType.int32) return bytes.readInt32LE(0);
  if (type === bsonType.int64) return Number(bytes.readBigInt64LE(0));
  return type === bsonType.double ? bytes.readDoubleLE(0) : Number.NaN;
}

/** Whether the BSON value is missing, null or of the deprecated type undefined. */
export function isNullish(value: Value | undefined): value is undefined {
  return value === undefined || value.type === bsonType.null || value.type === bsonType.undefined;
}

/** Whether MongoDB's flags and expressions treat the value as true: all values except false, 0, null and undefined. */
export function isTrue(value: Value | undefined): boolean {
  if (isNullish(value)) return false;
  if (value.type === bsonType.boolean) return value.bytes[0] === 1;
  return numberOf(value) !== 0;
}

/** Whether the BSON value is a document; an array does not count. */
export function isDocument(value: Value | undefined): value is Value {
  return value?.type === bsonType.object;
}

/** Whether the BSON value is an array. */
export function isArray(value: Value | undefined): value is Value {
  return value?.type === bsonType.array;
}
