import { bsonType, getField, toValue, Value } from "../bson/raw-bson.ts";
import { encodeValue, successorOf } from "../bson/value-order.ts";
import { MongoError } from "../errors.ts";
import { keyOf, rangeOf, type Catalogue, type Collection, type Index } from "./catalogue.ts";
import { DuplicateKeyError } from "./duplicate-key.ts";
import { canDiffer, changedFields, entriesOf, noteMultikeyPaths, type Entry } from "./index-entries.ts";
import { MAX_KEY_BYTES, type Store } from "./store.ts";

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/**
 * Writes documents together with their index entries. All methods may only be called inside a write transaction
 * (`store.write`). `insert` and `replace` check everything before they write, so a failed call stores nothing of the
 * document.
 */
export function createRecords(store: Store, catalogue: Catalogue) {
  const write = (collection: Collection, before: Value | undefined, after: Value): void => {
    checkSize(after);
    const idKey = encodeValue(idOf(after));
    let isCatalogueChanged = false;
    for (const { index, added, removed } of changesOf(store, collection, before, after)) {
      removed.forEach((key) => store.remove(key));
      added.forEach((key) => store.put(key, idKey));
      if (noteMultikeyPaths(index, after)) isCatalogueChanged = true;
    }
    store.put(keyOf(collection.id, idKey), after.bytes);
    if (isCatalogueChanged) catalogue.save(collection);
  };

  const insert = (collection: Collection, document: Value): void => {
    const [idIndex] = collection.indexes;
    const id = idOf(document);
    const key = keyOf(collection.id, encodeValue(id));
    if (idIndex !== undefined && store.get(checkKey(key, idIndex)) !== undefined)
      throw new DuplicateKeyError(collection, idIndex, [id]);
    write(collection, undefined, document);
  };

  const remove = (collection: Collection, document: Value): void => {
    const idKey = encodeValue(idOf(document));
    for (const index of collection.indexes.slice(1))
      for (const { key } of entriesOf(index, document)) store.remove(entryKey(index, key, idKey));
    store.remove(keyOf(collection.id, idKey));
  };

  /** Fills a new index from the documents of the collection, then adds it to the indexes of the collection. */
  const addIndex = (collection: Collection, index: Index): void => {
    for (const recordKey of store.keys(rangeOf(collection.id), Number.MAX_SAFE_INTEGER)) {
      const document = readRecord(store, recordKey);
      if (document === undefined) continue;
      const idKey = recordKey.subarray(4);
      for (const entry of entriesOf(index, document)) {
        checkUnique(store, collection, index, entry, idKey);
        store.put(checkKey(entryKey(index, entry.key, idKey), index), idKey);
      }
      noteMultikeyPaths(index, document);
    }
    collection.indexes = [...collection.indexes, index];
    catalogue.save(collection);
  };

  return { insert, replace: write, remove, addIndex };
}

/** The documents of a store, with their index entries. */
export type Records = ReturnType<typeof createRecords>;

/** Returns the document under a key of the store; undefined if the store has no document under the key. */
export function readRecord(store: Store, key: Buffer): Value | undefined {
  const bytes = store.get(key);
  return bytes === undefined ? undefined : new Value(bsonType.object, bytes);
}

/** Returns the `_id` of a document; null if the document has no `_id`. */
export function idOf(document: Value): Value {
  return getField(document, "_id") ?? toValue(null);
}

function checkSize({ bytes }: Value): void {
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw new MongoError(
      "BSONObjectTooLarge",
      `object to insert too large. size in bytes: ${bytes.length}, max size: ${MAX_DOCUMENT_BYTES}`,
    );
}

function checkKey(key: Buffer, index: Index): Buffer {
  if (key.length <= MAX_KEY_BYTES) return key;
  throw new MongoError(
    "KeyTooLong",
    `key of ${key.length} bytes too large to index in ${index.name}: at most ${MAX_KEY_BYTES}`,
  );
}

/** The entries that a write adds to an index and removes from it, as keys of the store. */
interface EntryChange {
  readonly index: Index;
  readonly added: readonly Buffer[];
  readonly removed: readonly Buffer[];
}

/**
 * Checks that no other document has the same key in a unique index. `idKey` is the key of the document's own `_id`.
 * @throws DuplicateKeyError
 */
function checkUnique(
  store: Store,
  collection: Collection,
  index: Index,
  { key, values }: Entry,
  idKey: Buffer,
): void {
  const from = keyOf(index.id, key);
  const present = index.isUnique ? store.keys({ from, to: successorOf(from) }, 2) : [];
  if (present.some((entry) => !entry.subarray(from.length).equals(idKey)))
    throw new DuplicateKeyError(collection, index, values);
}

function changesOf(
  store: Store,
  collection: Collection,
  before: Value | undefined,
  after: Value,
): EntryChange[] {
  const idKey = encodeValue(idOf(after));
  const fields = before && changedFields(before, after);
  const changed = collection.indexes
    .slice(1)
    .filter((index) => fields === undefined || canDiffer(index, fields));
  return changed.map((index) => {
    const old = before === undefined ? [] : entriesOf(index, before);
    const entries = entriesOf(index, after);
    const added = entries.filter(({ key }) => !old.some((entry) => entry.key.equals(key)));
    const removed = old.filter(({ key }) => !entries.some((entry) => entry.key.equals(key)));
    added.forEach((entry) => checkUnique(store, collection, index, entry, idKey));
    return {
      index,
      added: added.map(({ key }) => checkKey(entryKey(index, key, idKey), index)),
      removed: removed.map(({ key }) => entryKey(index, key, idKey)),
    };
  });
}

function entryKey(index: Index, key: Buffer, idKey: Buffer): Buffer {
  return keyOf(index.id, Buffer.concat([key, idKey]));
}
