import {
  bsonType,
  elementsOf,
  getField,
  isDocument,
  isTrue,
  numberOf,
  textOf,
  toValue,
  Value,
} from "../bson/raw-bson.ts";
import { successorOf } from "../bson/value-order.ts";
import { MongoError } from "../errors.ts";
import { compileFilter, type Matcher } from "../query/filter.ts";
import { parseSort, type SortKey } from "../query/sort.ts";
import type { KeyRange, Store } from "./store.ts";

/**
 * Reads the list of collections and indexes from a store and caches it in memory. Every change is written to the store
 * immediately, so changes may only be made inside a write transaction (`store.write`).
 */
export function createCatalogue(store: Store) {
  let collections = load(store);
  const namespaceOf = ({ db, name }: Collection): string => `${db}.${name}`;
  /** Returns a new id: no collection or index, not even a deleted one, has had this id. */
  const nextId = (): number => {
    const id = (store.get(counterKey)?.readUInt32BE(0) ?? 0) + 1;
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(id);
    store.put(counterKey, bytes);
    return id;
  };
  /** Writes the id of a collection and the specifications of its indexes to the store. */
  const save = (collection: Collection): void => {
    const indexes = collection.indexes.map(({ id, spec, multikeyPaths }) => ({
      id,
      spec,
      multikey: [...multikeyPaths],
    }));
    store.put(keyOf(0, Buffer.from(namespaceOf(collection))), toValue({ id: collection.id, indexes }).bytes);
    collections.set(namespaceOf(collection), collection);
  };
  const get = (db: string, name: string): Collection | undefined => collections.get(`${db}.${name}`);
  const create = (db: string, name: string): Collection => {
    checkNamespace(db, name);
    const id = nextId();
    const collection = { id, db, name, indexes: [indexFrom(id, idIndexSpec)] };
    save(collection);
    return collection;
  };
  return {
    get,
    /**
     * Creates a collection with the index on `_id`.
     * @throws MongoError InvalidNamespace
     */
    create,
    getOrCreate: (db: string, name: string): Collection => get(db, name) ?? create(db, name),
    all: (): Collection[] => [...collections.values()],
    /** Removes a collection from the list of collections. `purge` deletes its documents and index entries. */
    remove: (collection: Collection): void => {
      store.remove(keyOf(0, Buffer.from(namespaceOf(collection))));
      collections.delete(namespaceOf(collection));
    },
    nextId,
    save,
    /** Reads the list of collections again, after the store has undone the changes of a failed write transaction. */
    reload: (): void => {
      collections = load(store);
    },
  };
}

/** The collections of the MongoDB emulator and their indexes. */
export type Catalogue = ReturnType<typeof createCatalogue>;

/**
 * An index. Its id is the prefix of its entries in the store. The index on `_id` has the id of the collection, and its
 * entries are the documents themselves.
 */
export interface Index {
  readonly id: number;
  readonly name: string;
  readonly keys: readonly SortKey[];
  /** The specification of the index, as the command listIndexes shows it. */
  readonly spec: Value;
  readonly isUnique: boolean;
  readonly isSparse: boolean;
  readonly partialFilter?: { readonly filter: Value; readonly matches: Matcher };
  readonly expireAfterSeconds?: number;
  /** The indexed paths at which a document has or had an array, including documents that are deleted by now. */
  readonly multikeyPaths: Set<string>;
}

/** A collection and its indexes; the index on `_id` is the first. */
export interface Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  indexes: Index[];
}

/** The key under which the store has the last id that the server assigned to a collection or index. */
const counterKey = keyOf(0, Buffer.alloc(1));

/**
 * Returns a key of the store: the id of the collection or index in four bytes, then the key of the entry in that
 * collection or index.
 */
export function keyOf(id: number, key: Buffer): Buffer {
  const prefixed = Buffer.allocUnsafe(key.length + 4);
  prefixed.writeUInt32BE(id);
  key.copy(prefixed, 4);
  return prefixed;
}

/** Returns the range of all keys of a collection or index. */
export function rangeOf(id: number): KeyRange {
  return { from: keyOf(id, Buffer.alloc(0)), to: keyOf(id + 1, Buffer.alloc(0)) };
}

/** The specification of the index that every collection has. */
const idIndexSpec = toValue({ v: 2, key: { _id: 1 }, name: "_id_" });

/** Returns the index that an index specification of MongoDB describes. */
export function indexFrom(id: number, spec: Value, multikeyPaths: Iterable<string> = []): Index {
  const key = getField(spec, "key");
  const name = getField(spec, "name");
  const partial = getField(spec, "partialFilterExpression");
  const expiry = getField(spec, "expireAfterSeconds");
  return {
    id,
    name: name === undefined ? "" : textOf(name),
    keys: key === undefined ? [] : parseSort(key),
    spec,
    isUnique: isTrue(getField(spec, "unique")),
    isSparse: isTrue(getField(spec, "sparse")),
    ...(isDocument(partial) && { partialFilter: { filter: partial, matches: compileFilter(partial) } }),
    ...(expiry !== undefined && { expireAfterSeconds: numberOf(expiry) }),
    multikeyPaths: new Set(multikeyPaths),
  };
}

function checkNamespace(db: string, name: string): void {
  if (db === "" || /[/\\. "$\0]/.test(db) || db.length > 63)
    throw new MongoError("InvalidNamespace", `Invalid database name: '${db}'`);
  if (name === "" || name.startsWith(".") || name.endsWith(".") || /[$\0]/.test(name) || name.length > 200)
    throw new MongoError("InvalidNamespace", `Invalid collection name: '${name}'`);
  if (name.startsWith("system."))
    throw new MongoError("InvalidNamespace", `system collections are not supported: '${name}'`);
}

function load(store: Store): Map<string, Collection> {
  const collections = new Map<string, Collection>();
  const from = successorOf(counterKey);
  for (const key of store.keys({ from, to: keyOf(1, Buffer.alloc(0)) }, Number.MAX_SAFE_INTEGER)) {
    const namespace = key.toString("utf8", 4);
    const collection = readCollection(
      namespace,
      new Value(bsonType.object, store.get(key) ?? Buffer.alloc(5)),
    );
    collections.set(namespace, collection);
  }
  return collections;
}

function readCollection(namespace: string, stored: Value): Collection {
  const dot = namespace.indexOf(".");
  const number = (value: Value, name: string): number => numberOf(getField(value, name) ?? toValue(0));
  return {
    id: number(stored, "id"),
    db: namespace.slice(0, dot),
    name: namespace.slice(dot + 1),
    indexes: elementsOf(getField(stored, "indexes") ?? toValue([])).map((index) => {
      const spec = getField(index, "spec") ?? toValue({});
      return indexFrom(number(index, "id"), spec, readMultikeyPaths(getField(index, "multikey"), spec));
    }),
  };
}

/**
 * Reads which paths of an index lead to arrays. A store of an older format has only whether any path of the index leads
 * to an array; all paths then count as leading to arrays.
 */
function readMultikeyPaths(stored: Value | undefined, spec: Value): string[] {
  if (stored?.type === bsonType.array) return elementsOf(stored).map(textOf);
  return isTrue(stored) ? parseSort(getField(spec, "key") ?? toValue({})).map(({ path }) => path) : [];
}
