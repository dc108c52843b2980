import { fieldsOf, isTrue, type Value } from "../bson/raw-bson.ts";
import { encodeValue, rankOf, successorOf } from "../bson/value-order.ts";
import { compileCondition, hasOperators } from "../query/filter.ts";
import type { SortKey } from "../query/sort.ts";
import { keyOf, type Collection, type Index } from "./catalogue.ts";
import { constraintsOf, requiresField, hasCondition, type Constraint } from "./constraints.ts";
import { directedKey } from "./index-entries.ts";
import type { KeyRange } from "./store.ts";

/**
 * The maximum number of key ranges that one search reads. If the `$in` lists of a search have more combinations of
 * values, the search uses fewer fields of the index.
 */
const MAX_RANGES = 5000;

/**
 * Chooses the index that narrows a search most. If no index narrows the search, it reads all documents in the order of
 * `_id`.
 */
export function choosePlan(collection: Collection, filter: Value, sort: readonly SortKey[]): Plan {
  const constraints = constraintsOf(filter);
  const one = planForOne(collection, constraints);
  if (one !== undefined) return one;
  let best: Candidate | undefined;
  for (const index of collection.indexes) {
    if (!containsAllMatches(index, filter, constraints)) continue;
    const candidate = planWith(index, constraints, sort);
    if (best === undefined || candidate.score > best.score) best = candidate;
  }
  if (best === undefined) throw new RangeError("a collection without an index on _id");
  return best;
}

/**
 * Returns the plan of a search for a single `_id`; undefined for other searches. For a single `_id`, no other index can
 * be better than the index on `_id`.
 */
function planForOne(
  { id, indexes }: Collection,
  constraints: ReadonlyMap<string, Constraint>,
): Plan | undefined {
  const [index] = indexes;
  const equal = constraints.get("_id")?.equal;
  const [only] = equal ?? [];
  if (index === undefined || only === undefined || equal?.length !== 1) return undefined;
  return { index, key: keyOf(id, encodeValue(only)), ranges: [], isReverse: false, isSorted: true };
}

/** How a search reads the store: which ranges of which index, in which direction. */
export interface Plan {
  readonly index: Index;
  /** The only key of the store that the search reads; undefined if the search reads ranges of keys. */
  readonly key?: Buffer;
  readonly ranges: readonly KeyRange[];
  readonly isReverse: boolean;
  /** Whether the plan returns the documents in the order of the query's sort. */
  readonly isSorted: boolean;
}

interface Candidate extends Plan {
  readonly score: number;
}

/**
 * Whether an index contains every document that matches the filter. A sparse or partial index may lack some of these
 * documents.
 */
function containsAllMatches(
  index: Index,
  filter: Value,
  constraints: ReadonlyMap<string, Constraint>,
): boolean {
  const isPresent = (path: string): boolean => {
    const constraint = constraints.get(path);
    return constraint !== undefined && requiresField(constraint);
  };
  if (index.isSparse && !index.keys.some(({ path }) => isPresent(path))) return false;
  if (index.partialFilter === undefined) return true;
  return fieldsOf(index.partialFilter.filter).every(([path, condition]) => {
    if (hasCondition(filter, path, condition)) return true;
    if (path.startsWith("$")) return false;
    if (isPresent(path) && isExistsTrue(condition)) return true;
    const equal = constraints.get(path)?.equal;
    if (equal === undefined) return false;
    const holds = compileCondition(condition);
    return equal.every((value) => holds([value]));
  });
}

function isExistsTrue(condition: Value): boolean {
  const demands = fieldsOf(condition);
  return (
    hasOperators(condition) && demands.every(([operator, value]) => operator === "$exists" && isTrue(value))
  );
}

