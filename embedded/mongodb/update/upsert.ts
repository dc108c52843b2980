import { MongoError } from "../errors.ts";
import { hasOperators } from "../query/filter.ts";
import { documentOf, elementsOf, fieldsOf, getField, TYPE, type Value } from "../bson/raw-bson.ts";
import { changeAt } from "./update-paths.ts";

/** The document that an upsert begins with: what the filter says to be equal (manual: "Upsert with Operator Expressions"). */
export function seedOf(filter: Value, isReplaced: boolean): Value {
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
    if (name.startsWith("$") || condition.type === TYPE.regex) continue;
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
