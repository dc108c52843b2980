import { add, isNumber, multiply } from "../bson/arithmetic.ts";
import {
  bsonType,
  documentOf,
  fieldsOf,
  getField,
  isArray,
  isDocument,
  isTrue,
  textOf,
  toValue,
  Value,
} from "../bson/raw-bson.ts";
import { typeNameOf } from "../bson/type-names.ts";
import { compareValues, isSame } from "../bson/value-order.ts";
import { MongoError } from "../errors.ts";
import { crossesArray, leavesAt } from "../query/paths.ts";
import { refuseEmptyTimestamps } from "./prepare-insert.ts";
import { compileArrayChange } from "./update-arrays.ts";
import { changeAt, parseUpdatePath, type Change } from "./update-paths.ts";

/**
 * Compiles an update document (MongoDB's manual: "Update Operators") or a replacement.
 * @throws MongoError for a pipeline and for unknown operators
 */
export function compileUpdate(update: Value | undefined): Update {
  if (isArray(update))
    throw new MongoError("CommandNotSupported", "updates with a pipeline are not supported by this server");
  if (!isDocument(update)) throw new MongoError("FailedToParse", "an update must be a document");
  const isOperators = fieldsOf(update)[0]?.[0].startsWith("$") === true;
  const apply = isOperators ? compileOperators(update) : replaceBy(update);
  return (document, context) => keepId(document, apply(document, context), context);
}

/** Whether the update replaces the whole document. */
export function isReplacement(update: Value | undefined): boolean {
  return isDocument(update) && fieldsOf(update)[0]?.[0].startsWith("$") !== true;
}

/** The time of an update, and whether its document is being inserted. */
interface UpdateContext {
  readonly now: Date;
  readonly isInsert: boolean;
}

/** Returns the updated version of a document. @throws MongoError */
export type Update = (document: Value, context: UpdateContext) => Value;

type ContextChange = (
  present: Value | undefined,
  original: Value,
  context: UpdateContext,
) => Value | undefined;

interface PathChange {
  readonly path: string;
  readonly parts: readonly string[];
  readonly change: ContextChange;
}

function keepId(before: Value, after: Value, { isInsert }: UpdateContext): Value {
  const id = getField(before, "_id");
  const newId = getField(after, "_id");
  if (id === undefined || (newId !== undefined && isSame(id, newId))) return after;
  const where = isInsert ? "the upserted document" : "the document";
  throw new MongoError(
    "ImmutableField",
    `Performing an update on the path '_id' would modify the immutable field '_id' of ${where}`,
  );
}

function replaceBy(replacement: Value): Update {
  refuseEmptyTimestamps(fieldsOf(replacement));
  for (const [name] of fieldsOf(replacement))
    if (name.startsWith("$"))
      throw new MongoError(
        "DollarPrefixedFieldName",
        `The dollar ($) prefixed field '${name}' is not valid in a replacement`,
      );
  return (document) => {
    const id = getField(replacement, "_id") ?? getField(document, "_id");
    const rest = fieldsOf(replacement).filter(([name]) => name !== "_id");
    return documentOf(id === undefined ? rest : [["_id", id], ...rest]);
  };
}

function compileOperators(update: Value): Update {
  const changes = fieldsOf(update).flatMap(([operator, fields]) => {
    if (!operator.startsWith("$") || !updateOperators.has(operator))
      throw new MongoError(
        "FailedToParse",
        `Unknown modifier: ${operator}. Expected a valid update modifier`,
      );
    if (!isDocument(fields))
      throw new MongoError(
        "FailedToParse",
        `Modifiers operate on fields but we found type ${typeNameOf(fields)} instead: ${operator}`,
      );
    return fieldsOf(fields).flatMap(([path, operand]) => compileChange(operator, path, operand));
  });
  checkConflicts(changes);
  changes.sort((left, right) => comparePaths(left.parts, right.parts));
  return (document, context) =>
    changes.reduce(
      (current, { parts, change }) =>
        changeAt(current, parts, (present) => change(present, document, context)),
      document,
    );
}

const updateOperators = new Set(
  "$set $setOnInsert $unset $inc $mul $min $max $rename $currentDate $push $addToSet $pull $pullAll $pop".split(
    " ",
  ),
);

