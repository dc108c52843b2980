import {
  bsonType,
  elementsOf,
  fieldsOf,
  getField,
  isDocument,
  isTrue,
  type Value,
} from "../bson/raw-bson.ts";
import { hasOperators } from "../query/filter.ts";

/**
 * Returns the constraints that every match of a filter satisfies, by path. Conditions of the filter that give no
 * constraint are checked on each document.
 */
export function constraintsOf(filter: Value): Map<string, Constraint> {
  const constraints = new Map<string, Constraint>();
  collect(filter, "", constraints);
  return constraints;
}

/** The conditions of a filter on one path that an index can use. */
export interface Constraint {
  /** The values of which a document's field must have at least one, as in a condition with `$in`. */
  equal?: readonly Value[];
  lower?: { readonly value: Value; readonly isIncluded: boolean };
  upper?: { readonly value: Value; readonly isIncluded: boolean };
  /** Whether the field must be present: `$exists: true`. */
  isPresent?: boolean;
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

/**
 * Whether an index can find the documents that match a value. An index cannot find documents by an array, which may
 * equal either the field or an element of the field, nor by a regular expression, which matches many texts.
 */
function isIndexable(value: Value): boolean {
  return value.type !== bsonType.array && value.type !== bsonType.regex;
}

function addEqual(constraint: Constraint, values: readonly Value[]): void {
  if (constraint.equal === undefined && values.every(isIndexable)) constraint.equal = values;
}

function addBound(constraint: Constraint, side: "lower" | "upper", value: Value, isIncluded: boolean): void {
  const isUnbounded = value.type === bsonType.minKey || value.type === bsonType.maxKey;
  if (isUnbounded || !isIndexable(value)) return;
  if (value.type === bsonType.null) addEqual(constraint, [value]);
  else constraint[side] ??= { value, isIncluded };
}

/** Whether every document that satisfies a constraint has the field of the constraint. */
export function requiresField({ equal, lower, upper, isPresent }: Constraint): boolean {
  if (equal !== undefined && equal.every(({ type }) => type !== bsonType.null && type !== bsonType.undefined))
    return true;
  return lower !== undefined || upper !== undefined || isPresent === true;
}

/**
 * Whether the filter contains exactly the given condition on the path, so that every match of the filter satisfies the
 * condition.
 */
export function hasCondition(filter: Value, path: string, condition: Value): boolean {
  const same = getField(filter, path);
  return same !== undefined && same.type === condition.type && same.bytes.equals(condition.bytes);
}
