import { MongoError } from "../errors.ts";
import { keysAt } from "./paths.ts";
import { fieldsOf, numberOf, type Value } from "../bson/raw-bson.ts";

/** One key of a sort or an index: where, and upwards (1) or downwards (-1). */
export interface SortKey {
  readonly path: string;
  readonly parts: readonly string[];
  readonly direction: 1 | -1;
}

/** Reads `{ a: 1, "b.c": -1 }`. Throws BadValue for anything else, `$meta` and `$natural` included. */
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

/** The documents in this order; equal ones stay as they were. An array counts with its least (or greatest) element. */
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
      const order = Buffer.compare(left.keys[index] ?? EMPTY, right.keys[index] ?? EMPTY);
      if (order !== 0) return order * direction;
    }
    return 0;
  });
  return rows.map(({ document }) => document);
}

const EMPTY = Buffer.alloc(0);

function extreme(keys: readonly Buffer[], direction: 1 | -1): Buffer {
  return keys.reduce((best, key) => (Buffer.compare(key, best) * direction < 0 ? key : best));
}
