import { isDeepStrictEqual } from "node:util";
import type { Document } from "mongodb";
import { hasOperators, type RecordedQuery } from "./recorded-queries.ts";

/*
 * The work that an index saves for a query, by the rules of MongoDB's planner (MongoDB's manual: "The ESR (Equality,
 * Sort, Range) Guideline", "Sort Results with Indexes", "Partial Indexes", "Sparse Indexes"). The bounds of a scan are
 * the leading fields of the key that the query compares for equality, then one range. MongoDB compares later fields of
 * the key in the index keys, and fields outside the key in the documents. An index returns documents in the order of
 * the key fields that follow the fields compared for equality. The planner chooses among several indexes by trying
 * them, so a query counts as served if one index would serve it.
 */

/** An index as MongoDB lists it. */
export interface ListedIndex {
  name: string;
  key: Readonly<Record<string, number>>;
  unique?: boolean;
  sparse?: boolean;
  partialFilterExpression?: Document;
  expireAfterSeconds?: number;
}

/** The work that MongoDB still has to do for a query when it uses a certain index. */
export interface Service {
  /** Field paths that MongoDB compares key by key, so that it examines more keys than it returns. */
  comparedInKeys: string[];
  /** Conditions that MongoDB checks document by document, so that it examines more documents than it returns. */
  comparedInDocuments: string[];
  /** Whether the index returns the documents in the order of the query. If not, MongoDB sorts in memory. */
  isSorted: boolean;
}

/** The conditions of a query, grouped by how they can bound an index scan. */
interface Conditions {
  equal: ReadonlyMap<string, readonly unknown[]>;
  ranges: ReadonlySet<string>;
  present: ReadonlySet<string>;
  /** Descriptions of the conditions that cannot bound a scan of any index. */
  others: readonly string[];
}

/**
 * Returns the work that MongoDB still has to do for a query with an index; null if the index may lack documents that
 * match the query.
 */
export function serviceOf(query: RecordedQuery, index: ListedIndex): Service | null {
  const conditions = conditionsOf(query.filter);
  if (!hasAllMatches(query, conditions, index)) return null;
  const { equal, ranges, present, others } = conditions;
  // A query by ids examines few documents, whatever its other conditions.
  if (isByIds(query) && isDeepStrictEqual(index.key, { _id: 1 }))
    return { comparedInKeys: [], comparedInDocuments: [], isSorted: true };
  const open = query.sort.filter(([path]) => (equal.get(path)?.length ?? 0) !== 1);
  const bounded = new Set<string>();
  const compared: string[] = [];
  let state: "equal" | "ordered" | "ended" = "equal";
  let way = 0;
  for (const [path, direction] of Object.entries(index.key)) {
    const [next] = open;
    if (state === "equal" && equal.has(path)) bounded.add(path);
    else if (state !== "ended" && next?.[0] === path && (way === 0 || way === next[1] * direction)) {
      way = next[1] * direction;
      open.shift();
      if (state === "equal" && ranges.has(path)) bounded.add(path);
      else if (ranges.has(path) || equal.has(path)) compared.push(path);
      state = "ordered";
    } else if (state === "equal" && ranges.has(path)) {
      bounded.add(path);
      state = "ended";
    } else {
      if (ranges.has(path) || equal.has(path)) compared.push(path);
      state = "ended";
    }
  }
  const isSeen = (path: string) => bounded.has(path) || compared.includes(path);
  const implied = new Set(Object.keys(index.partialFilterExpression ?? {}));
  const unseen = [...equal.keys(), ...ranges].filter(
    (path) => !isSeen(path) && !isImpliedBy(index, path, equal),
  );
  const absent = [...present].filter((path) => !isSeen(path) && !implied.has(path) && !index.sparse);
  return {
    comparedInKeys: compared,
    comparedInDocuments: [...new Set([...unseen, ...absent.map((path) => `${path} $exists`), ...others])],
    isSorted: open.length === 0,
  };
}

/** Returns whether every document in a partial index fulfils the condition that a query has on a path. */
function isImpliedBy(
  { partialFilterExpression: partial = {} }: ListedIndex,
  path: string,
  equal: Conditions["equal"],
): boolean {
  return path in partial && isDeepStrictEqual([partial[path]], equal.get(path));
}

