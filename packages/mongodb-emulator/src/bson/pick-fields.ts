import { bsonType, endOfName, isAt, sizeOf, Value } from "./raw-bson.ts";

/** A field of a document that `pickFields` copies into another document. */
export interface PickedField {
  /** The bytes of the name of the field. */
  readonly name: Buffer;
  /**
   * Returns the value to copy instead of the field's value, which is a document or an array. With this function, a
   * field with any other value is left out; without it, every value is copied unchanged.
   */
  readonly below?: (value: Value) => Value;
}

/** The fields of a document that `pickFields` copies, grouped by the lengths of their names. */
export type PickedFields = readonly (readonly PickedField[] | undefined)[];

/** Groups fields by the lengths of their names, so that `pickFields` compares few names with each other. */
export function byNameLength(fields: readonly PickedField[]): PickedFields {
  const groups: PickedField[][] = [];
  for (const field of fields) (groups[field.name.length] ??= []).push(field);
  return groups;
}

/**
 * Returns a document with some of the fields of another document, in their order. Values are copied without being
 * parsed.
 */
export function pickFields({ bytes }: Value, picked: PickedFields): Value {
  // The byte ranges of which the picked document consists, in order. `from` is the source document or the result of
  // picking fields of a sub-document.
  const parts: { from: Buffer; start: number; end: number }[] = [];
  let size = 5;
  const take = (from: Buffer, start: number, end: number): void => {
    const last = parts.at(-1);
    if (last?.from === from && last.end === start) last.end = end;
    else parts.push({ from, start, end });
    size += end - start;
  };
  for (let at = 4; at < bytes.length - 1;) {
    const type = bytes[at] ?? 0;
    const valueStart = endOfName(bytes, at + 1) + 1;
    const end = valueStart + sizeOf(type, bytes, valueStart);
    const field = fieldNamed(picked[valueStart - at - 2], bytes, at + 1);
    if (field !== undefined && field.below === undefined) take(bytes, at, end);
    else if (field?.below !== undefined && (type === bsonType.object || type === bsonType.array)) {
      const value = field.below(new Value(type, bytes.subarray(valueStart, end)));
      take(bytes, at, valueStart);
      take(value.bytes, 0, value.bytes.length);
    }
    at = end;
  }
  const result = Buffer.allocUnsafe(size);
  let at = result.writeInt32LE(size, 0);
  for (const { from, start, end } of parts) at += from.copy(result, at, start, end);
  result[at] = 0;
  return new Value(bsonType.object, result);
}

/**
 * Returns the field whose name stands at an offset of a document; undefined if none does. The names of all given fields
 * have the same length.
 */
function fieldNamed(
  fields: readonly PickedField[] | undefined,
  bytes: Buffer,
  start: number,
): PickedField | undefined {
  if (fields !== undefined) for (const field of fields) if (isAt(bytes, start, field.name)) return field;
  return undefined;
}
