import {
  arrayOf,
  documentOf,
  elementsOf,
  getField,
  isArray,
  isDocument,
  toValue,
  Value,
} from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";
import { isIndex } from "../query/paths.ts";

/**
 * The maximum number of null elements that an update may insert to extend an array up to the index that it sets
 * (MongoDB's manual: "MongoDB Limits and Thresholds").
 */
const MAX_PADDING = 1_500_000;

/**
 * Returns a copy of the document or array with the value at a path changed. Missing documents on the path are created.
 * @throws MongoError PathNotViable if the path contains a value that is neither document nor array
 */
export function changeAt(container: Value, parts: readonly string[], change: Change, from = 0): Value {
  const name = parts[from] ?? "";
  const isLast = from === parts.length - 1;
  const below: Change = isLast
    ? change
    : (present) => {
        if (present === undefined) return createBelow(parts, change, from + 1);
        return changeAt(present, parts, change, from + 1);
      };
  if (isDocument(container)) return changeField(container, name, below);
  if (isArray(container) && isIndex(name)) return changeElement(container, Number(name), below);
  if (below(undefined) === undefined) return container;
  throw new MongoError(
    "PathNotViable",
    `Cannot create field '${name}' in element {${parts.slice(0, from).join(".")}}`,
  );
}

/**
 * Splits a path such as `a.b.0` into its parts.
 * @throws MongoError for an empty part, a part with a dollar sign, and positional operators, which this server lacks
 */
export function parseUpdatePath(path: string): readonly string[] {
  const parts = path.split(".");
  if (parts.includes(""))
    throw new MongoError(
      "EmptyFieldName",
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  for (const part of parts) {
    if (part === "$" || part.startsWith("$["))
      throw new MongoError(
        "CommandNotSupported",
        `positional operators are not supported by this server: '${path}'`,
      );
    if (part.startsWith("$"))
      throw new MongoError(
        "DollarPrefixedFieldName",
        `The dollar ($) prefixed field '${part}' in '${path}' is not valid`,
      );
  }
  return parts;
}

/**
 * Returns the new value of a field, given its current value. The current value is undefined if the field is missing;
 * the new value is undefined if the field is to be removed.
 */
export type Change = (present: Value | undefined) => Value | undefined;

function createBelow(parts: readonly string[], change: Change, from: number): Value | undefined {
  let value = change(undefined);
  if (value === undefined) return undefined;
  for (const name of parts.slice(from).toReversed()) value = documentOf([[name, value]]);
  return value;
}

function changeField(document: Value, name: string, change: Change): Value {
  const present = getField(document, name);
  const value = change(present);
  if (value === present) return document;
  const { bytes } = document;
  // Replace the bytes of the field's present value within the bytes of the document. A new field is added at the end.
  const end = present ? present.bytes.byteOffset - bytes.byteOffset + present.bytes.length : bytes.length - 1;
  const start = present ? end - present.bytes.length - Buffer.byteLength(name) - 2 : end;
  const field = value === undefined ? [] : [documentOf([[name, value]]).bytes.subarray(4, -1)];
  const changed = Buffer.concat([bytes.subarray(0, start), ...field, bytes.subarray(end)]);
  changed.writeInt32LE(changed.length);
  return new Value(document.type, changed);
}

function changeElement(array: Value, index: number, change: Change): Value {
  const elements = elementsOf(array);
  const present = elements[index];
  const value = change(present);
  if (value === present) return array;
  if (index - elements.length > MAX_PADDING)
    throw new MongoError("BadValue", `cannot pad an array up to index ${index}`);
  while (elements.length < index) elements.push(toValue(null));
  elements[index] = value ?? toValue(null);
  return arrayOf(elements);
}
