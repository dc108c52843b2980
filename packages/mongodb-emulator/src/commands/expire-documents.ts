import { documentOf, toValue } from "../bson/raw-bson.ts";
import { compileFilter } from "../query/filter.ts";
import type { Engine } from "./command.ts";
import { deleteMany } from "./delete-documents.ts";

/**
 * Deletes the documents that have expired according to a TTL index of their collection (MongoDB's manual: "TTL
 * Indexes").
 */
export async function expireDocuments(engine: Engine): Promise<void> {
  for (const { db, name, indexes } of engine.catalogue.all())
    for (const { keys, expireAfterSeconds, partialFilter } of indexes) {
      const path = keys[0]?.path;
      if (expireAfterSeconds === undefined || path === undefined) continue;
      const limit = new Date(engine.now().getTime() - expireAfterSeconds * 1000);
      const due = documentOf([[path, toValue({ $lte: limit })]]);
      const filter = partialFilter === undefined ? due : toValue({ $and: [due, partialFilter.filter] });
      await deleteMany(engine, db, name, { filter, matches: compileFilter(filter), sort: [] });
    }
}
