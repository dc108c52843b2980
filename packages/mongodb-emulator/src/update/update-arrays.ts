import {
  arrayOf,
  bsonType,
  elementsOf,
  fieldsOf,
  getField,
  isArray,
  isDocument,
  numberOf,
  type Value,
} from "../bson/raw-bson.ts";
import { typeNameOf } from "../bson/type-names.ts";
import { isSame } from "../bson/value-order.ts";
import { MongoError } from "../errors.ts";
import { compileCondition, compileFilter, hasOperators } from "../query/filter.ts";
import type { Change } from "./update-paths.ts";

/**
 * Compiles an array operator (MongoDB's manual: "Array Update Operators"); undefined for other operators.
 * @throws MongoError
 */
export function compileArrayChange(operator: string, path: string, operand: Value): Change | undefined {
  switch (operator) {
    case "$push":
      return push(path, operand);
    case "$addToSet":
      return addToSet(path, operand);
    case "$pull":
      return pull(path, operand);
    case "$pullAll":
      return pullAll(path, operand);
    case "$pop":
      return pop(path, operand);
    default:
      return undefined;
  }
}

function arrayAt(operator: string, path: string, present: Value): Value[] {
  if (isArray(present)) return elementsOf(present);
  const message = `The field '${path}' must be an array but is of type ${typeNameOf(present)}: ${operator}`;
  throw new MongoError(operator === "$pop" ? "TypeMismatch" : "BadValue", message);
}

/**
 * Returns the values that an update operator adds to an array (the elements of `$each`, or the operand itself), and the
 * modifiers beside `$each`.
 */
function readEach(
  operator: string,
  operand: Value,
  known: readonly string[],
): { values: Value[]; modifiers: Map<string, number> } {
  const each = isDocument(operand) ? getField(operand, "$each") : undefined;
  if (each === undefined) return { values: [operand], modifiers: new Map() };
  if (!isArray(each))
    throw new MongoError(
      operator === "$push" ? "BadValue" : "TypeMismatch",
      `The argument to $each in ${operator} must be an array but it was of type ${typeNameOf(each)}`,
    );
  const modifiers = new Map<string, number>();
  for (const [name, value] of fieldsOf(operand)) {
    if (name === "$each") continue;
    if (!known.includes(name))
      throw new MongoError("BadValue", `Unrecognized clause in ${operator}: ${name}`);
    const number = numberOf(value);
    if (!Number.isInteger(number))
      throw new MongoError("BadValue", `The value for ${name} must be an integer`);
    modifiers.set(name, number);
  }
  return { values: elementsOf(each), modifiers };
}

function push(path: string, operand: Value): Change {
  const { values, modifiers } = readEach("$push", operand, ["$slice", "$position"]);
  const position = modifiers.get("$position");
  const slice = modifiers.get("$slice");
  return (present) => {
    const elements = present === undefined ? [] : arrayAt("$push", path, present);
    elements.splice(position ?? elements.length, 0, ...values);
    if (slice === undefined) return arrayOf(elements);
    return arrayOf(slice < 0 ? elements.slice(slice) : elements.slice(0, slice));
  };
}

function addToSet(path: string, operand: Value): Change {
  const { values } = readEach("$addToSet", operand, []);
  return (present) => {
    const elements = present === undefined ? [] : arrayAt("$addToSet", path, present);
    const size = elements.length;
    for (const value of values) if (!elements.some((element) => isSame(element, value))) elements.push(value);
    return present !== undefined && elements.length === size ? present : arrayOf(elements);
  };
}

function removeElements(operator: string, path: string, isRemoved: (element: Value) => boolean): Change {
  return (present) => {
    if (present === undefined) return undefined;
    const elements = arrayAt(operator, path, present);
    const kept = elements.filter((element) => !isRemoved(element));
    return kept.length === elements.length ? present : arrayOf(kept);
  };
}

function pull(path: string, operand: Value): Change {
  if (hasOperators(operand) || operand.type === bsonType.regex) {
    const holds = compileCondition(operand);
    return removeElements("$pull", path, (element) => holds([element]));
  }
  if (!isDocument(operand)) return removeElements("$pull", path, (element) => isSame(element, operand));
  const matches = compileFilter(operand);
  return removeElements("$pull", path, (element) => isDocument(element) && matches(element));
}

function pullAll(path: string, operand: Value): Change {
  if (!isArray(operand)) throw new MongoError("BadValue", "$pullAll requires an array argument");
  const values = elementsOf(operand);
  return removeElements("$pullAll", path, (element) => values.some((value) => isSame(element, value)));
}

function pop(path: string, operand: Value): Change {
  const end = numberOf(operand);
  if (end !== 1 && end !== -1) throw new MongoError("FailedToParse", "$pop expects 1 or -1");
  return (present) => {
    if (present === undefined) return undefined;
    const elements = arrayAt("$pop", path, present);
    if (elements.length === 0) return present;
    return arrayOf(end === 1 ? elements.slice(0, -1) : elements.slice(1));
  };
}
