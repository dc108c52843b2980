import {
  elementsOf,
  fieldsOf,
  getField,
  isArray,
  isDocument,
  isTrue,
  numberOf,
  textOf,
  TYPE,
  type Field,
  type Value,
} from "./bson/raw-bson.ts";
import { typeNameOf } from "./bson/type-names.ts";
import type { Request } from "./wire.ts";

/** Fields that the driver puts into every command by itself. */
const OF_THE_DRIVER = new Set(["$db", "lsid", "$clusterTime", "$readPreference"]);
const FILTERS = ["filter", "query", "q"];

/**
 * What a client made use of, one line each: the command, its options, the operators of its filters, updates, projections,
 * sorts and pipelines, the kinds of index; of a command that was refused in whole or in part only the error codes. Two
 * clients with the same lines need the same things of a server. `test/embedded/mongodb/coverage.test.ts` compares the
 * application with the conformance suite by them.
 */
export function shapesOf(
  { body, sequences }: Pick<Request, "body" | "sequences">,
  reply: Value,
): Set<string> {
  const [[name] = [""], ...options] = fieldsOf(body);
  const codes = errorCodes(reply);
  if (codes.length > 0) return new Set(codes.map((code) => `${name} error ${code}`));
  const shapes = [`command ${name}`];
  for (const [option, value] of [...options, ...sequencesAsFields(sequences)]) {
    if (OF_THE_DRIVER.has(option)) continue;
    shapes.push(flagShape(`option ${name}.${option}`, value), ...argumentShapes(name, option, value));
  }
  return new Set(shapes);
}

function errorCodes(reply: Value): number[] {
  const failures = [reply, ...listIn(reply, "writeErrors")];
  return failures.flatMap((failure) => {
    const code = getField(failure, "code");
    return code === undefined ? [] : [numberOf(code)];
  });
}

function listIn(document: Value, name: string): Value[] {
  return membersOf(getField(document, name)).map(([, value]) => value);
}

/** Fields or elements; none of anything else, for what is asked for may be nonsense. */
function membersOf(value: Value | undefined): Field[] {
  return isDocument(value) || isArray(value) ? fieldsOf(value) : [];
}

/** Documents that come beside the body mean what they mean in it. */
function sequencesAsFields(sequences: Request["sequences"]): Field[] {
  return [...sequences].flatMap(([name, documents]) => documents.map((document): Field => [name, document]));
}

/** A flag counts with its value. */
function flagShape(name: string, value: Value): string {
  return value.type === TYPE.boolean ? `${name}: ${isTrue(value)}` : name;
}

function argumentShapes(command: string, option: string, value: Value): string[] {
  if (FILTERS.includes(option)) return filterShapes("filter", value);
  if (option === "sort") return orderShapes("sort", value);
  if (option === "projection" || option === "fields") return projectionShapes(value);
  if (option === "update" && command !== "update") return updateShapes(value);
  const each = isArray(value) ? elementsOf(value) : [value];
  if (option === "pipeline")
    return each.flatMap(membersOf).flatMap(([name, stage]) => stageShapes(name, stage));
  if (option === "indexes") return each.flatMap(indexShapes);
  if (option === "updates" || option === "deletes")
    return each.flatMap((statement) => statementShapes(`${command}.${option}`, statement));
  return [];
}

function statementShapes(where: string, statement: Value): string[] {
  return membersOf(statement).flatMap(([name, value]) => {
    if (name === "q") return filterShapes("filter", value);
    if (name === "u") return updateShapes(value);
    if (name === "limit") return [`option ${where}.limit: ${numberOf(value)}`];
    return [flagShape(`option ${where}.${name}`, value)];
  });
}

function filterShapes(kind: string, filter: Value): string[] {
  return membersOf(filter).flatMap(([path, condition]) => {
    if (path.startsWith("$"))
      return [`${kind} ${path}`, ...membersOf(condition).flatMap(([, branch]) => filterShapes(kind, branch))];
    const dotted = path.includes(".") ? [`${kind} on a dotted path`] : [];
    return [...dotted, ...conditionShapes(kind, condition)];
  });
}

