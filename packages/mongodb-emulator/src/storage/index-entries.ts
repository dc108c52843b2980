import { endOfName, fieldsOf, sizeOf, Value } from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";
import { crossesArray, keysAt, type Leaf, type PathKey } from "../query/paths.ts";
import type { Index } from "./catalogue.ts";

/**
 * Returns the entries of a document in an index: several if an indexed path leads to an array, none if a sparse or
 * partial index does not contain the document.
 * @throws MongoError CannotIndexParallelArrays
 */
export function entriesOf(index: Index, document: Value): Entry[] {
  if (index.partialFilter !== undefined && !index.partialFilter.matches(document)) return [];
  const components = index.keys.map(({ parts }) => keysAt(document, parts));
  if (index.isSparse && components.every(([first]) => isMissing(first))) return [];
  if (components.filter((keys) => keys.length > 1).length > 1)
    throw new MongoError("CannotIndexParallelArrays", `cannot index parallel arrays in index ${index.name}`);
  // At most one component of the index key has several values. All other components are the same in all entries of the
  // document.
  const entryAt = (at: number): Entry => {
    const keys = components.flatMap((all) => all[at] ?? all[0] ?? []);
    const parts = keys.map(({ key }, position) => directedKey(key, index.keys[position]?.direction ?? 1));
    return { key: Buffer.concat(parts), values: keys.map(({ value }) => value) };
  };
  const count = Math.max(...components.map(({ length }) => length));
  return Array.from({ length: count }, (_, at) => entryAt(at));
}

/**
 * The names of the fields on which the entries of an index depend; null for a partial index whose filter does not
 * consist of conditions on fields.
 */
const knownFields = new WeakMap<Index, readonly string[] | null>();

function fieldsBehind(index: Index): readonly string[] | null {
  let names = knownFields.get(index);
  if (names === undefined) {
    const filtered = index.partialFilter ? fieldsOf(index.partialFilter.filter).map(([path]) => path) : [];
    const paths = [...index.keys.map(({ path }) => path), ...filtered];
    const isAboutFields = filtered.every((path) => !path.startsWith("$"));
    names = isAboutFields ? [...new Set(paths.map((path) => path.split(".")[0] ?? ""))] : null;
    knownFields.set(index, names);
  }
  return names;
}

/** Returns the names of the fields in which two versions of a document differ. */
export function changedFields(before: Value, after: Value): ReadonlySet<string> {
  const start = endOfSameFields(before.bytes, after.bytes);
  const fieldsFrom = ({ type, bytes }: Value) => fieldsOf(new Value(type, bytes.subarray(start - 4)));
  const changed = new Set<string>();
  // If a document has several fields with the same name, the first of these fields counts.
  const old = new Map(fieldsFrom(before).toReversed());
  for (const [name, { type, bytes }] of fieldsFrom(after)) {
    const value = old.get(name);
    if (value?.type !== type || !value.bytes.equals(bytes)) changed.add(name);
    old.delete(name);
  }
  for (const name of old.keys()) changed.add(name);
  return changed;
}

/**
 * Returns the offset at which two versions of a document begin to differ: the end of their leading equal fields. Most
 * updates change only fields at the end of a document.
 */
function endOfSameFields(before: Buffer, after: Buffer): number {
  let same = 4;
  while (same < before.length - 1 && before[same] === after[same]) same += 1;
  let end = 4;
  while (end < same) {
    const valueStart = endOfName(before, end + 1) + 1;
    const next = valueStart + sizeOf(before[end] ?? 0, before, valueStart);
    if (next > same) break;
    end = next;
  }
  return end;
}

/** Whether two versions of a document that differ in the given fields can have different entries in an index. */
export function canDiffer(index: Index, changed: ReadonlySet<string>): boolean {
  return fieldsBehind(index)?.some((name) => changed.has(name)) ?? true;
}

/** An entry of an index for a document: the key, without the id of the index, and the values in the key. */
export interface Entry {
  readonly key: Buffer;
  readonly values: readonly Leaf[];
}

/** Returns a part of an index key. If the index has the part in descending order, all bits of the part are inverted. */
export function directedKey(key: Buffer, direction: 1 | -1): Buffer {
  if (direction === 1) return key;
  const flipped = Buffer.from(key);
  for (let at = 0; at < flipped.length; at++) flipped[at] = ~(flipped[at] ?? 0);
  return flipped;
}

function isMissing(pathKey: PathKey | undefined): boolean {
  return pathKey === undefined || (pathKey.value === undefined && pathKey.key[0] === 3);
}

/** Records the paths of an index on which a document has an array. Returns whether any of these paths is new. */
export function noteMultikeyPaths({ keys, multikeyPaths }: Index, document: Value): boolean {
  const noted = multikeyPaths.size;
  for (const { path, parts } of keys)
    if (!multikeyPaths.has(path) && crossesArray(document, parts)) multikeyPaths.add(path);
  return multikeyPaths.size > noted;
}
