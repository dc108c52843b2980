import type { ExchangeListener, Value } from "@pc-benchmarks/mongodb-emulator";
import { BSON, type Document } from "mongodb";

/** The query in a command that reads or writes documents in MongoDB. */
export interface RecordedQuery {
  collection: string;
  command: string;
  filter: Document;
  /** The sort order: pairs of a path and a direction, beginning with the path that is compared first. */
  sort: readonly (readonly [string, number])[];
  /** The maximum number of documents that the command reads or writes; null without a limit. */
  limit: number | null;
}

type Order = RecordedQuery["sort"];

/**
 * Returns a listener for the emulator of MongoDB, which records the queries in the commands of all processes, including
 * scripts. Each kind of query is recorded once, with the values of its first occurrence.
 */
export function createQueryRecorder(): { queries: () => RecordedQuery[]; onExchange: ExchangeListener } {
  const recorded = new Map<string, RecordedQuery>();
  return {
    queries: () => [...recorded.values()],
    onExchange: ({ body, sequences }) => {
      for (const query of queriesOf(read(body), sequences)) {
        const name = JSON.stringify([
          query.collection,
          kindOf(query.filter),
          query.sort,
          query.limit !== null,
        ]);
        if (!recorded.has(name)) recorded.set(name, query);
      }
    },
  };
}

const read = ({ bytes }: Value): Document => BSON.deserialize(bytes, { promoteBuffers: true });

/**
 * Returns the shape of a value: everything in which queries of one kind differ is replaced, such as texts, numbers and
 * the elements of lists.
 */
function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((each) => JSON.stringify(kindOf(each))))];
  if (value === null || typeof value === "boolean") return value;
  if (typeof value !== "object") return typeof value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value.constructor.name;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, kindOf(each)]));
}

function queriesOf(body: Document, sequences: ReadonlyMap<string, readonly Value[]>): RecordedQuery[] {
  const [command = ""] = Object.keys(body);
  const collection = String(body[command]);
  const statements = (name: string): Document[] => [
    ...((body[name] as Document[] | undefined) ?? []),
    ...(sequences.get(name) ?? []).map(read),
  ];
  const query = (filter: Document, limit: number | null, sort: Document = {}): RecordedQuery => ({
    collection,
    command,
    filter,
    sort: Object.entries(sort).map(([path, direction]) => [path, Number(direction)] as const),
    limit,
  });
  switch (command) {
    case "find":
      return [query(body["filter"] ?? {}, body["limit"] ? Number(body["limit"]) : null, body["sort"])];
    case "findAndModify":
      return [query(body["query"] ?? {}, 1, body["sort"])];
    case "distinct":
      return [query(body["query"] ?? {}, null)];
    case "aggregate":
      return [ofPipeline(query, body["pipeline"] as Document[])];
    case "update":
      return statements("updates").map(({ q, multi }) => query(q, multi ? null : 1));
    case "delete":
      return statements("deletes").map(({ q, limit }) => query(q, limit ? Number(limit) : null));
    default:
      return [];
  }
}

function ofPipeline(
  query: (filter: Document, limit: number | null, sort?: Document) => RecordedQuery,
  pipeline: readonly Document[],
): RecordedQuery {
  const stage = (name: string): unknown => pipeline.find((one) => name in one)?.[name];
  const limit = stage("$limit");
  const [first = {}] = pipeline;
  return query(
    (first["$match"] as Document | undefined) ?? {},
    limit === undefined ? null : Number(limit),
    stage("$sort") as Document | undefined,
  );
}

/**
 * Returns the description of a query that `acceptedScans` and `acceptedReads` use: its collection, conditions and
 * order, and whether the query has a limit.
 */
export function describeQuery({ collection, filter, sort, limit }: RecordedQuery): string {
  const order = (by: Order) => by.map(([path, direction]) => `${direction < 0 ? "-" : ""}${path}`).join(", ");
  return [
    `${collection}: ${wordsOf(filter) || "everything"}`,
    ...(sort.length > 0 ? [`by ${order(sort)}`] : []),
    ...(limit === null ? ["without a limit"] : []),
  ].join("; ");
}

function wordsOf(filter: Document): string {
  return Object.entries(filter)
    .map(([path, condition]) => {
      if (path === "$and") return (condition as Document[]).map(wordsOf).join(" & ");
      if (path === "$or") return `(${[...new Set((condition as Document[]).map(wordsOf))].join(" | ")})`;
      if (!hasOperators(condition)) return condition === null ? `${path} = null` : path;
      return Object.entries(condition)
        .map(([operator, operand]) => `${path} ${operator}${operand === null ? " null" : ""}`)
        .join(" & ");
    })
    .join(" & ");
}

/** Returns whether a condition in a filter consists of operators, such as `$gt`, and not of a value. */
export function hasOperators(condition: unknown): condition is Document {
  if (typeof condition !== "object" || condition === null) return false;
  return Object.keys(condition)[0]?.startsWith("$") === true;
}