/** Returns whether a query names the ids of its documents. */
export function isByIds({ filter }: RecordedQuery): boolean {
  return conditionsOf(filter).equal.has("_id");
}

/**
 * Returns whether a query compares all fields of a unique index for equality, so that it matches at most one document
 * for each listed value.
 */
export function isByUniqueKey({ filter }: RecordedQuery, indexes: readonly ListedIndex[]): boolean {
  const { equal } = conditionsOf(filter);
  return indexes.some(
    ({ key, unique }) => unique === true && Object.keys(key).every((path) => equal.has(path)),
  );
}

function hasAllMatches({ filter }: RecordedQuery, conditions: Conditions, index: ListedIndex): boolean {
  const { equal, ranges, present } = conditions;
  const isThere = (path: string): boolean =>
    ranges.has(path) || present.has(path) || (equal.get(path)?.every((value) => value !== null) ?? false);
  if (index.sparse === true && !Object.keys(index.key).some(isThere)) return false;
  return Object.entries(index.partialFilterExpression ?? {}).every(([path, condition]) => {
    if (isDeepStrictEqual(filter[path], condition)) return true;
    const values = equal.get(path);
    if (!hasOperators(condition))
      return values?.every((value) => isDeepStrictEqual(value, condition)) === true;
    return Object.entries(condition).every(([operator, operand]) => {
      if (operator === "$exists") return isThere(path);
      if (operator === "$gte")
        return values?.every((value) => value !== null && Number(value) >= Number(operand)) === true;
      return false;
    });
  });
}

function conditionsOf(filter: Document): Conditions {
  const equal = new Map<string, readonly unknown[]>();
  const ranges = new Set<string>();
  const present = new Set<string>();
  const others: string[] = [];
  const add = (path: string, operator: string, operand: unknown): void => {
    if (operator === "$eq") equal.set(path, [operand]);
    else if (operator === "$in") equal.set(path, operand as unknown[]);
    else if (["$gt", "$gte", "$lt", "$lte"].includes(operator)) ranges.add(path);
    else if (operator === "$exists" && operand === true) present.add(path);
    else if (operator === "$elemMatch" && hasOperators(operand))
      for (const [inner, bound] of Object.entries(operand)) add(path, inner, bound);
    else others.push(`${path} ${operator}`);
  };
  const collect = (some: Document): void => {
    for (const [path, condition] of Object.entries(some))
      if (path === "$and") for (const branch of condition as Document[]) collect(branch);
      else if (path.startsWith("$")) others.push(path);
      else if (hasOperators(condition))
        for (const [operator, operand] of Object.entries(condition)) add(path, operator, operand);
      else equal.set(path, [condition]);
  };
  collect(filter);
  return { equal, ranges, present, others };
}

/**
 * Returns a number for comparing indexes: the less work remains, the lower the number. The number is highest if the
 * index does not serve the query.
 */
export function costOf(service: Service | null): number {
  if (service === null) return Number.POSITIVE_INFINITY;
  const { isSorted, comparedInDocuments, comparedInKeys } = service;
  return (isSorted ? 0 : 10_000) + 100 * comparedInDocuments.length + comparedInKeys.length;
}

/** Returns the index that serves a query best, and the work that remains with this index. */
export function bestIndex(
  query: RecordedQuery,
  indexes: readonly ListedIndex[],
): { index: ListedIndex; service: Service } | null {
  const served = indexes.flatMap((index) => {
    const service = serviceOf(query, index);
    return service ? [{ index, service }] : [];
  });
  return served.toSorted((a, b) => costOf(a.service) - costOf(b.service))[0] ?? null;
}

/**
 * Returns the indexes that no query needs, because another index serves each recorded query as well. Unique and TTL
 * indexes are always needed, for their other effects.
 */
export function unneededIndexes(
  queries: readonly RecordedQuery[],
  indexes: readonly ListedIndex[],
): ListedIndex[] {
  return indexes.filter((index) => {
    if (index.unique === true || index.expireAfterSeconds !== undefined || index.name === "_id_")
      return false;
    const others = indexes.filter((other) => other !== index);
    return queries.every((query) => costIn(query, others) <= costIn(query, indexes));
  });
}

const costIn = (query: RecordedQuery, indexes: readonly ListedIndex[]): number =>
  costOf(bestIndex(query, indexes)?.service ?? null);
