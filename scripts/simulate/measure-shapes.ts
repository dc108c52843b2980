import { deserialize, type Document } from "bson";
import type { Db } from "mongodb";
import { entryBytes } from "./index-entry.ts";

/** What documents of one kind weigh. */
export interface Shape {
  collection: string;
  /** A kind of documents within the collection, such as runs with a capture. */
  kind: string;
  /** Bytes of the BSON of a document, on the average of those that were measured. */
  documentBytes: number;
  indexes: readonly IndexShape[];
  /** How many documents were measured. */
  measured: number;
}

/** What a document of one kind has in an index, on the average. */
interface IndexShape {
  name: string;
  entries: number;
  /** Bytes of one entry without the number of its record; 0 where no document has one. */
  entryBytes: number;
}

const MOST_DOCUMENTS = 1000;

/** Measures all documents of a database, which the services have made. @param kindOf names the kind of a document */
export async function measureShapes(
  db: Db,
  kindOf: (collection: string, document: Document) => string,
): Promise<Shape[]> {
  const shapes: Shape[] = [];
  const collections = (await db.listCollections().toArray()).map(({ name }) => name).toSorted();
  for (const collection of collections) {
    const indexes = (await db.collection(collection).listIndexes().toArray()) as Index[];
    const raw = await db.collection(collection).find({}, { raw: true }).limit(MOST_DOCUMENTS).toArray();
    const documents = raw.map((each) => each as unknown as Buffer);
    const read = (bytes: Buffer) => deserialize(bytes, { promoteValues: false });
    for (const [kind, group] of groupedBy(documents, (bytes) => kindOf(collection, deserialize(bytes))))
      shapes.push({
        collection,
        kind,
        documentBytes: mean(group.map((bytes) => bytes.byteLength)),
        indexes: indexes.map((index) => shapeOf(index, group.map(read))),
        measured: group.length,
      });
  }
  return shapes;
}

interface Index {
  name: string;
  key: Readonly<Record<string, unknown>>;
  sparse?: boolean;
  partialFilterExpression?: Readonly<Record<string, unknown>>;
}

function shapeOf(index: Index, documents: readonly Document[]): IndexShape {
  const entries = documents.flatMap((document) => entriesOf(index, document));
  return {
    name: index.name,
    entries: entries.length / documents.length,
    entryBytes: entries.length === 0 ? 0 : mean(entries.map(entryBytes)),
  };
}

/** Returns the values of each entry that a document has in an index. */
function entriesOf({ key, sparse, partialFilterExpression }: Index, document: Document): unknown[][] {
  if (partialFilterExpression && !matches(document, partialFilterExpression)) return [];
  const values = Object.keys(key).map((path) => valuesAt(document, path.split(".")));
  if (sparse && values.every((found) => found.length === 0)) return [];
  // At most one field of an index is a list: it makes an entry for each of its elements.
  const most = Math.max(1, ...values.map((found) => found.length));
  return Array.from({ length: most }, (_, at) =>
    values.map((found) => found[Math.min(at, found.length - 1)]),
  );
}

function valuesAt(value: unknown, [field, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((each) => valuesAt(each, field === undefined ? [] : [field, ...rest]));
  if (field === undefined) return value === undefined ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return valuesAt((value as Document)[field], rest);
}

/** Whether a document fits the filter of a partial index: equality, `$exists` and `$gte`, which are all that this project uses. */
function matches(document: Document, filter: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(filter).every(([path, wanted]) => {
    const found = valuesAt(document, path.split("."));
    if (typeof wanted === "boolean" || typeof wanted === "string") return found.includes(wanted);
    if (typeof wanted === "object" && wanted !== null && "$exists" in wanted)
      return found.length > 0 === wanted.$exists;
    if (typeof wanted === "object" && wanted !== null && "$gte" in wanted) {
      const least = Number(wanted.$gte);
      return found.some((value) => typeof value === "number" && value >= least);
    }
    throw new Error(`expected a partial index by equality, $exists or $gte, found ${JSON.stringify(wanted)}`);
  });
}

function groupedBy<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) groups.set(keyOf(thing), [...(groups.get(keyOf(thing)) ?? []), thing]);
  return groups;
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
