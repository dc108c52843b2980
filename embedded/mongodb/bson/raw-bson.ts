/** BSON element types (bsonspec.org, version 1.1). */
export const TYPE = {
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

/** A BSON value as its type and the bytes that stand for it: what came in goes out unchanged. Never modified. */
export class Value {
  readonly type: number;
  readonly bytes: Buffer;

  constructor(type: number, bytes: Buffer) {
    this.type = type;
    this.bytes = bytes;
  }
}

/** A name and its value; a document is a list of these. */
export type Field = readonly [name: string, value: Value];

const FIXED_SIZES = new Map<number, number>([
  [TYPE.double, 8],
  [TYPE.undefined, 0],
  [TYPE.objectId, 12],
  [TYPE.boolean, 1],
  [TYPE.date, 8],
  [TYPE.null, 0],
  [TYPE.int32, 4],
  [TYPE.timestamp, 8],
  [TYPE.int64, 8],
  [TYPE.decimal128, 16],
  [TYPE.maxKey, 0],
  [TYPE.minKey, 0],
]);

/** Number of bytes of the value of this type at `at`; NaN for a type that BSON does not have. */
export function sizeOf(type: number, bytes: Buffer, at: number): number {
  const fixed = FIXED_SIZES.get(type);
  if (fixed !== undefined) return fixed;
  switch (type) {
    case TYPE.string:
    case TYPE.code:
    case TYPE.symbol:
      return 4 + bytes.readInt32LE(at);
    case TYPE.object:
    case TYPE.array:
    case TYPE.codeWithScope:
      return bytes.readInt32LE(at);
    case TYPE.binary:
      return 5 + bytes.readInt32LE(at);
    case TYPE.dbPointer:
      return 16 + bytes.readInt32LE(at);
    case TYPE.regex:
      return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1 - at;
    default:
      return Number.NaN;
  }
}

/** The fields of a document, or the elements of an array under "0", "1", …; in stored order. */
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

/** The elements of an array. */
export function elementsOf(array: Value): Value[] {
  return fieldsOf(array).map(([, value]) => value);
}

/** The field `name` of a document or array; undefined where it has none. Reads no other field. */
export function getField({ bytes }: Value, name: string): Value | undefined {
  const wanted = Buffer.from(name);
  for (let at = 4; at < bytes.length - 1;) {
    const type = bytes[at] ?? 0;
    const nameEnd = bytes.indexOf(0, at + 1);
    const end = nameEnd + 1 + sizeOf(type, bytes, nameEnd + 1);
    if (nameEnd - at - 1 === wanted.length && wanted.compare(bytes, at + 1, nameEnd) === 0)
      return new Value(type, bytes.subarray(nameEnd + 1, end));
    at = end;
  }
  return undefined;
}

function build(type: number, fields: Iterable<Field>): Value {
  const parts: Buffer[] = [Buffer.alloc(4)];
  let size = 5;
  for (const [name, { type: elementType, bytes }] of fields) {
    const head = Buffer.from(`\0${name}\0`);
    head[0] = elementType;
    parts.push(head, bytes);
    size += head.length + bytes.length;
  }
  parts.push(Buffer.alloc(1));
  const bytes = Buffer.concat(parts, size);
  bytes.writeInt32LE(size, 0);
  return new Value(type, bytes);
}

/** A document of these fields, in this order. */
export function documentOf(fields: Iterable<Field>): Value {
  return build(TYPE.object, fields);
}

/** An array of these values. */
export function arrayOf(values: readonly Value[]): Value {
  return build(
    TYPE.array,
    values.map((value, index) => [String(index), value] as const),
  );
}

/** What `toValue` turns into BSON; a field that is undefined is left out. */
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

/** BSON for a plain value: whole numbers become int32 where they fit, others double; a bigint becomes int64. */
export function toValue(plain: Plain): Value {
  if (plain instanceof Value) return plain;
  if (plain === null) return new Value(TYPE.null, Buffer.alloc(0));
  if (typeof plain === "string") {
    const text = Buffer.from(plain);
    return fixed(TYPE.string, text.length + 5, (bytes) =>
      text.copy(bytes, bytes.writeInt32LE(text.length + 1)),
    );
  }
  if (typeof plain === "boolean") return new Value(TYPE.boolean, Buffer.from([plain ? 1 : 0]));
  if (typeof plain === "bigint") return fixed(TYPE.int64, 8, (bytes) => bytes.writeBigInt64LE(plain));
  if (typeof plain === "number") return Object.is(plain | 0, plain) ? int32(plain) : double(plain);
  if (plain instanceof Date)
    return fixed(TYPE.date, 8, (bytes) => bytes.writeBigInt64LE(BigInt(plain.getTime())));
  if (isList(plain)) return arrayOf(plain.map(toValue));
  const fields: Field[] = [];
  for (const [name, field] of Object.entries(plain))
    if (field !== undefined) fields.push([name, toValue(field)]);
  return documentOf(fields);
}

function int32(number: number): Value {
  return fixed(TYPE.int32, 4, (bytes) => bytes.writeInt32LE(number));
}

/** A double, also for whole numbers. */
export function double(number: number): Value {
  return fixed(TYPE.double, 8, (bytes) => bytes.writeDoubleLE(number));
}

/** The text of a string or symbol. */
export function textOf({ bytes }: Value): string {
  return bytes.toString("utf8", 4, bytes.length - 1);
}

/** A number as a JavaScript number (int64 rounded); NaN for anything that is no int32, int64 or double. */
export function numberOf({ type, bytes }: Value): number {
  if (type === TYPE.int32) return bytes.readInt32LE(0);
  if (type === TYPE.int64) return Number(bytes.readBigInt64LE(0));
  return type === TYPE.double ? bytes.readDoubleLE(0) : Number.NaN;
}

/** Truth as MongoDB's flags and expressions see it: false, 0, null and undefined are false, all else is true. */
export function isTrue(value: Value | undefined): boolean {
  if (value === undefined || value.type === TYPE.null || value.type === TYPE.undefined) return false;
  if (value.type === TYPE.boolean) return value.bytes[0] === 1;
  return numberOf(value) !== 0;
}

/** Whether the value is a document (an array is none). */
export function isDocument(value: Value | undefined): value is Value {
  return value?.type === TYPE.object;
}

/** Whether the value is an array. */
export function isArray(value: Value | undefined): value is Value {
  return value?.type === TYPE.array;
}
