import { bsonType, endOfName, isAt, sizeOf, Value } from "./raw-bson.ts";

/** A field that `pickFields` takes over. */
export interface PickedField {
  /** The bytes of its name. */
  readonly name: Buffer;
  /** Returns what takes the place of a document or an array; a field with another value is left out then. Without it all values stay. */
  readonly below?: (value: Value) => Value;
}

/** Returns a document with some of the fields of another, in their order. Values that stay are copied unread. */
export function pickFields({ bytes }: Value, picked: readonly PickedField[]): Value {
  // Begins and ends of what is copied, one after the other, of the document or of what `below` has returned.
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
    const field = fieldNamed(picked, bytes, at + 1, valueStart - 1);
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

/** Returns the one of some fields whose name stands between two places of a document. */
function fieldNamed(
  picked: readonly PickedField[],
  bytes: Buffer,
  start: number,
  end: number,
): PickedField | undefined {
  for (const field of picked)
    if (field.name.length === end - start && isAt(bytes, start, field.name)) return field;
  return undefined;
}