function compileChange(operator: string, path: string, operand: Value): PathChange[] {
  const parts = parseUpdatePath(path);
  if (operator === "$rename") return rename(path, parts, operand);
  const change = compileArrayChange(operator, path, operand) ?? compileFieldChange(operator, path, operand);
  return [{ path, parts, change }];
}

function compileFieldChange(operator: string, path: string, operand: Value): ContextChange {
  switch (operator) {
    case "$set":
      return () => operand;
    case "$setOnInsert":
      return (present, _original, { isInsert }) => (isInsert ? operand : present);
    case "$unset":
      return () => undefined;
    case "$min":
      return (present) => (present === undefined || compareValues(operand, present) < 0 ? operand : present);
    case "$max":
      return (present) => (present === undefined || compareValues(operand, present) > 0 ? operand : present);
    case "$currentDate":
      return currentDate(operand);
    default:
      return calculate(operator, path, operand);
  }
}

function calculate(operator: string, path: string, operand: Value): Change {
  const verb = operator === "$inc" ? "increment" : "multiply";
  if (!isNumber(operand))
    throw new MongoError(
      "TypeMismatch",
      `Cannot ${verb} with non-numeric argument: {${path}: ${typeNameOf(operand)}}`,
    );
  return (present) => {
    if (present === undefined) return operator === "$inc" ? operand : multiply(operand, toValue(0));
    if (!isNumber(present))
      throw new MongoError(
        "TypeMismatch",
        `Cannot apply ${operator} to a value of non-numeric type. The field '${path}' is of type ${typeNameOf(present)}`,
      );
    return operator === "$inc" ? add(present, operand) : multiply(present, operand);
  };
}

function currentDate(operand: Value): ContextChange {
  const type = isDocument(operand) ? getField(operand, "$type") : undefined;
  const name = type?.type === bsonType.string ? textOf(type) : undefined;
  if (name !== "timestamp") {
    if (name === "date" || (operand.type === bsonType.boolean && isTrue(operand)))
      return (_present, _original, { now }) => toValue(now);
    throw new MongoError("BadValue", "$currentDate takes true, { $type: 'date' } or { $type: 'timestamp' }");
  }
  return (_present, _original, { now }) => {
    const seconds = BigInt(Math.floor(now.getTime() / 1000));
    return new Value(bsonType.timestamp, toValue(BigInt.asIntN(64, (seconds << 32n) | 1n)).bytes);
  };
}

function rename(path: string, parts: readonly string[], operand: Value): PathChange[] {
  if (operand.type !== bsonType.string)
    throw new MongoError("BadValue", "The 'to' field for $rename must be a string");
  const target = textOf(operand);
  if (target === path)
    throw new MongoError("BadValue", `The source and target field for $rename must differ: ${path}`);
  const targetParts = parseUpdatePath(target);
  const source = (original: Value): Value | undefined => {
    for (const some of [parts, targetParts])
      if (crossesArray(original, some.slice(0, -1)))
        throw new MongoError("BadValue", `$rename cannot reach into an array: ${some.join(".")}`);
    return leavesAt(original, parts)[0];
  };
  return [
    { path, parts, change: () => undefined },
    {
      path: target,
      parts: targetParts,
      change: (present, original) => source(original) ?? present,
    },
  ];
}

function checkConflicts(changes: readonly PathChange[]): void {
  const paths = new Set<string>();
  const parents = new Set<string>();
  for (const { path, parts } of changes) {
    const above = parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join("."));
    if (paths.has(path) || parents.has(path) || above.some((parent) => paths.has(parent)))
      throw new MongoError(
        "ConflictingUpdateOperators",
        `Updating the path '${path}' would create a conflict at '${path}'`,
      );
    paths.add(path);
    above.forEach((parent) => parents.add(parent));
  }
}

/**
 * Compares paths in the order in which an update adds new fields: by name, and indexes by number (MongoDB's manual:
 * "Update Operators Behavior").
 */
function comparePaths(left: readonly string[], right: readonly string[]): number {
  for (const [index, name] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (name === other) continue;
    const numeric = Number(name) - Number(other);
    return Number.isNaN(numeric) ? (name < other ? -1 : 1) : numeric;
  }
  return -1;
}
