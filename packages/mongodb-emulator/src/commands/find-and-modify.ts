import { MongoError } from "../errors.ts";
import { compileProjection, type Projection } from "../pipeline/projection.ts";
import { compileUpdate, isReplacement } from "../update/update.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandDefinition, Engine, Reply } from "./command.ts";
import { deleteFirst } from "./delete-documents.ts";
import { readQuery } from "./read-commands.ts";
import { applyUpdate, type UpdateRequest } from "./update-documents.ts";

/** MongoDB's command `findAndModify`, whose other name is `findandmodify`. */
export const findAndModifyCommand: CommandDefinition = {
  options:
    "findAndModify findandmodify query sort remove update new fields upsert bypassDocumentValidation".split(
      " ",
    ),
  run: findAndModify,
};

/**
 * Updates or deletes one document. The answer is built within the write transaction, so that an error of the projection
 * undoes the write.
 */
async function findAndModify(args: Arguments, engine: Engine): Promise<Reply> {
  const query = readQuery(args, "query");
  const project = compileProjection(args.document("fields")) ?? ((document) => document);
  if (args.isTrue("remove")) {
    if (args.value("update") !== undefined || args.isTrue("new") || args.isTrue("upsert"))
      throw new MongoError("FailedToParse", "Cannot specify 'update', 'new' or 'upsert' along with 'remove'");
    return engine.store.write(() => {
      const removed = deleteFirst(engine, args.db, args.collection, query);
      return {
        lastErrorObject: { n: removed === undefined ? 0 : 1 },
        value: removed === undefined ? null : project(removed),
      };
    });
  }
  const update = args.value("update");
  if (update === undefined)
    throw new MongoError("FailedToParse", "Either an update or remove=true must be specified");
  const isUpsert = args.isTrue("upsert");
  const request = { query, update: compileUpdate(update), isReplaced: isReplacement(update), isUpsert };
  return engine.store.write(() => modify(args, engine, request, project));
}

function modify(args: Arguments, engine: Engine, request: UpdateRequest, project: Projection): Reply {
  const { matched, upsertedId, before, after } = applyUpdate(engine, args.db, args.collection, request);
  const shown = args.isTrue("new") ? after : before;
  return {
    lastErrorObject: {
      n: matched + (upsertedId === undefined ? 0 : 1),
      updatedExisting: matched === 1,
      ...(upsertedId !== undefined && { upserted: upsertedId }),
    },
    value: shown === undefined ? null : project(shown),
  };
}
