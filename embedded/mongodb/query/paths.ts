import { elementsOf, getField, isArray, isDocument, type Value } from "../bson/raw-bson.ts";
import { EMPTY_ARRAY_KEY, encodeValue, NULL_KEY } from "../bson/value-order.ts";

/** What a path leads to: a value, or undefined where an object on the way lacks the field. */
export type Leaf = Value | undefined;

const INDEX = /^(?:0|[1-9]\d*)$/;

/** Whether the path component may be an array index. */
export function isIndex(name: string): boolean {
  return INDEX.test(name);
}

/**
 * All that the path leads to. An array on the way is entered: each document in it is followed, and where the next
 * name is a number, that element as well (manual: "Query an Array of Embedded Documents"). Arrays at the end stay whole.
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

function leavesBelow(value: Leaf, path: readonly string[], from: number): Leaf[] {
  return value === undefined || from === path.length ? [value] : leavesAt(value, path, from);
}

/** The leaves, and for each that is an array its elements too: what equality and comparison look at. */
export function expandArrays(leaves: readonly Leaf[]): Leaf[] {
  if (!leaves.some((leaf) => isArray(leaf))) return [...leaves];
  return leaves.flatMap((leaf) => (isArray(leaf) ? [...elementsOf(leaf), leaf] : [leaf]));
}

/** A key of one path of a document, for an index or a sort, and the value that it stands for. */
export interface PathKey {
  readonly key: Buffer;
  readonly value: Leaf;
}

/** The keys of a path: one for each element of an array, without repetition; at least one. */
export function keysAt(document: Value, path: readonly string[]): PathKey[] {
  const leaves = leavesAt(document, path);
  const [only] = leaves;
  if (leaves.length === 1 && !isArray(only)) return [keyOf(only)];
  const keys = new Map<string, PathKey>();
  for (const value of leaves.flatMap((leaf) => (isArray(leaf) ? elementsOf(leaf) : [leaf]))) {
    const pathKey = keyOf(value);
    keys.set(pathKey.key.toString("latin1"), pathKey);
  }
  return keys.size > 0 ? [...keys.values()] : [{ key: EMPTY_ARRAY_KEY, value: undefined }];
}

function keyOf(value: Leaf): PathKey {
  return { key: value === undefined ? NULL_KEY : encodeValue(value), value };
}

/** Whether an array lies on the path or at its end. */
export function crossesArray(document: Value, path: readonly string[]): boolean {
  let value: Leaf = document;
  for (const name of path) {
    if (value === undefined || isArray(value)) break;
    value = isDocument(value) ? getField(value, name) : undefined;
  }
  return isArray(value);
}
