import { MongoError } from "../errors.ts";
import { compileFilter, type Matcher } from "../query/filter.ts";
import {
  elementsOf,
  getField,
  isDocument,
  isTrue,
  numberOf,
  textOf,
  toValue,
  TYPE,
  Value,
} from "../bson/raw-bson.ts";
import { parseSort, type SortKey } from "../query/sort.ts";
import type { KeyRange, Store } from "./store.ts";
import { successorOf } from "../bson/value-order.ts";

/** An index: its entries stand in the store under its id. The index on `_id` has the collection's id: its records. */
export interface Index {
  readonly id: number;
  readonly name: string;
  readonly keys: readonly SortKey[];
  /** As given, for listIndexes. */
  readonly spec: Value;
  readonly isUnique: boolean;
  readonly isSparse: boolean;
  readonly partialFilter?: { readonly filter: Value; readonly matches: Matcher };
  readonly expireAfterSeconds?: number;
  /** Whether a document had an array on one of its paths at any time. */
  isMultikey: boolean;
}

/** A collection and its indexes, the one on `_id` first. */
export interface Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  indexes: Index[];
}

/** What collections there are: in memory, and written through within the running job of the store. */
export interface Catalogue {
  get(db: string, name: string): Collection | undefined;
  all(): Collection[];
  create(db: string, name: string): Collection;
  remove(collection: Collection): void;
  /** A new id for an index to be; never given twice. */
  nextId(): number;
  save(collection: Collection): void;
  /** Forgets what was undone. */
  reload(): void;
}

const COUNTER_KEY = keyOf(0, Buffer.alloc(1));

/** The key of an entry: four bytes that say whose, then which. */
export function keyOf(id: number, key: Buffer): Buffer {
  const prefixed = Buffer.allocUnsafe(key.length + 4);
  prefixed.writeUInt32BE(id);
  key.copy(prefixed, 4);
  return prefixed;
}

/** All entries under an id. */
export function rangeOf(id: number): KeyRange {
  return { from: keyOf(id, Buffer.alloc(0)), to: keyOf(id + 1, Buffer.alloc(0)) };
}

/** `{ _id: 1 }`, which every collection has. */
const ID_INDEX_SPEC = toValue({ v: 2, key: { _id: 1 }, name: "_id_" });

/** Reads an index specification as stored. */
export function indexFrom(id: number, spec: Value, isMultikey: boolean): Index {
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
    isMultikey,
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
  const from = successorOf(COUNTER_KEY);
  for (const key of store.keys({ from, to: keyOf(1, Buffer.alloc(0)) }, Number.MAX_SAFE_INTEGER)) {
    const namespace = key.toString("utf8", 4);
    const collection = readCollection(namespace, new Value(TYPE.object, store.get(key) ?? Buffer.alloc(5)));
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
    indexes: elementsOf(getField(stored, "indexes") ?? toValue([])).map((index) =>
      indexFrom(
        number(index, "id"),
        getField(index, "spec") ?? toValue({}),
        isTrue(getField(index, "multikey")),
      ),
    ),
  };
}

/** Reads the catalogue of a store. Changes are made only inside a job of the store. */
export function createCatalogue(store: Store): Catalogue {
  let collections = load(store);
  const pathOf = ({ db, name }: Collection): string => `${db}.${name}`;
  const nextId = (): number => {
    const id = (store.get(COUNTER_KEY)?.readUInt32BE(0) ?? 0) + 1;
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(id);
    store.put(COUNTER_KEY, bytes);
    return id;
  };
  const save = (collection: Collection): void => {
    const indexes = collection.indexes.map(({ id, spec, isMultikey }) => ({
      id,
      spec,
      multikey: isMultikey,
    }));
    store.put(keyOf(0, Buffer.from(pathOf(collection))), toValue({ id: collection.id, indexes }).bytes);
    collections.set(pathOf(collection), collection);
  };
  return {
    get: (db, name) => collections.get(`${db}.${name}`),
    all: () => [...collections.values()],
    create: (db, name) => {
      checkNamespace(db, name);
      const id = nextId();
      const collection = { id, db, name, indexes: [indexFrom(id, ID_INDEX_SPEC, false)] };
      save(collection);
      return collection;
    },
    remove: (collection) => {
      store.remove(keyOf(0, Buffer.from(pathOf(collection))));
      collections.delete(pathOf(collection));
    },
    nextId,
    save,
    reload: () => {
      collections = load(store);
    },
  };
}
