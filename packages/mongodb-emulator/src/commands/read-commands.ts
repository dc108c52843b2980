import {
  arrayOf,
  bsonType,
  fieldsOf,
  getField,
  isArray,
  numberOf,
  toValue,
  type Value,
} from "../bson/raw-bson.ts";
import { encodeValue } from "../bson/value-order.ts";
import { MongoError } from "../errors.ts";
import { compilePipeline } from "../pipeline/pipeline.ts";
import { compileProjection } from "../pipeline/projection.ts";
import { compileFilter } from "../query/filter.ts";
import { expandArrays, leavesAt } from "../query/paths.ts";
import { parseSort } from "../query/sort.ts";
import { rangeOf } from "../storage/catalogue.ts";
import type { Batch } from "../storage/cursors.ts";
import type { Query, Selection } from "../storage/search.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandDefinition, Engine, Reply } from "./command.ts";

/** The size of the first batch of a find or an aggregation, unless the client specifies one: the same as MongoDB's. */
const FIRST_BATCH = 101;

/** MongoDB's commands that read documents, by their names. */
export const readCommands: Readonly<Record<string, CommandDefinition>> = {
  find: {
    options:
      "find filter sort projection skip limit batchSize singleBatch allowDiskUse allowPartialResults".split(
        " ",
      ),
    run: find,
  },
  getMore: { options: ["getMore", "collection", "batchSize"], run: getMore },
  killCursors: { options: ["killCursors", "cursors"], run: killCursors },
  aggregate: {
    options: ["aggregate", "pipeline", "cursor", "allowDiskUse", "bypassDocumentValidation"],
    run: aggregate,
  },
  count: { options: ["count", "query", "limit", "skip"], run: count },
  distinct: { options: ["distinct", "key", "query"], run: distinct },
};

/** Returns the query that the filter and the sort of a command describe. @throws MongoError */
export function readQuery(args: Arguments, filterName: string, sortName = "sort"): Query {
  const filter = args.document(filterName);
  return { filter, matches: compileFilter(filter), sort: parseSort(args.document(sortName)) };
}

/** Yields nothing: the result of a search in a collection that does not exist. */
async function* nothing(): AsyncGenerator<Value> {}

function stream(args: Arguments, engine: Engine, query: Query, select?: Selection): AsyncGenerator<Value> {
  const collection = engine.catalogue.get(args.db, args.collection);
  return collection === undefined
    ? nothing()
    : engine.searcher.stream(collection, query, args.maxTimeMs, select);
}

function cursorReply({ id, namespace, documents }: Batch, name: "firstBatch" | "nextBatch"): Reply {
  return { cursor: { id: toValue(id), ns: namespace, [name]: arrayOf(documents) } };
}

async function find(args: Arguments, engine: Engine): Promise<Reply> {
  const documents = stream(args, engine, readQuery(args, "filter"), pageOf(args));
  const batchSize = args.number("batchSize", FIRST_BATCH);
  const namespace = `${args.db}.${args.collection}`;
  return cursorReply(
    await engine.cursors.open(namespace, documents, batchSize, args.isTrue("singleBatch")),
    "firstBatch",
  );
}

/** Compiles the options `skip`, `limit` and `projection` of a command. A limit of 0 means no limit. */
function pageOf(args: Arguments): Selection {
  return selectionOf(args.number("skip", 0), args.number("limit", 0), args.document("projection"));
}

function selectionOf(skip: number, limit: number, fields: Value): Selection {
  const end = skip + (limit || Number.POSITIVE_INFINITY);
  const projection = compileProjection(fields) ?? ((document) => document);
  return function* page(found) {
    let number = 0;
    for (const document of found) {
      if (document !== undefined) number += 1;
      yield document && number > skip ? projection(document) : undefined;
      if (number === end) return;
    }
  };
}

async function getMore(args: Arguments, engine: Engine): Promise<Reply> {
  const id = cursorId(args.value("getMore"));
  const namespace = `${args.db}.${args.text("collection")}`;
  const batchSize = args.number("batchSize", 0) || Number.POSITIVE_INFINITY;
  return cursorReply(await engine.cursors.more(id, namespace, batchSize), "nextBatch");
}

function cursorId(value: Value | undefined): bigint {
  if (value?.type === bsonType.int64) return value.bytes.readBigInt64LE(0);
  throw new MongoError("TypeMismatch", "a cursor id must be a 64-bit integer");
}

async function killCursors(args: Arguments, engine: Engine): Promise<Reply> {
  const ids = args.list("cursors").map(cursorId);
  const killed = engine.cursors.kill(ids);
  const missing = ids.filter((id) => !killed.includes(id));
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [] };
}

/**
 * Splits off the stages `$match`, `$sort`, `$limit` and `$project` with which a pipeline begins, each of which may be
 * missing. These stages become a query, for which an index can be used, and a selection, as for the command `find`.
 */
function splitPipeline(pipeline: readonly Value[]): {
  query: Query;
  select: Selection;
  rest: readonly Value[];
} {
  let rest = pipeline;
  const take = (name: string): Value | undefined => {
    const argument = rest[0] && getField(rest[0], name);
    if (argument !== undefined) rest = rest.slice(1);
    return argument;
  };
  const filter = take("$match") ?? toValue({});
  const sort = parseSort(take("$sort") ?? toValue({}));
  const limit = numberOf(take("$limit") ?? toValue(0));
  const select = selectionOf(0, limit, take("$project") ?? toValue({}));
  return { query: { filter, matches: compileFilter(filter), sort }, select, rest };
}

async function aggregate(args: Arguments, engine: Engine): Promise<Reply> {
  if (args.value("aggregate")?.type !== bsonType.string)
    throw new MongoError(
      "CommandNotSupported",
      "aggregation of a whole database is not supported by this server",
    );
  const pipeline = args.list("pipeline");
  compilePipeline(pipeline); // Compile all stages of the pipeline, to find errors in each stage.
  const { query, select, rest } = splitPipeline(pipeline);
  const documents = compilePipeline(rest)(stream(args, engine, query, select));
  const batchSize = args.statement(args.document("cursor"), ["batchSize"]).number("batchSize", FIRST_BATCH);
  const namespace = `${args.db}.${args.collection}`;
  return cursorReply(await engine.cursors.open(namespace, documents, batchSize, false), "firstBatch");
}

async function count(args: Arguments, engine: Engine): Promise<Reply> {
  const documents = stream(args, engine, { ...readQuery(args, "query"), sort: [] }, pageOf(args));
  if (fieldsOf(args.document("query")).length === 0 && args.number("skip", 0) + args.number("limit", 0) === 0)
    return { n: countAll(args, engine) };
  let n = 0;
  for await (const _document of documents) n += 1;
  return { n };
}

function countAll(args: Arguments, { catalogue, store }: Engine): number {
  const collection = catalogue.get(args.db, args.collection);
  return collection === undefined ? 0 : store.count(rangeOf(collection.id));
}

async function distinct(args: Arguments, engine: Engine): Promise<Reply> {
  const parts = args.text("key").split(".");
  const values = new Map<string, Value>();
  for await (const document of stream(args, engine, { ...readQuery(args, "query"), sort: [] })) {
    const leaves = leavesAt(document, parts);
    for (const leaf of expandArrays(leaves))
      if (leaf !== undefined && !(isArray(leaf) && leaves.includes(leaf)))
        values.set(encodeValue(leaf).toString("latin1"), leaf);
  }
  return { values: [...values.values()] };
}