function conditionShapes(kind: string, condition: Value): string[] {
  if (!startsWithOperator(condition)) return [`${kind} equal to ${classOf(condition)}`];
  return membersOf(condition).flatMap(([operator, operand]) => {
    if (operator === "$not") return [`${kind} $not`, ...conditionShapes(kind, operand)];
    if (operator !== "$elemMatch") return [`${kind} ${operator}`];
    const below = startsWithOperator(operand) ? conditionShapes(kind, operand) : filterShapes(kind, operand);
    return [`${kind} $elemMatch`, ...below];
  });
}

function startsWithOperator(value: Value): boolean {
  return isDocument(value) && fieldsOf(value)[0]?.[0].startsWith("$") === true;
}

/** Values that servers compare in ways of their own; all others are compared alike. */
function classOf(value: Value): string {
  const name = typeNameOf(value);
  return ["null", "regex", "object", "array", "undefined"].includes(name) ? name : "a value";
}

function orderShapes(kind: string, order: Value): string[] {
  const fields = membersOf(order);
  const directions = fields.map(([path, value]) => {
    const where = path.includes(".") ? " on a dotted path" : "";
    return `${kind} ${value.type === TYPE.string ? textOf(value) : numberOf(value)}${where}`;
  });
  return [...directions, ...(fields.length > 1 ? [`${kind} by several paths`] : [])];
}

function projectionShapes(projection: Value): string[] {
  return membersOf(projection).flatMap(([path, value]) => {
    if (value.type !== TYPE.boolean && Number.isNaN(numberOf(value)))
      return ["projection computed", ...expressionShapes(value)];
    const isIncluded = isTrue(value);
    return [`projection ${isIncluded ? "with" : "without"} ${path === "_id" ? "_id" : "a field"}`];
  });
}

function updateShapes(update: Value): string[] {
  if (isArray(update)) return ["update pipeline"];
  if (!startsWithOperator(update)) return ["update replacement"];
  return membersOf(update).flatMap(([operator, fields]) => [
    `update ${operator}`,
    ...membersOf(fields).flatMap(([path, operand]) => changeShapes(operator, path, operand)),
  ]);
}

function changeShapes(operator: string, path: string, operand: Value): string[] {
  const dotted = path.includes(".") ? [`update ${operator} on a dotted path`] : [];
  const isList = ["$push", "$addToSet", "$pull"].includes(operator) && startsWithOperator(operand);
  const modifiers = isList ? membersOf(operand).map(([name]) => `update ${operator} with ${name}`) : [];
  return [...dotted, ...modifiers];
}

function stageShapes(name: string, stage: Value): string[] {
  const shapes = [`stage ${name}`];
  if (name === "$match") shapes.push(...filterShapes("filter", stage));
  else if (name === "$sort") shapes.push(...orderShapes("sort", stage));
  else if (name === "$project") shapes.push(...projectionShapes(stage));
  else if (name === "$group") shapes.push(...groupShapes(stage));
  else if (isDocument(stage)) shapes.push(...fieldsOf(stage).map(([option]) => `stage ${name}.${option}`));
  return shapes;
}

function groupShapes(stage: Value): string[] {
  return membersOf(stage).flatMap(([name, value]) => {
    if (name === "_id") return expressionShapes(value);
    return membersOf(value).flatMap(([operator, operand]) => [
      `accumulator ${operator}`,
      ...expressionShapes(operand),
    ]);
  });
}

function expressionShapes(expression: Value): string[] {
  if (expression.type === TYPE.string) {
    const [variable] = /^\$\$\w+/.exec(textOf(expression)) ?? [];
    const isPath = textOf(expression).startsWith("$");
    return [`expression ${variable ?? (isPath ? "path" : "literal")}`];
  }
  if (!isDocument(expression) && !isArray(expression)) return ["expression literal"];
  return membersOf(expression).flatMap(([name, operand]) => [
    ...(isArray(expression) ? [] : [`expression ${name.startsWith("$") ? name : "document"}`]),
    ...expressionShapes(operand),
  ]);
}

function indexShapes(specification: Value): string[] {
  return membersOf(specification).flatMap(([name, value]) => {
    if (name === "key") return orderShapes("index", value);
    if (name === "partialFilterExpression")
      return ["index partialFilterExpression", ...filterShapes("partial filter", value)];
    return name === "name" ? [] : [flagShape(`index ${name}`, value)];
  });
}
