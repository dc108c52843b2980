import { hasOperators } from "../query/filter.ts";
import { elementsOf, fieldsOf, getField, isDocument, isTrue, TYPE, type Value } from "../bson/raw-bson.ts";

/** What a filter demands of one path, as far as an index can use it. */
export interface Constraint {
  /** The path equals one of these. */
  equal?: readonly Value[];
  lower?: { readonly value: Value; readonly isIncluded: boolean };
  upper?: { readonly value: Value; readonly isIncluded: boolean };
  /** The path is there: `$exists: true`. */
  isPresent?: boolean;
}

/** The demands that every match of the filter meets, by path. The rest of the filter is checked on the documents. */
export function constraintsOf(filter: Value): Map<string, Constraint> {
  const constraints = new Map<string, Constraint>();
  collect(filter, "", constraints);
  return constraints;
}

function collect(filter: Value, prefix: string, into: Map<string, Constraint>): void {
  for (const [name, value] of fieldsOf(filter)) {
    if (name === "$and") for (const branch of elementsOf(value)) collect(branch, prefix, into);
    if (name.startsWith("$")) continue;
    const path = prefix + name;
    const constraint = into.get(path) ?? {};
    into.set(path, constraint);
    if (!hasOperators(value)) addEqual(constraint, [value]);
    else
      for (const [operator, operand] of fieldsOf(value))
        addOperator(constraint, operator, operand, path, into);
  }
}

function addOperator(
  constraint: Constraint,
  operator: string,
  operand: Value,
  path: string,
  into: Map<string, Constraint>,
): void {
  if (operator === "$eq") addEqual(constraint, [operand]);
  else if (operator === "$in") addEqual(constraint, elementsOf(operand));
  else if (operator === "$exists" && isTrue(operand)) constraint.isPresent = true;
  else if (operator === "$elemMatch" && isDocument(operand) && !hasOperators(operand))
    collect(operand, `${path}.`, into);
  else if (operator === "$gt" || operator === "$gte")
    addBound(constraint, "lower", operand, operator === "$gte");
  else if (operator === "$lt" || operator === "$lte")
    addBound(constraint, "upper", operand, operator === "$lte");
}

/** An array equals itself or an element, a regular expression matches: an index cannot tell. */
function isIndexable(value: Value): boolean {
  return value.type !== TYPE.array && value.type !== TYPE.regex;
}

function addEqual(constraint: Constraint, values: readonly Value[]): void {
  if (constraint.equal === undefined && values.every(isIndexable)) constraint.equal = values;
}

function addBound(constraint: Constraint, side: "lower" | "upper", value: Value, isIncluded: boolean): void {
  const isUnbounded = value.type === TYPE.minKey || value.type === TYPE.maxKey;
  if (isUnbounded || !isIndexable(value)) return;
  if (value.type === TYPE.null) addEqual(constraint, [value]);
  else constraint[side] ??= { value, isIncluded };
}

/** Whether every match has the path at all. */
export function isAlwaysThere({ equal, lower, upper, isPresent }: Constraint): boolean {
  if (equal !== undefined && equal.every(({ type }) => type !== TYPE.null && type !== TYPE.undefined))
    return true;
  return lower !== undefined || upper !== undefined || isPresent === true;
}

/** Whether each field of `part` stands in the filter as it is: then every match of the filter matches `part`. */
export function repeats(filter: Value, path: string, condition: Value): boolean {
  const same = getField(filter, path);
  return same !== undefined && same.type === condition.type && same.bytes.equals(condition.bytes);
}
