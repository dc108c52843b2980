import {
  bsonType,
  elementsOf,
  fieldsOf,
  getField,
  isArray,
  isDocument,
  isNullish,
  isTrue,
  numberOf,
  textOf,
  type Value,
} from "../bson/raw-bson.ts";
import { matchesType } from "../bson/type-names.ts";
import { compareValues, encodeValue, isSame, rankOf } from "../bson/value-order.ts";
import { MongoError } from "../errors.ts";
import { expandArrays, type Leaf } from "./paths.ts";
import { compileRegex } from "./regex.ts";

/**
 * Compiles one operator of a condition (MongoDB's manual: "Query Predicates").
 * @param condition the whole condition: `$regex` takes its `$options` from it
 * @throws MongoError BadValue
 */
export function compilePredicate(
  operator: string,
  value: Value,
  condition: Value,
  compile: Compilers,
): Predicate {
  switch (operator) {
    case "$eq":
      return equals(value);
    case "$ne":
      return not(equals(value));
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return compares(operator, value);
    case "$in":
      return isOneOf(operator, value);
    case "$nin":
      return not(isOneOf(operator, value));
    case "$exists":
      return exists(isTrue(value));
    case "$size":
      return hasSize(value);
    case "$not":
      return negates(value, compile);
    case "$elemMatch":
      return hasElement(value, compile);
    case "$all":
      return hasAll(value, compile);
    case "$type":
      return hasType(value);
    case "$regex":
      return matchesRegex(value, getField(condition, "$options"));
    case "$options":
      if (getField(condition, "$regex") !== undefined) return () => true;
      throw new MongoError("BadValue", "$options needs a $regex");
    default:
      throw new MongoError("BadValue", `unknown operator: ${operator}`);
  }
}

/** Returns whether the values at the end of a path in a document satisfy a condition. */
export type Predicate = (leaves: readonly Leaf[]) => boolean;

/**
 * The compilers of nested filters and conditions. The compilers are passed as arguments, because an import of filter.ts
 * would be circular.
 */
export interface Compilers {
  readonly filter: (filter: Value) => (document: Value) => boolean;
  readonly condition: (condition: Value) => Predicate;
  readonly hasOperators: (value: Value) => boolean;
}

function not(predicate: Predicate): Predicate {
  return (leaves) => !predicate(leaves);
}

function anyValue(holds: (value: Value) => boolean): Predicate {
  return (leaves) =>
    leaves.some(
      (leaf) => leaf !== undefined && (holds(leaf) || (isArray(leaf) && elementsOf(leaf).some(holds))),
    );
}

function equals(wanted: Value): Predicate {
  if (wanted.type === bsonType.undefined) throw new MongoError("BadValue", "cannot compare to undefined");
  if (wanted.type === bsonType.null) return (leaves) => expandArrays(leaves).some(isNullish);
  return anyValue((value) => isSame(value, wanted));
}

/**
 * Compares a field with a limit. A value never matches if the rank of its type differs from that of the limit
 * (MongoDB's manual: "Type Bracketing"). NaN equals only NaN.
 */
function compares(operator: "$gt" | "$gte" | "$lt" | "$lte", limit: Value): Predicate {
  if (limit.type === bsonType.regex)
    throw new MongoError("BadValue", `Can't have RegEx as arg to predicate over field: ${operator}`);
  if (limit.type === bsonType.null) return operator.endsWith("e") ? equals(limit) : () => false;
  const isUnbounded = limit.type === bsonType.minKey || limit.type === bsonType.maxKey;
  return anyValue((value) => {
    if (!isUnbounded && rankOf(value) !== rankOf(limit)) return false;
    const order = compareValues(value, limit);
    if (order === 0) return operator.endsWith("e");
    if (isNan(value) || isNan(limit)) return false;
    return operator.startsWith("$g") ? order > 0 : order < 0;
  });
}

function isNan(value: Value): boolean {
  if (value.type === bsonType.double) return Number.isNaN(numberOf(value));
  return value.type === bsonType.decimal128 && encodeValue(value).every((byte, at) => at === 0 || byte === 0);
}

function isOneOf(operator: string, list: Value): Predicate {
  if (!isArray(list)) throw new MongoError("BadValue", `${operator} needs an array`);
  const values = elementsOf(list);
  if (values.some((value) => isOperatorDocument(value)))
    throw new MongoError("BadValue", `cannot nest $ under ${operator}`);
  const patterns = values
    .filter(({ type }) => type === bsonType.regex)
    .map((value) => matchesRegex(value, undefined));
  const keys = new Set(values.map((value) => encodeValue(value).toString("latin1")));
  const hasNull = values.some(isNullish);
  return (leaves) =>
    expandArrays(leaves).some((leaf) =>
      isNullish(leaf) ? hasNull : keys.has(encodeValue(leaf).toString("latin1")),
    ) || patterns.some((matches) => matches(leaves));
}

function isOperatorDocument(value: Value): boolean {
  return isDocument(value) && fieldsOf(value).some(([name]) => name.startsWith("$"));
}

function exists(isWanted: boolean): Predicate {
  return (leaves) => leaves.some((leaf) => leaf !== undefined) === isWanted;
}

function hasSize(value: Value): Predicate {
  const size = numberOf(value);
  if (!Number.isInteger(size) || size < 0)
    throw new MongoError("BadValue", "$size must be a whole number that is not negative");
  return (leaves) => leaves.some((leaf) => isArray(leaf) && elementsOf(leaf).length === size);
}

function negates(value: Value, compile: Compilers): Predicate {
  if (value.type !== bsonType.regex && !compile.hasOperators(value))
    throw new MongoError("BadValue", "$not needs a regex or a document of operators");
  return not(compile.condition(value));
}

function hasElement(value: Value, compile: Compilers): Predicate {
  if (!isDocument(value)) throw new MongoError("BadValue", "$elemMatch needs an Object");
  const first = fieldsOf(value)[0]?.[0] ?? "";
  if (compile.hasOperators(value) && !["$and", "$or", "$nor"].includes(first)) {
    const holds = compile.condition(value);
    return anyElement((element) => holds([element]));
  }
  const matches = compile.filter(value);
  return anyElement((element) => (isDocument(element) || isArray(element)) && matches(element));
}

function anyElement(holds: (element: Value) => boolean): Predicate {
  return (leaves) => leaves.some((leaf) => isArray(leaf) && elementsOf(leaf).some(holds));
}

function hasAll(value: Value, compile: Compilers): Predicate {
  if (!isArray(value)) throw new MongoError("BadValue", "$all needs an array");
  const predicates = elementsOf(value).map((element) => {
    if (!compile.hasOperators(element))
      return element.type === bsonType.regex ? compile.condition(element) : equals(element);
    if (fieldsOf(element)[0]?.[0] === "$elemMatch") return compile.condition(element);
    throw new MongoError("BadValue", "no $ expressions in $all");
  });
  return (leaves) => predicates.length > 0 && predicates.every((holds) => holds(leaves));
}

function hasType(value: Value): Predicate {
  const matches = matchesType(isArray(value) ? elementsOf(value) : [value]);
  return anyValue((candidate) => matches(candidate));
}

function matchesRegex(pattern: Value, options: Value | undefined): Predicate {
  const regex = compileRegex(pattern, options);
  return anyValue((value) =>
    value.type === bsonType.string || value.type === bsonType.symbol
      ? regex.test(textOf(value))
      : value.type === bsonType.regex && isSame(value, pattern),
  );
}