function planWith(
  index: Index,
  constraints: ReadonlyMap<string, Constraint>,
  sort: readonly SortKey[],
): Candidate {
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let score = 0;
  let used = 0;
  for (const { path, direction } of index.keys) {
    const equal = constraints.get(path)?.equal;
    if (equal === undefined || equal.length * prefixes.length > MAX_RANGES) break;
    const keys = new Map(equal.map((value) => [encodeValue(value).toString("latin1"), encodeValue(value)]));
    prefixes = prefixes.flatMap((prefix) =>
      [...keys.values()].map((key) => Buffer.concat([prefix, directedKey(key, direction)])),
    );
    score += 10;
    used += 1;
  }
  const order = sortOrder(index, sort, prefixes.length === 1 ? used : 0, constraints);
  const next = index.keys[used];
  const bounds = next && boundsOf(next, constraints.get(next.path), index.multikeyPaths.has(next.path));
  if (bounds !== undefined) score += bounds.score;
  if (order !== undefined && sort.length > 0) score += 4;
  // The key ranges are sorted, so that the search finds its documents in the order of the index.
  const ranges = prefixes.sort(Buffer.compare).map((prefix) => {
    const from = keyOf(index.id, Buffer.concat([prefix, bounds?.from ?? Buffer.alloc(0)]));
    const to = bounds?.to && keyOf(index.id, Buffer.concat([prefix, bounds.to]));
    return { from, to: to ?? successorOf(keyOf(index.id, prefix)) };
  });
  return { index, ranges, isReverse: order === "backwards", isSorted: order !== undefined, score };
}

/**
 * Returns the direction in which an index has the order of a sort; undefined if it does not have that order.
 * @param fixed how many leading keys of the index have only one value in this search
 */
function sortOrder(
  index: Index,
  sort: readonly SortKey[],
  fixed: number,
  constraints: ReadonlyMap<string, Constraint>,
): "forwards" | "backwards" | undefined {
  const isFixed = (path: string): boolean =>
    !index.multikeyPaths.has(path) &&
    index.keys.slice(0, fixed).some((key) => key.path === path && constraints.has(path));
  const wanted = sort.filter(({ path }) => !isFixed(path));
  if (wanted.length === 0) return "forwards";
  // MongoDB sorts an array by its least or greatest element, which may not be the element by which the search finds the
  // document in the index.
  if (wanted.some(({ path }) => index.multikeyPaths.has(path))) return undefined;
  const rest = index.keys.slice(fixed);
  if (wanted.some(({ path }, at) => rest[at]?.path !== path)) return undefined;
  if (wanted.every(({ direction }, at) => rest[at]?.direction === direction)) return "forwards";
  return wanted.every(({ direction }, at) => rest[at]?.direction === -direction) ? "backwards" : undefined;
}

interface Bounds {
  readonly from: Buffer;
  readonly to: Buffer;
  readonly score: number;
}

/**
 * Returns the bounds that a constraint sets for one field of an index. If the field contains arrays, only one of the
 * two bounds is used, because different elements of an array may satisfy the lower and the upper bound.
 */
function boundsOf(
  { direction }: SortKey,
  constraint: Constraint | undefined,
  isMultikey: boolean,
): Bounds | undefined {
  const lower = constraint?.lower;
  const upper = isMultikey && lower !== undefined ? undefined : constraint?.upper;
  const value = lower?.value ?? upper?.value;
  if (value === undefined) return undefined;
  const rank = Buffer.from([rankOf(value)]);
  if (lower !== undefined && upper !== undefined && rankOf(lower.value) !== rankOf(upper.value))
    return undefined;
  const low = lower === undefined ? rank : encodeValue(lower.value);
  const high = upper === undefined ? rank : encodeValue(upper.value);
  const skipsLow = lower !== undefined && !lower.isIncluded;
  const takesHigh = upper === undefined || upper.isIncluded;
  const score = lower !== undefined && upper !== undefined ? 6 : 5;
  if (direction === 1)
    return { from: skipsLow ? successorOf(low) : low, to: takesHigh ? successorOf(high) : high, score };
  const flippedLow = directedKey(low, -1);
  const flippedHigh = directedKey(high, -1);
  return {
    from: takesHigh ? flippedHigh : successorOf(flippedHigh),
    to: skipsLow ? flippedLow : successorOf(flippedLow),
    score,
  };
}
