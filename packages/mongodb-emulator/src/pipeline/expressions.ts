import { add, isNumber, multiply } from "../bson/arithmetic.ts";
import {
  arrayOf,
  bsonType,
  documentOf,
  double,
  elementsOf,
  fieldsOf,
  getField,
  isArray,
  isDocument,
  isNullish,
  isTrue,
  numberOf,
  textOf,
  toValue,
  type Field,
  type Value,
} from "../bson/raw-bson.ts";
import { typeNameOf } from "../bson/type-names.ts";
import { compareValues } from "../bson/value-order.ts";
import { MongoError } from "../errors.ts";

/**
 * Compiles an aggregation expression (MongoDB's manual: "Expressions"): a path, `$$ROOT`, a literal or an operator.
 * @throws MongoError InvalidPipelineOperator for an operator that this server lacks
 */
export function compileExpression(expression: Value): Expression {
  if (expression.type === bsonType.string) return compileText(expression);
  if (isArray(expression)) {
    const elements = elementsOf(expression).map(compileExpression);
    return (document) => arrayOf(elements.map((compute) => compute(document) ?? toValue(null)));
  }
  if (!isDocument(expression)) return () => expression;
  const fields = fieldsOf(expression);
  const [first] = fields;
  if (first === undefined || !first[0].startsWith("$")) {
    const computed = fields.map(([name, value]) => [name, compileExpression(value)] as const);
    return (document) =>
      documentOf(
        computed.flatMap(([name, compute]): Field[] => {
          const value = compute(document);
          return value === undefined ? [] : [[name, value]];
        }),
      );
  }
  if (fields.length > 1)
    throw new MongoError(
      "Location15983",
      "an expression specification must contain exactly one field, the name of the expression",
    );
  return compileOperator(first[0], first[1]);
}

/** Computes a value from a document, as an expression of an aggregation; undefined if the document lacks the field. */
export type Expression = (document: Value) => Value | undefined;

type Operands = readonly (Value | undefined)[];

/** An operator of aggregation expressions, which takes any number of operands if `arity` is undefined. */
interface Operator {
  readonly arity: number | undefined;
  readonly compute: (operands: Operands) => Value;
}

function compileText(expression: Value): Expression {
  const text = textOf(expression);
  if (!text.startsWith("$")) return () => expression;
  const path = text.replace(/^\$\$(?:ROOT|CURRENT)(?:\.|$)/, "$");
  if (path.startsWith("$$"))
    throw new MongoError("FailedToParse", `variable not supported by this server: ${text}`);
  const parts = path.slice(1).split(".");
  if (path === "$" && text.startsWith("$$")) return (document) => document;
  if (parts.includes("")) throw new MongoError("FailedToParse", `'${text}' is not a valid field path`);
  return (document) => follow(document, parts, 0);
}

/**
 * Returns the value at the end of a path in a document. If a value on the path is an array, returns an array: the
 * remaining path is followed in each element.
 */
function follow(value: Value, parts: readonly string[], from: number): Value | undefined {
  const name = parts[from];
  if (name === undefined) return value;
  if (isArray(value))
    return arrayOf(elementsOf(value).flatMap((element) => follow(element, parts, from) ?? []));
  const below = isDocument(value) ? getField(value, name) : undefined;
  return below && follow(below, parts, from + 1);
}

function compileOperator(name: string, operand: Value): Expression {
  if (name === "$literal") return () => operand;
  if (name === "$cond" && isDocument(operand))
    return compileOperator(
      name,
      arrayOf(["if", "then", "else"].map((part) => getField(operand, part) ?? toValue(null))),
    );
  const operator = expressionOperators.get(name);
  if (operator === undefined)
    throw new MongoError("InvalidPipelineOperator", `Unrecognized expression '${name}'`);
  const operands = (isArray(operand) ? elementsOf(operand) : [operand]).map(compileExpression);
  if (operator.arity !== undefined && operands.length !== operator.arity)
    throw new MongoError(
      "Location16020",
      `Expression ${name} takes exactly ${operator.arity} arguments. ${operands.length} were passed in.`,
    );
  return (document) => operator.compute(operands.map((compute) => compute(document)));
}

const nullValue = toValue(null);

function calculation(
  name: string,
  combine: (left: Value, right: Value) => Value,
  arity?: number,
): [string, Operator] {
  const compute = (operands: Operands): Value => {
    if (operands.some(isNullish)) return nullValue;
    const numbers = operands.flatMap((operand) => operand ?? []);
    for (const number of numbers)
      if (!isNumber(number))
        throw new MongoError(
          "TypeMismatch",
          `${name} only supports numeric types, not ${typeNameOf(number)}`,
        );
    return numbers.reduce(combine);
  };
  return [name, { arity, compute }];
}

function comparison(name: string, holds: (order: number) => boolean): [string, Operator] {
  const orderOf = (left: Value | undefined, right: Value | undefined): number => {
    if (left === undefined || right === undefined)
      return Number(left !== undefined) - Number(right !== undefined);
    return compareValues(left, right);
  };
  return [name, { arity: 2, compute: ([left, right]) => toValue(holds(orderOf(left, right))) }];
}

function concat(operands: Operands): Value {
  if (operands.some(isNullish)) return nullValue;
  const texts = operands.flatMap((operand) => operand ?? []);
  if (texts.some(({ type }) => type !== bsonType.string))
    throw new MongoError("Location16702", "$concat only supports strings");
  return toValue(texts.map(textOf).join(""));
}

function divide(left: Value, right: Value): Value {
  if (numberOf(right) === 0) throw new MongoError("BadValue", "can't $divide by zero");
  const quotient = numberOf(left) / numberOf(right);
  if (Number.isNaN(quotient))
    throw new MongoError(
      "CommandNotSupported",
      "$divide whose quotient is not a number is not supported by this server",
    );
  return double(quotient);
}

function size([operand]: Operands): Value {
  if (isArray(operand)) return toValue(elementsOf(operand).length);
  throw new MongoError("Location17124", "The argument to $size must be an array");
}

const expressionOperators = new Map<string, Operator>([
  calculation("$add", add),
  calculation("$multiply", multiply),
  calculation("$subtract", (left, right) => add(left, multiply(right, toValue(-1))), 2),
  calculation("$divide", divide, 2),
  comparison("$eq", (order) => order === 0),
  comparison("$ne", (order) => order !== 0),
  comparison("$gt", (order) => order > 0),
  comparison("$gte", (order) => order >= 0),
  comparison("$lt", (order) => order < 0),
  comparison("$lte", (order) => order <= 0),
  ["$and", { arity: undefined, compute: (operands) => toValue(operands.every(isTrue)) }],
  ["$or", { arity: undefined, compute: (operands) => toValue(operands.some(isTrue)) }],
  ["$not", { arity: 1, compute: ([operand]) => toValue(!isTrue(operand)) }],
  ["$cond", { arity: 3, compute: ([test, yes, no]) => (isTrue(test) ? yes : no) ?? nullValue }],
  [
    "$ifNull",
    { arity: undefined, compute: (operands) => operands.find((operand) => !isNullish(operand)) ?? nullValue },
  ],
  ["$concat", { arity: undefined, compute: concat }],
  ["$size", { arity: 1, compute: size }],
]);
