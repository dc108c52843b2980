import { MongoError } from "../errors.ts";
import { compilePredicate, type Predicate } from "./predicates.ts";
import { leavesAt } from "./paths.ts";
import { elementsOf, fieldsOf, isArray, isDocument, TYPE, type Value } from "../bson/raw-bson.ts";

/** Whether a document satisfies a filter. */
export type Matcher = (document: Value) => boolean;

/**
 * Compiles a filter (manual: "Query Predicates") once, so that what it does not understand is refused before anything
 * is read: BadValue, as MongoDB answers.
 */
export function compileFilter(filter: Value): Matcher {
  const matchers = fieldsOf(filter).map(([name, value]) =>
    name.startsWith("$") ? compileLogical(name, value) : compilePath(name, value),
  );
  const [only] = matchers;
  if (only !== undefined && matchers.length === 1) return only;
  return (document) => matchers.every((matches) => matches(document));
}

function compileLogical(operator: string, value: Value): Matcher {
  if (operator === "$comment") return () => true;
  if (operator !== "$and" && operator !== "$or" && operator !== "$nor")
    throw new MongoError("BadValue", `unknown top level operator: ${operator}`);
  if (!isArray(value)) throw new MongoError("BadValue", `${operator} must be an array`);
  const branches = elementsOf(value).map((branch) => {
    if (isDocument(branch)) return compileFilter(branch);
    throw new MongoError("BadValue", `${operator} argument's entries must be objects`);
  });
  if (branches.length === 0)
    throw new MongoError("BadValue", `${operator} argument must be a non-empty array`);
  if (operator === "$and") return (document) => branches.every((matches) => matches(document));
  if (operator === "$or") return (document) => branches.some((matches) => matches(document));
  return (document) => !branches.some((matches) => matches(document));
}

function compilePath(path: string, condition: Value): Matcher {
  const parts = path.split(".");
  const predicate = compileCondition(condition);
  return (document) => predicate(leavesAt(document, parts));
}

/** Whether the value is an object of operators: `{ $gt: 1 }`, and not a document to be equal to. */
export function hasOperators(value: Value): boolean {
  if (!isDocument(value)) return false;
  const [first] = fieldsOf(value);
  return first !== undefined && first[0].startsWith("$") && !["$ref", "$id", "$db"].includes(first[0]);
}

/** Compiles what stands behind a path: a value to equal, a regular expression, or operators. */
export function compileCondition(condition: Value): Predicate {
  if (condition.type === TYPE.regex) return compilePredicate("$regex", condition, condition, COMPILE);
  if (!hasOperators(condition)) return compilePredicate("$eq", condition, condition, COMPILE);
  const predicates = fieldsOf(condition).map(([operator, value]) =>
    compilePredicate(operator, value, condition, COMPILE),
  );
  return (leaves) => predicates.every((holds) => holds(leaves));
}

/** `$not`, `$elemMatch` and `$all` hold conditions and filters in their turn. */
const COMPILE = { filter: compileFilter, condition: compileCondition, hasOperators };
