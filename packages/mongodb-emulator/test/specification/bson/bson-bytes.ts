/**
 * The type and the bytes of a BSON value (bsonspec.org). Tests build these bytes, because drivers cannot write every
 * value.
 */
export interface BsonBytes {
  readonly type: number;
  readonly bytes: Buffer;
}

/**
 * The fields of a document. Their order is kept unless a name looks like an array index, because JavaScript moves such
 * names to the front.
 */
export type BsonFields = Readonly<Record<string, BsonBytes>>;

function join(type: number, fields: readonly (readonly [string, BsonBytes])[]): BsonBytes {
  const elements = fields.map(([name, value]) =>
    Buffer.concat([Buffer.from([value.type]), Buffer.from(`${name}\0`), value.bytes]),
  );
  const bytes = Buffer.concat([Buffer.alloc(4), ...elements, Buffer.alloc(1)]);
  bytes.writeInt32LE(bytes.length);
  return { type, bytes };
}

/** Returns the BSON document with the given fields. */
export function bsonDocument(fields: BsonFields): BsonBytes {
  return join(0x03, Object.entries(fields));
}

/** Returns the BSON array of the given values. */
export function bsonArray(values: readonly BsonBytes[]): BsonBytes {
  return join(
    0x04,
    values.map((value, index) => [String(index), value]),
  );
}

/** Returns a string, or a value of another type with the same bytes: JavaScript code (0x0d) or a symbol (0x0e). */
export function bsonText(text: string | Buffer, type = 0x02): BsonBytes {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(text), Buffer.alloc(1)]);
  bytes.writeInt32LE(bytes.length - 4);
  return { type, bytes };
}

/** Returns a number as a BSON 32-bit integer. */
export function bsonInt32(number: number): BsonBytes {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(number);
  return { type: 0x10, bytes };
}

/** Returns a value whose bytes are given in hexadecimal. Blanks between the digits are ignored. */
export function bsonHex(type: number, hex: string): BsonBytes {
  return { type, bytes: Buffer.from(hex.replaceAll(" ", ""), "hex") };
}
