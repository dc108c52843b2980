import type { Value } from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";
import type { Matcher } from "../query/filter.ts";
import { sortDocuments, type SortKey } from "../query/sort.ts";
import { keyOf, type Collection } from "./catalogue.ts";
import { choosePlan } from "./plan.ts";
import { readRecord } from "./records.ts";
import type { Entry, KeyRange, Store } from "./store.ts";

/**
 * The number of keys in the first batch that a search reads from the store. The following batches have KEYS_AT_A_TIME
 * keys. The first batch is small, because many searches want only one document.
 */
const FIRST_KEYS = 4;
const KEYS_AT_A_TIME = 128;
/** How long a search runs before it lets other clients run, in ms. */
const TURN_MS = 5;

/**
 * Finds the documents of a collection that match a query.
 * @param now returns a time in milliseconds
 */
export function createSearcher(store: Store, counters: Counters, now: () => number) {
  const isSorted = (collection: Collection, { filter, sort }: Query): boolean =>
    sort.length === 0 || choosePlan(collection, filter, sort).isSorted;

  function* matching(collection: Collection, query: Query): Generator<Value> {
    for (const document of scan(store, counters, collection, query))
      if (document !== undefined) yield document;
  }

  async function* sortedInTurns(
    collection: Collection,
    query: Query,
    maxTimeMs: number,
    select: Selection,
  ): AsyncGenerator<Value> {
    const found: Value[] = [];
    for await (const document of inTurns(scan(store, counters, collection, query), now, maxTimeMs))
      found.push(document);
    yield* inTurns(select(sortDocuments(found, query.sort)), now);
  }

  return {
    /**
     * Searches without letting other clients run during the search: for use inside a write transaction (`store.write`).
     */
    find: (collection: Collection, query: Query): Iterable<Value> =>
      isSorted(collection, query)
        ? matching(collection, query)
        : sortDocuments([...matching(collection, query)], query.sort),
    /**
     * Searches, and lets other clients run every few milliseconds.
     * @param select receives the found documents in the order of the sort, and leaves out or changes some of them
     * @throws MongoError MaxTimeMSExpired when the search has taken `maxTimeMs`, not counting the time during which the
     * caller reads nothing
     */
    stream: (
      collection: Collection,
      query: Query,
      maxTimeMs: number,
      select: Selection = (found) => found,
    ): AsyncGenerator<Value> =>
      isSorted(collection, query)
        ? inTurns(select(scan(store, counters, collection, query)), now, maxTimeMs)
        : sortedInTurns(collection, query, maxTimeMs, select),
  };
}

/** The functions that search the collections of the MongoDB emulator. */
export type Searcher = ReturnType<typeof createSearcher>;

/** A query of a client: its filter, both compiled and as BSON, and its sort order. */
export interface Query {
  readonly filter: Value;
  readonly matches: Matcher;
  readonly sort: readonly SortKey[];
}

/**
 * Turns found documents into a result. In `found` and in the result, undefined means that the search has read a key
 * without finding a match.
 */
export type Selection = (found: Iterable<Value | undefined>) => Iterable<Value | undefined>;

/** The counts that serverStatus shows. */
export interface Counters {
  /** The number of index keys that all searches have read. */
  scanned: number;
  /** The number of documents that all searches have read to compare them with a filter. */
  scannedObjects: number;
}

/** Yields the documents of a search, and lets other clients run every few milliseconds. */
async function* inTurns(
  steps: Iterable<Value | undefined>,
  now: () => number,
  maxTimeMs = Number.POSITIVE_INFINITY,
): AsyncGenerator<Value> {
  let time = now();
  let deadline = time + maxTimeMs;
  let turnEnd = time + TURN_MS;
  for (const document of steps) {
    time = now();
    if (time >= turnEnd) {
      if (time > deadline) throw new MongoError("MaxTimeMSExpired", "operation exceeded time limit");
      await new Promise((resolve) => setImmediate(resolve));
      time = now();
      turnEnd = time + TURN_MS;
    }
    if (document === undefined) continue;
    yield document;
    deadline += now() - time;
  }
}

/** Yields the document of each key that the search plan reads, or undefined if the document does not match. */
function* scan(
  store: Store,
  counters: Counters,
  collection: Collection,
  query: Query,
): Generator<Value | undefined> {
  const plan = choosePlan(collection, query.filter, query.sort);
  if (plan.key !== undefined) {
    const document = readRecord(store, plan.key);
    if (document === undefined) return;
    counters.scannedObjects += 1;
    return yield query.matches(document) ? document : undefined;
  }
  const isRecords = plan.index.id === collection.id;
  // Read only the keys of a collection first, because the value of each key is a whole document. Each document is read
  // separately later.
  const read = isRecords ? keysAsEntries(store) : store.entries;
  const seen = new Set<string>();
  for (const range of plan.isReverse ? plan.ranges.toReversed() : plan.ranges)
    for (const { key, value: idKey } of entriesOf(read, range, plan.isReverse)) {
      if (!isRecords) {
        counters.scanned += 1;
        const id = idKey.toString("latin1");
        if (seen.has(id)) continue;
        seen.add(id);
      }
      // Read each document only now, because another client may have changed the document since its key was read.
      const document = readRecord(store, isRecords ? key : keyOf(collection.id, idKey));
      if (document === undefined) continue;
      counters.scannedObjects += 1;
      yield query.matches(document) ? document : undefined;
    }
}

/**
 * Yields the entries of the store in a range of keys. The entries are read in batches, so that no read snapshot of the
 * store stays open while the caller reads nothing.
 */
function* entriesOf(read: Store["entries"], range: KeyRange, isReverse: boolean): Generator<Entry> {
  let { from, to } = range;
  for (let limit = FIRST_KEYS; ; limit = KEYS_AT_A_TIME) {
    const entries = read({ from, to }, limit, isReverse);
    yield* entries;
    const last = entries.at(-1)?.key;
    if (last === undefined || entries.length < limit) return;
    if (isReverse) to = last;
    else from = Buffer.concat([last, Buffer.alloc(1)]);
  }
}

const NO_VALUE = Buffer.alloc(0);

/**
 * Returns a function that reads a range of the store's keys, each with an empty value, so that the stored values are
 * not read.
 */
const keysAsEntries =
  (store: Store): Store["entries"] =>
  (range, limit, isReverse) =>
    store.keys(range, limit, isReverse).map((key) => ({ key, value: NO_VALUE }));
