import { bsonType, elementsOf, fieldsOf, isArray, isDocument, type Value } from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";
import { leavesAt } from "./paths.ts";
import { compilePredicate, type Predicate } from "./predicates.ts";

/**
 * Compiles a filter (MongoDB's manual: "Query Predicates"), so that a wrong or unknown operator is refused before any
 * document is read.
 * @throws MongoError BadValue
 */
export function compileFilter(filter: Value): Matcher {
  const matchers = fieldsOf(filter).map(([name, value]) =>
    name.startsWith("$") ? compileLogical(name, value) : compilePath(name, value),
  );
  const [only] = matchers;
  if (only !== undefined && matchers.length === 1) return only;
  return (document) => matchers.every((matches) => matches(document));
}

/** Returns whether a document matches a filter. */
export type Matcher = (document: Value) => boolean;

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

/**
 * Whether a condition consists of operators, such as `{ $gt: 1 }`. Any other document is a value that a field has to
 * equal.
 */
export function hasOperators(value: Value): boolean {
  if (!isDocument(value)) return false;
  const [first] = fieldsOf(value);
  return first !== undefined && first[0].startsWith("$") && !["$ref", "$id", "$db"].includes(first[0]);
}

/** Compiles the condition on a path: a value that the field has to equal, a regular expression, or operators. */
export function compileCondition(condition: Value): Predicate {
  if (condition.type === bsonType.regex) return compilePredicate("$regex", condition, condition, compilers);
  if (!hasOperators(condition)) return compilePredicate("$eq", condition, condition, compilers);
  const predicates = fieldsOf(condition).map(([operator, value]) =>
    compilePredicate(operator, value, condition, compilers),
  );
  return (leaves) => predicates.every((holds) => holds(leaves));
}

/** The compilers for nested filters and conditions, which three operators need: `$not`, `$elemMatch` and `$all`. */
const compilers = { filter: compileFilter, condition: compileCondition, hasOperators };
