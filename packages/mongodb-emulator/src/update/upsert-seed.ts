import { bsonType, documentOf, elementsOf, fieldsOf, getField, type Value } from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";
import { hasOperators } from "../query/filter.ts";
import { changeAt } from "./update-paths.ts";

/**
 * Returns the document to which an upsert applies its update: the fields that the filter requires to equal a value
 * (MongoDB's manual: "Upsert with Operator Expressions"). A replacement uses only the `_id` of the filter.
 * @throws MongoError NotSingleValueField
 */
export function upsertSeed(filter: Value, isReplaced: boolean): Value {
  const equalities = new Map<string, Value>();
  collect(filter, equalities);
  let seed = documentOf([]);
  for (const [path, value] of equalities)
    if (!isReplaced || path === "_id") seed = changeAt(seed, path.split("."), () => value);
  return seed;
}

function collect(filter: Value, into: Map<string, Value>): void {
  for (const [name, condition] of fieldsOf(filter)) {
    if (name === "$and") for (const branch of elementsOf(condition)) collect(branch, into);
    if (name.startsWith("$") || condition.type === bsonType.regex) continue;
    const value = hasOperators(condition) ? getField(condition, "$eq") : condition;
    if (value === undefined) continue;
    if (
      [...into.keys()].some(
        (path) => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`),
      )
    )
      throw new MongoError(
        "NotSingleValueField",
        `cannot infer query fields to set, path '${name}' is matched twice`,
      );
    into.set(name, value);
  }
}
