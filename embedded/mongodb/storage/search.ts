import { keyOf, type Collection } from "./catalogue.ts";
import { MongoError } from "../errors.ts";
import type { Matcher } from "../query/filter.ts";
import { choosePlan } from "./plan.ts";
import { readRecord } from "./records.ts";
import type { Value } from "../bson/raw-bson.ts";
import { sortDocuments, type SortKey } from "../query/sort.ts";
import type { KeyRange, Store } from "./store.ts";

/** What to search for. */
export interface Query {
  readonly filter: Value;
  readonly matches: Matcher;
  readonly sort: readonly SortKey[];
}

/** Counts for serverStatus. */
export interface Counters {
  /** Documents that searches fetched and compared with their filter. */
  scannedObjects: number;
}

/** Looks for the documents of a collection that match. */
export interface Searcher {
  /** At once: for use inside a job of the store. */
  find(collection: Collection, query: Query): Iterable<Value>;
  /**
   * Gives way to other clients every few milliseconds. Throws MaxTimeMSExpired when the search has taken `maxTimeMs`;
   * the time that its reader takes is not counted.
   */
  stream(collection: Collection, query: Query, maxTimeMs: number): AsyncGenerator<Value>;
}

const KEYS_AT_A_TIME = 128;
const TURN_MS = 5;

/** The keys of a range; it is read piecewise, so that the reader may pause and no snapshot stays open. */
function* keysOf(store: Store, range: KeyRange, isReverse: boolean): Generator<Buffer> {
  let { from, to } = range;
  for (;;) {
    const keys = store.keys({ from, to }, KEYS_AT_A_TIME, isReverse);
    yield* keys;
    const last = keys.at(-1);
    if (last === undefined || keys.length < KEYS_AT_A_TIME) return;
    if (isReverse) to = last;
    else from = Buffer.concat([last, Buffer.alloc(1)]);
  }
}

/** Creates the searcher of a store. `now` is in milliseconds and never goes back. */
export function createSearcher(store: Store, counters: Counters, now: () => number): Searcher {
  function* scan(collection: Collection, query: Query): Generator<Value | undefined> {
    const plan = choosePlan(collection, query.filter, query.sort);
    const isRecords = plan.index.id === collection.id;
    const seen = new Set<string>();
    for (const range of plan.isReverse ? plan.ranges.toReversed() : plan.ranges)
      for (const key of keysOf(store, range, plan.isReverse)) {
        const id = isRecords ? undefined : store.get(key);
        if (!isRecords && id === undefined) continue;
        const recordKey = id === undefined ? key : keyOf(collection.id, id);
        if (!isRecords) {
          const name = recordKey.toString("latin1");
          if (seen.has(name)) continue;
          seen.add(name);
        }
        const document = readRecord(store, recordKey);
        if (document === undefined) continue;
        counters.scannedObjects += 1;
        yield query.matches(document) ? document : undefined;
      }
  }

  const isSorted = (collection: Collection, { filter, sort }: Query): boolean =>
    sort.length === 0 || choosePlan(collection, filter, sort).isSorted;

  function* matching(collection: Collection, query: Query): Generator<Value> {
    for (const document of scan(collection, query)) if (document !== undefined) yield document;
  }

  async function* paused(collection: Collection, query: Query, maxTimeMs: number): AsyncGenerator<Value> {
    let deadline = now() + maxTimeMs;
    let turnEnd = now() + TURN_MS;
    for (const document of scan(collection, query)) {
      if (document !== undefined) {
        const givenAt = now();
        yield document;
        deadline += now() - givenAt;
      }
      const time = now();
      if (time < turnEnd) continue;
      if (time > deadline) throw new MongoError("MaxTimeMSExpired", "operation exceeded time limit");
      await new Promise((resolve) => setImmediate(resolve));
      turnEnd = now() + TURN_MS;
    }
  }

  return {
    find: (collection, query) =>
      isSorted(collection, query)
        ? matching(collection, query)
        : sortDocuments([...matching(collection, query)], query.sort),
    async *stream(collection, query, maxTimeMs) {
      if (isSorted(collection, query)) return yield* paused(collection, query, maxTimeMs);
      const found: Value[] = [];
      for await (const document of paused(collection, query, maxTimeMs)) found.push(document);
      return yield* sortDocuments(found, query.sort);
    },
  };
}
