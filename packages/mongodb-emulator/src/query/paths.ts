import { elementsOf, getField, isArray, isDocument, type Value } from "../bson/raw-bson.ts";
import { emptyArrayKey, encodeValue, nullKey } from "../bson/value-order.ts";

const INDEX = /^(?:0|[1-9]\d*)$/;

/**
 * Returns all values that a path leads to. At an array, the path continues in each document of the array. If the next
 * part of the path is a number, the path also continues in the array's element with that number (MongoDB's manual:
 * "Query an Array of Embedded Documents"). An array at the end of the path is one value.
 */
export function leavesAt(container: Value, path: readonly string[], from = 0): Leaf[] {
  const name = path[from];
  if (name === undefined) return [container];
  if (isDocument(container)) return leavesBelow(getField(container, name), path, from + 1);
  if (!isArray(container)) return [undefined];
  const leaves: Leaf[] = [];
  for (const element of elementsOf(container))
    if (isDocument(element)) leaves.push(...leavesAt(element, path, from));
  if (isIndex(name)) {
    const element = getField(container, name);
    if (element !== undefined) leaves.push(...leavesBelow(element, path, from + 1));
  }
  return leaves;
}

/** A value at the end of a path in a document; undefined if a document on the path lacks the field. */
export type Leaf = Value | undefined;

/** Whether a part of the path of a field can be the index of an array element. */
export function isIndex(name: string): boolean {
  return INDEX.test(name);
}

function leavesBelow(value: Leaf, path: readonly string[], from: number): Leaf[] {
  return value === undefined || from === path.length ? [value] : leavesAt(value, path, from);
}

/**
 * Returns the values at the end of a path and, of each value that is an array, also the elements: equality and
 * comparison operators test all of them.
 */
export function expandArrays(leaves: readonly Leaf[]): readonly Leaf[] {
  if (!leaves.some(isArray)) return leaves;
  return leaves.flatMap((leaf) => (isArray(leaf) ? [...elementsOf(leaf), leaf] : [leaf]));
}

/** A value at the end of a path in a document, and the key of the value for an index or a sort. */
export interface PathKey {
  readonly key: Buffer;
  readonly value: Leaf;
}

/**
 * Returns the keys of a document for a path, at least one. If the path leads to an array, each distinct element of the
 * array has a key.
 */
export function keysAt(document: Value, path: readonly string[]): PathKey[] {
  const leaves = leavesAt(document, path);
  const [only] = leaves;
  if (leaves.length === 1 && !isArray(only)) return [keyOf(only)];
  const keys = new Map<string, PathKey>();
  for (const value of leaves.flatMap((leaf) => (isArray(leaf) ? elementsOf(leaf) : [leaf]))) {
    const pathKey = keyOf(value);
    keys.set(pathKey.key.toString("latin1"), pathKey);
  }
  return keys.size > 0 ? [...keys.values()] : [{ key: emptyArrayKey, value: undefined }];
}

function keyOf(value: Leaf): PathKey {
  return { key: value === undefined ? nullKey : encodeValue(value), value };
}

/** Whether a document has an array on the path of a field or at the end of this path. */
export function crossesArray(document: Value, path: readonly string[]): boolean {
  let value: Leaf = document;
  for (const name of path) {
    if (value === undefined || isArray(value)) break;
    value = isDocument(value) ? getField(value, name) : undefined;
  }
  return isArray(value);
}
