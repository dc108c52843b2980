import { compilePipeline, limit as limited, skip as skipped } from "../query/aggregation.ts";
import type { Arguments, CommandDefinition, Engine } from "./command.ts";
import { rangeOf } from "../storage/catalogue.ts";
import type { Batch } from "../storage/cursors.ts";
import { MongoError } from "../errors.ts";
import { compileFilter } from "../query/filter.ts";
import { expandArrays, leavesAt } from "../query/paths.ts";
import { compileProjection } from "../query/projection.ts";
import {
  arrayOf,
  fieldsOf,
  getField,
  isArray,
  toValue,
  TYPE,
  type Plain,
  type Value,
} from "../bson/raw-bson.ts";
import type { Query } from "../storage/search.ts";
import { parseSort } from "../query/sort.ts";
import { encodeValue } from "../bson/value-order.ts";

/** MongoDB's first batch of a find or an aggregation where none is asked for. */
const FIRST_BATCH = 101;

type Reply = Readonly<Record<string, Plain>>;

async function* nothing(): AsyncGenerator<Value> {}

function stream(args: Arguments, engine: Engine, query: Query): AsyncGenerator<Value> {
  const collection = engine.catalogue.get(args.db, args.collection);
  return collection === undefined ? nothing() : engine.searcher.stream(collection, query, args.maxTimeMs);
}

/** Reads `filter` (or `query`) and `sort` of a command. */
export function readQuery(args: Arguments, filterName: string, sortName = "sort"): Query {
  const filter = args.document(filterName);
  return { filter, matches: compileFilter(filter), sort: parseSort(args.document(sortName)) };
}

function cursorReply({ id, namespace, documents }: Batch, name: "firstBatch" | "nextBatch"): Reply {
  return { cursor: { id: toValue(id), ns: namespace, [name]: arrayOf(documents) } };
}

async function find(args: Arguments, engine: Engine): Promise<Reply> {
  let documents = stream(args, engine, readQuery(args, "filter"));
  const skip = args.number("skip", 0);
  const limit = args.number("limit", 0);
  const projection = compileProjection(args.document("projection"));
  if (skip > 0) documents = skipped(skip)(documents);
  if (limit > 0) documents = limited(limit)(documents);
  if (projection !== undefined) documents = map(documents, projection);
  const batchSize = args.number("batchSize", FIRST_BATCH);
  const namespace = `${args.db}.${args.collection}`;
  return cursorReply(
    await engine.cursors.open(namespace, documents, batchSize, args.isTrue("singleBatch")),
    "firstBatch",
  );
}

async function* map(
  documents: AsyncIterable<Value>,
  change: (document: Value) => Value,
): AsyncGenerator<Value> {
  for await (const document of documents) yield change(document);
}

async function getMore(args: Arguments, engine: Engine): Promise<Reply> {
  const id = cursorId(args.value("getMore"));
  const namespace = `${args.db}.${args.text("collection")}`;
  const batchSize = args.number("batchSize", 0) || Number.POSITIVE_INFINITY;
  return cursorReply(await engine.cursors.more(id, namespace, batchSize), "nextBatch");
}

function cursorId(value: Value | undefined): bigint {
  if (value?.type === TYPE.int64) return value.bytes.readBigInt64LE(0);
  throw new MongoError("TypeMismatch", "a cursor id must be a 64-bit integer");
}

async function killCursors(args: Arguments, engine: Engine): Promise<Reply> {
  const ids = args.list("cursors").map(cursorId);
  const killed = engine.cursors.kill(ids);
  const missing = ids.filter((id) => !killed.includes(id));
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [] };
}

/** A `$match` at the head of a pipeline, and a `$sort` there or behind it, become the search: an index may serve both. */
function splitPipeline(pipeline: readonly Value[]): { query: Query; rest: readonly Value[] } {
  const filter = pipeline[0] && getField(pipeline[0], "$match");
  const afterMatch = pipeline.slice(filter === undefined ? 0 : 1);
  const sort = afterMatch[0] && getField(afterMatch[0], "$sort");
  const query = {
    filter: filter ?? toValue({}),
    matches: compileFilter(filter ?? toValue({})),
    sort: parseSort(sort ?? toValue({})),
  };
  return { query, rest: afterMatch.slice(sort === undefined ? 0 : 1) };
}

async function aggregate(args: Arguments, engine: Engine): Promise<Reply> {
  if (args.value("aggregate")?.type !== TYPE.string)
    throw new MongoError(
      "CommandNotSupported",
      "aggregation of a whole database is not supported by this server",
    );
  const pipeline = args.list("pipeline");
  compilePipeline(pipeline); // refuses what is wrong with the stages that become the search
  const { query, rest } = splitPipeline(pipeline);
  const documents = compilePipeline(rest)(stream(args, engine, query));
  const batchSize = args.statement(args.document("cursor"), ["batchSize"]).number("batchSize", FIRST_BATCH);
  const namespace = `${args.db}.${args.collection}`;
  return cursorReply(await engine.cursors.open(namespace, documents, batchSize, false), "firstBatch");
}

async function count(args: Arguments, engine: Engine): Promise<Reply> {
  let documents = stream(args, engine, { ...readQuery(args, "query"), sort: [] });
  const skip = args.number("skip", 0);
  const limit = args.number("limit", 0);
  if (fieldsOf(args.document("query")).length === 0 && skip === 0 && limit === 0)
    return { n: countAll(args, engine) };
  if (skip > 0) documents = skipped(skip)(documents);
  if (limit > 0) documents = limited(limit)(documents);
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

/** Commands that read documents. */
export const READ_COMMANDS: Readonly<Record<string, CommandDefinition>> = {
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
