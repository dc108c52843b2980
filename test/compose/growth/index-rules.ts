import { isDeepStrictEqual } from "node:util";
import type { Document } from "mongodb";
import { hasOperators, type RecordedQuery } from "./recorded-queries.ts";

/*
 * What an index does for a query, after the rules of MongoDB's planner (manual: "The ESR (Equality, Sort, Range) Guideline", "Sort Results with
 * Indexes", "Partial Indexes", "Sparse Indexes"): the bounds of a scan are the equal fields of the key, then one range; fields behind
 * that are compared in the keys; fields that the key lacks are compared in the documents. An order comes out of the key behind the
 * equal fields. What the planner chooses among several indexes, it finds out by trying them: a query counts as served where one of
 * them would serve it.
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

/** What an index leaves to be done for a query. */
export interface Service {
  /** Paths that are compared key by key: more keys are read than are found. */
  comparedInKeys: string[];
  /** Conditions that are compared document by document: more documents are read than are found. */
  comparedInDocuments: string[];
  /** Whether the documents found are to be sorted in memory. */
  isSorted: boolean;
}

/** The conditions of a query, as an index sees them. */
interface Conditions {
  equal: ReadonlyMap<string, readonly unknown[]>;
  ranges: ReadonlySet<string>;
  present: ReadonlySet<string>;
  /** What no index has bounds for, in words. */
  others: readonly string[];
}

/** Returns what an index leaves to be done for a query; null where it may lack documents that the query finds. */
export function serviceOf(query: RecordedQuery, index: ListedIndex): Service | null {
  const conditions = conditionsOf(query.filter);
  if (!hasAllMatches(query, conditions, index)) return null;
  const { equal, ranges, present, others } = conditions;
  // Few documents, whatever else is asked of them.
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

/** Whether all documents of a partial index fulfil what a query demands of a path. */
function isImpliedBy(
  { partialFilterExpression: partial = {} }: ListedIndex,
  path: string,
  equal: Conditions["equal"],
): boolean {
  return path in partial && isDeepStrictEqual([partial[path]], equal.get(path));
}

/** Whether a query names the ids of its documents. */
export function isByIds({ filter }: RecordedQuery): boolean {
  return conditionsOf(filter).equal.has("_id");
}

/** Whether a query asks for all fields of a unique index, so that it finds one document, or one for each listed value. */
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

/** Returns how much an index leaves to be done, to be compared: less is better, and what is not served at all is worst. */
export function costOf(service: Service | null): number {
  if (service === null) return Number.POSITIVE_INFINITY;
  const { isSorted, comparedInDocuments, comparedInKeys } = service;
  return (isSorted ? 0 : 10_000) + 100 * comparedInDocuments.length + comparedInKeys.length;
}

/** Returns the index that serves a query best, and what it leaves to be done. */
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
 * Returns the indexes that no query needs: without them, each recorded query is served as well by another one. Unique and expiring indexes
 * are needed for what they do besides.
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
