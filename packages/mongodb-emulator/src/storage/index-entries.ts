import { fieldsOf, getField, type Value } from "../bson/raw-bson.ts";
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
  let entries: Entry[] = [{ key: Buffer.alloc(0), values: [] }];
  for (const [position, keys] of components.entries()) {
    const direction = index.keys[position]?.direction ?? 1;
    entries = entries.flatMap((entry) =>
      keys.map(({ key, value }) => ({
        key: Buffer.concat([entry.key, directedKey(key, direction)]),
        values: [...entry.values, value],
      })),
    );
  }
  return entries;
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

/**
 * Whether two versions of a document can have different entries in an index: true if one of the fields on which the
 * entries depend differs.
 */
export function canDiffer(index: Index, before: Value, after: Value): boolean {
  const names = fieldsBehind(index);
  return names === null || names.some((name) => !isSame(getField(before, name), getField(after, name)));
}

function isSame(one: Value | undefined, other: Value | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.type === other.type && one.bytes.equals(other.bytes);
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
