import type { Value } from "../bson/raw-bson.ts";
import { encodeValue } from "../bson/value-order.ts";
import { keyOf } from "../storage/catalogue.ts";
import { idOf, readRecord } from "../storage/records.ts";
import type { Query } from "../storage/search.ts";
import { prepareInsert } from "../update/prepare-insert.ts";
import type { Update } from "../update/update.ts";
import { upsertSeed } from "../update/upsert-seed.ts";
import type { Engine } from "./command.ts";

/** The maximum number of documents that one write transaction of the store updates. */
const UPDATES_AT_A_TIME = 100;

/**
 * Runs {@link applyUpdate} in a write transaction of the store, so that no other client writes between the search for
 * the document and its update.
 */
export function updateOne(
  engine: Engine,
  db: string,
  name: string,
  request: UpdateRequest,
): Promise<UpdateResult> {
  return engine.store.write(() => applyUpdate(engine, db, name, request));
}

/**
 * Updates every document that matches the query. The write transaction that updates a document first checks that the
 * document still matches.
 */
export async function updateMany(
  engine: Engine,
  db: string,
  name: string,
  request: UpdateRequest,
): Promise<UpdateResult> {
  const ids = await matchingIds(engine, db, name, request.query);
  let matched = 0;
  let modified = 0;
  for (let start = 0; start < ids.length; start += UPDATES_AT_A_TIME)
    for (const isModified of await engine.store.write(() =>
      updateSome(engine, db, name, request, ids.slice(start, start + UPDATES_AT_A_TIME)),
    )) {
      matched += 1;
      modified += isModified ? 1 : 0;
    }
  // Another client may have inserted a matching document since the search. So updateOne searches again before it
  // inserts.
  if (matched === 0 && request.isUpsert) return updateOne(engine, db, name, request);
  return { matched, modified };
}

/**
 * Updates the first document that matches the query. Inserts a document if none matches and the request is an upsert.
 * May only be called inside a write transaction (`store.write`).
 */
export function applyUpdate(engine: Engine, db: string, name: string, request: UpdateRequest): UpdateResult {
  const collection = engine.catalogue.get(db, name);
  const before = collection && firstOf(engine.searcher.find(collection, request.query));
  if (collection === undefined || before === undefined)
    return request.isUpsert ? upsert(engine, db, name, request) : nothingMatched;
  const after = request.update(before, { now: engine.now(), isInsert: false });
  if (after.bytes.equals(before.bytes)) return { matched: 1, modified: 0, before, after };
  engine.records.replace(collection, before, after);
  return { matched: 1, modified: 1, before, after };
}

/** A compiled update statement. If `isReplaced` is true, the statement replaces the whole document. */
export interface UpdateRequest {
  readonly query: Query;
  readonly update: Update;
  readonly isReplaced: boolean;
  readonly isUpsert: boolean;
}

/**
 * The effects of an update. `before` and `after` are the document before and after an update that can change only one
 * document.
 */
export interface UpdateResult {
  readonly matched: number;
  readonly modified: number;
  readonly upsertedId?: Value;
  readonly before?: Value;
  readonly after?: Value;
}

const nothingMatched: UpdateResult = { matched: 0, modified: 0 };

/** Returns the first document that an iterable yields, and does not continue the iteration. */
export function firstOf(documents: Iterable<Value>): Value | undefined {
  for (const document of documents) return document;
  return undefined;
}

function upsert(
  engine: Engine,
  db: string,
  name: string,
  { query, update, isReplaced }: UpdateRequest,
): UpdateResult {
  const collection = engine.catalogue.getOrCreate(db, name);
  const made = update(upsertSeed(query.filter, isReplaced), { now: engine.now(), isInsert: true });
  const after = prepareInsert(made, engine.newId);
  engine.records.insert(collection, after);
  return { matched: 0, modified: 0, upsertedId: idOf(after), after };
}

/**
 * Returns the keys of the `_id`s of the documents that match a query. Other clients may write during the search and
 * after it, so the caller has to check each document again.
 */
export async function matchingIds(
  { catalogue, searcher }: Engine,
  db: string,
  name: string,
  query: Query,
): Promise<Buffer[]> {
  const collection = catalogue.get(db, name);
  const keys: Buffer[] = [];
  if (collection === undefined) return keys;
  for await (const document of searcher.stream(collection, query, Number.POSITIVE_INFINITY))
    keys.push(encodeValue(idOf(document)));
  return keys;
}

function updateSome(
  engine: Engine,
  db: string,
  name: string,
  { query, update }: UpdateRequest,
  ids: readonly Buffer[],
): boolean[] {
  const collection = engine.catalogue.get(db, name);
  if (collection === undefined) return [];
  return ids.flatMap((id) => {
    const before = readRecord(engine.store, keyOf(collection.id, id));
    if (before === undefined || !query.matches(before)) return [];
    const after = update(before, { now: engine.now(), isInsert: false });
    if (after.bytes.equals(before.bytes)) return [false];
    engine.records.replace(collection, before, after);
    return [true];
  });
}
