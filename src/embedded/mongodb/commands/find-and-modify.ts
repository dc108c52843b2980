import type { Arguments, CommandDefinition, Engine } from "./command.ts";
import { deleteOne } from "./delete-documents.ts";
import { MongoError } from "../errors.ts";
import { compileProjection } from "../query/projection.ts";
import { toValue, type Plain } from "../bson/raw-bson.ts";
import { readQuery } from "./read-commands.ts";
import { updateOne } from "./update-documents.ts";
import { compileUpdate, isReplacement } from "../update/update.ts";

async function findAndModify(args: Arguments, engine: Engine): Promise<Readonly<Record<string, Plain>>> {
  const query = readQuery(args, "query");
  const project = compileProjection(args.document("fields")) ?? ((document) => document);
  const isNew = args.isTrue("new");
  if (args.isTrue("remove")) {
    if (args.value("update") !== undefined || isNew || args.isTrue("upsert"))
      throw new MongoError("FailedToParse", "Cannot specify 'update', 'new' or 'upsert' along with 'remove'");
    const removed = await deleteOne(engine, args.db, args.collection, query);
    return {
      lastErrorObject: { n: removed === undefined ? 0 : 1 },
      value: removed ? project(removed) : null,
    };
  }
  const update = args.value("update");
  if (update === undefined)
    throw new MongoError("FailedToParse", "Either an update or remove=true must be specified");
  const { matched, upsertedId, before, after } = await updateOne(engine, args.db, args.collection, {
    query,
    update: compileUpdate(update),
    isReplaced: isReplacement(update),
    isUpsert: args.isTrue("upsert"),
  });
  const shown = isNew ? after : before;
  return {
    lastErrorObject: {
      n: matched + (upsertedId === undefined ? 0 : 1),
      updatedExisting: matched === 1,
      ...(upsertedId !== undefined && { upserted: upsertedId }),
    },
    value: shown === undefined ? toValue(null) : project(shown),
  };
}

/** `findAndModify`, under both its names. */
export const FIND_AND_MODIFY: CommandDefinition = {
  options:
    "findAndModify findandmodify query sort remove update new fields upsert bypassDocumentValidation".split(
      " ",
    ),
  run: findAndModify,
};
