import type { Plain, Value } from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";
import { compileFilter } from "../query/filter.ts";
import { prepareInsert } from "../update/prepare-insert.ts";
import { compileUpdate, isReplacement } from "../update/update.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandDefinition, Engine, Reply } from "./command.ts";
import { deleteMany, deleteFirst } from "./delete-documents.ts";
import { errorFields } from "./error-fields.ts";
import { updateMany, updateOne, type UpdateRequest } from "./update-documents.ts";

/**
 * The maximum number of documents that one write transaction of the store inserts: a long list must not block other
 * clients.
 */
const INSERTS_AT_A_TIME = 200;
/** The maximum number of unordered statements of a command that run at the same time. */
const UNORDERED_AT_A_TIME = 100;

/** MongoDB's commands that insert, update and delete documents, by their names. */
export const writeCommands: Readonly<Record<string, CommandDefinition>> = {
  insert: { options: ["insert", "documents", "ordered", "bypassDocumentValidation"], run: insert },
  update: { options: ["update", "updates", "ordered", "bypassDocumentValidation"], run: update },
  delete: { options: ["delete", "deletes", "ordered"], run: remove },
};

function writeErrorOf(error: unknown, index: number): Plain {
  const fields = errorFields(error);
  if (fields === undefined) throw error;
  const { codeName: _codeName, ...rest } = fields;
  return { index, ...rest };
}

/**
 * Runs the statements of a command and returns their errors. Ordered statements run one after another and stop at the
 * first error. Up to UNORDERED_AT_A_TIME unordered statements run at the same time and share a commit.
 */
async function runAll(
  args: Arguments,
  statements: readonly Value[],
  run: (statement: Value, index: number) => Promise<void>,
): Promise<Plain[]> {
  const isOrdered = args.isTrue("ordered", true);
  const atATime = isOrdered ? 1 : UNORDERED_AT_A_TIME;
  const errors: Plain[] = [];
  for (let start = 0; start < statements.length; start += atATime) {
    const together = statements.slice(start, start + atATime);
    const ends = await Promise.allSettled(
      together.map((statement, offset) => run(statement, start + offset)),
    );
    for (const [offset, end] of ends.entries())
      if (end.status === "rejected") errors.push(writeErrorOf(end.reason, start + offset));
    if (isOrdered && errors.length > 0) break;
  }
  return errors;
}

async function insert(args: Arguments, engine: Engine): Promise<Reply> {
  const documents = args.list("documents");
  checkStatements(documents);
  const isOrdered = args.isTrue("ordered", true);
  const errors: Plain[] = [];
  let n = 0;
  for (let start = 0; start < documents.length; start += INSERTS_AT_A_TIME) {
    if (isOrdered && errors.length > 0) break;
    const done = await engine.store.write(() => {
      const collection = engine.catalogue.getOrCreate(args.db, args.collection);
      const failed: Plain[] = [];
      let inserted = 0;
      for (const [offset, document] of documents.slice(start, start + INSERTS_AT_A_TIME).entries()) {
        try {
          // `insert` checks the document and its index entries before it writes, so a failed insert stores nothing of
          // the document.
          engine.records.insert(collection, prepareInsert(document, engine.newId));
          inserted += 1;
        } catch (error) {
          failed.push(writeErrorOf(error, start + offset));
          if (isOrdered) break;
        }
      }
      return { inserted, failed };
    });
    n += done.inserted;
    errors.push(...done.failed);
  }
  return { n, ...(errors.length > 0 && { writeErrors: errors }) };
}

function checkStatements(statements: readonly Value[]): void {
  if (statements.length === 0 || statements.length > 100_000)
    throw new MongoError(
      "InvalidLength",
      `Write batch sizes must be between 1 and 100000. Got ${statements.length} operations.`,
    );
}

function readUpdate(args: Arguments, body: Value): UpdateRequest & { readonly isMulti: boolean } {
  const statement = args.statement(body, ["q", "u", "upsert", "multi"]);
  const filter = statement.document("q");
  const isMulti = statement.isTrue("multi");
  const isReplaced = isReplacement(statement.value("u"));
  if (isMulti && isReplaced)
    throw new MongoError("FailedToParse", "multi update is not supported for replacement-style update");
  return {
    query: { filter, matches: compileFilter(filter), sort: [] },
    update: compileUpdate(statement.value("u")),
    isReplaced,
    isUpsert: statement.isTrue("upsert"),
    isMulti,
  };
}

async function update(args: Arguments, engine: Engine): Promise<Reply> {
  const statements = args.list("updates");
  checkStatements(statements);
  const upserted: { readonly index: number; readonly _id: Value }[] = [];
  let n = 0;
  let nModified = 0;
  const errors = await runAll(args, statements, async (body, index) => {
    const request = readUpdate(args, body);
    const run = request.isMulti ? updateMany : updateOne;
    const result = await run(engine, args.db, args.collection, request);
    n += result.matched + (result.upsertedId === undefined ? 0 : 1);
    nModified += result.modified;
    if (result.upsertedId !== undefined) upserted.push({ index, _id: result.upsertedId });
  });
  return {
    n,
    nModified,
    ...(upserted.length > 0 && {
      upserted: upserted.sort((a, b) => a.index - b.index),
    }),
    ...(errors.length > 0 && { writeErrors: errors }),
  };
}

async function remove(args: Arguments, engine: Engine): Promise<Reply> {
  const statements = args.list("deletes");
  checkStatements(statements);
  let n = 0;
  const errors = await runAll(args, statements, async (body) => {
    const statement = args.statement(body, ["q", "limit"]);
    const filter = statement.document("q");
    const most = statement.number("limit", 0);
    if (most > 1)
      throw new MongoError("FailedToParse", `The limit field in delete objects must be 0 or 1. Got ${most}`);
    const query = { filter, matches: compileFilter(filter), sort: [] };
    const { db, collection } = args;
    // Read `n`, the number of deleted documents, only after the deletion: other statements may increase it during the
    // deletion.
    const deleted =
      most === 0
        ? await deleteMany(engine, db, collection, query)
        : await engine.store.write(() => Number(deleteFirst(engine, db, collection, query) !== undefined));
    n += deleted;
  });
  return { n, ...(errors.length > 0 && { writeErrors: errors }) };
}
