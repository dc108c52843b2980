import type { Value } from "../bson/raw-bson.ts";
import { keyOf } from "../storage/catalogue.ts";
import { readRecord } from "../storage/records.ts";
import type { Query } from "../storage/search.ts";
import type { Engine } from "./command.ts";
import { firstOf, matchingIds } from "./update-documents.ts";

/** The maximum number of documents that one write transaction of the store deletes. */
const DELETES_AT_A_TIME = 200;

/**
 * Deletes the first document that matches the query, and returns it; undefined if no document matches. May only be
 * called inside a write transaction (`store.write`).
 */
export function deleteFirst(engine: Engine, db: string, name: string, query: Query): Value | undefined {
  const collection = engine.catalogue.get(db, name);
  const document = collection && firstOf(engine.searcher.find(collection, query));
  if (collection !== undefined && document !== undefined) engine.records.remove(collection, document);
  return document;
}

/**
 * Deletes every document that matches the query, and returns the number of deleted documents. The write transaction
 * that deletes a document first checks that the document still matches.
 */
export async function deleteMany(engine: Engine, db: string, name: string, query: Query): Promise<number> {
  const ids = await matchingIds(engine, db, name, query);
  let deleted = 0;
  for (let start = 0; start < ids.length; start += DELETES_AT_A_TIME)
    deleted += await engine.store.write(() => {
      const collection = engine.catalogue.get(db, name);
      if (collection === undefined) return 0;
      const documents = ids.slice(start, start + DELETES_AT_A_TIME).flatMap((id) => {
        const document = readRecord(engine.store, keyOf(collection.id, id));
        return document !== undefined && query.matches(document) ? [document] : [];
      });
      documents.forEach((document) => engine.records.remove(collection, document));
      return documents.length;
    });
  return deleted;
}
