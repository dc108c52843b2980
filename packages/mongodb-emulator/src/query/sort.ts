import { fieldsOf, numberOf, type Value } from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";
import { keysAt } from "./paths.ts";

/**
 * Reads a sort such as `{ a: 1, "b.c": -1 }`.
 * @throws MongoError BadValue for anything else, including `$meta` and `$natural`
 */
export function parseSort(sort: Value): SortKey[] {
  return fieldsOf(sort).map(([path, value]) => {
    const direction = numberOf(value);
    if (direction !== 1 && direction !== -1)
      throw new MongoError(
        "BadValue",
        `$sort key ordering must be 1 (for ascending) or -1 (for descending): ${path}`,
      );
    const parts = path.split(".");
    if (path.startsWith("$") || parts.includes(""))
      throw new MongoError("BadValue", `cannot sort by '${path}'`);
    return { path, parts, direction };
  });
}

/**
 * Sorts documents; documents that compare as equal keep their order. An array is compared by its least element, or by
 * its greatest if descending.
 */
export function sortDocuments(documents: readonly Value[], sort: readonly SortKey[]): Value[] {
  const rows = documents.map((document) => ({
    document,
    keys: sort.map(({ parts, direction }) =>
      extreme(
        keysAt(document, parts).map(({ key }) => key),
        direction,
      ),
    ),
  }));
  rows.sort((left, right) => {
    for (const [index, { direction }] of sort.entries()) {
      const order = Buffer.compare(left.keys[index] ?? emptyKey, right.keys[index] ?? emptyKey);
      if (order !== 0) return order * direction;
    }
    return 0;
  });
  return rows.map(({ document }) => document);
}

/** One key of a sort or an index: a path, and ascending (1) or descending (-1) order. */
export interface SortKey {
  readonly path: string;
  readonly parts: readonly string[];
  readonly direction: 1 | -1;
}

const emptyKey = Buffer.alloc(0);

function extreme(keys: readonly Buffer[], direction: 1 | -1): Buffer {
  return keys.reduce((best, key) => (Buffer.compare(key, best) * direction < 0 ? key : best));
}
