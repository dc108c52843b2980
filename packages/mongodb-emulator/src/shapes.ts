import {
  bsonType,
  elementsOf,
  fieldsOf,
  getField,
  isArray,
  isDocument,
  isTrue,
  numberOf,
  textOf,
  type Field,
  type Value,
} from "./bson/raw-bson.ts";
import { typeNameOf } from "./bson/type-names.ts";
import type { Request } from "./wire.ts";

/**
 * Returns the features of MongoDB that a command uses, each as a line of text, called a shape: the command, its
 * options, the operators of its filters, updates, projections, sorts and pipelines, and the kinds of its indexes. A
 * command that was refused in whole or in part has only its error codes as shapes. Two clients with the same shapes
 * need the same features of a server: a test of a project can compare the shapes of the project with those that the
 * conformance suite covers.
 */
export function shapesOf(
  { body, sequences }: Pick<Request, "body" | "sequences">,
  reply: Value,
): Set<string> {
  const [[name] = [""], ...options] = fieldsOf(body);
  const codes = errorCodes(reply);
  if (codes.length > 0) return new Set(codes.map((code) => `${name} error ${code}`));
  return new Set(commandShapes(name, [...options, ...sequencesAsFields(sequences)]));
}

/** Fields that MongoDB's driver adds to every command by itself. */
const driverFields = new Set(["$db", "lsid", "$clusterTime", "$readPreference"]);

const filterOptions = new Set(["filter", "query"]);

const listOptions = new Set(["pipeline", "indexes", "updates", "deletes"]);

type Shapes = Generator<string, void, undefined>;

function* commandShapes(name: string, options: readonly Field[]): Shapes {
  yield `command ${name}`;
  for (const [option, value] of options) {
    if (driverFields.has(option)) continue;
    yield flagShape(`option ${name}.${option}`, value);
    yield* argumentShapes(name, option, value);
  }
}

function errorCodes(reply: Value): number[] {
  const failures = [reply, ...membersOf(getField(reply, "writeErrors")).map(([, failure]) => failure)];
  return failures.flatMap((failure) => {
    const code = getField(failure, "code");
    return code === undefined ? [] : [numberOf(code)];
  });
}

/**
 * Returns the fields of a document or the elements of an array; an empty list for other values, which a faulty client
 * may send.
 */
function membersOf(value: Value | undefined): Field[] {
  return isDocument(value) || isArray(value) ? fieldsOf(value) : [];
}

/** Returns the lists of documents that a message contains beside its body, in the form of fields of the body. */
function sequencesAsFields(sequences: Request["sequences"]): Field[] {
  return [...sequences].flatMap(([name, documents]) => documents.map((document): Field => [name, document]));
}

/** Returns the shape of a command's option: its name and, if the value is true or false, the value. */
function flagShape(name: string, value: Value): string {
  return value.type === bsonType.boolean ? `${name}: ${isTrue(value)}` : name;
}

function* argumentShapes(command: string, option: string, value: Value): Shapes {
  if (filterOptions.has(option)) yield* filterShapes("filter", value);
  else if (option === "sort") yield* orderShapes("sort", value);
  else if (option === "projection" || option === "fields") yield* projectionShapes(value);
  else if (option === "update") yield* updateShapes(value);
  else if (listOptions.has(option))
    for (const element of isArray(value) ? elementsOf(value) : [value])
      if (option === "pipeline") yield* stageShapes(element);
      else if (option === "indexes") yield* indexShapes(element);
      else yield* statementShapes(`option ${command}.${option}`, element);
}

function* statementShapes(where: string, statement: Value): Shapes {
  for (const [name, value] of membersOf(statement))
    if (name === "q") yield* filterShapes("filter", value);
    else if (name === "u") yield* updateShapes(value);
    else if (name === "limit") yield `${where}.limit: ${numberOf(value)}`;
    else yield flagShape(`${where}.${name}`, value);
}

function* filterShapes(kind: string, filter: Value): Shapes {
  for (const [path, condition] of membersOf(filter)) {
    if (path.startsWith("$")) {
      yield `${kind} ${path}`;
      for (const [, branch] of membersOf(condition)) yield* filterShapes(kind, branch);
      continue;
    }
    if (path.includes(".")) yield `${kind} on a dotted path`;
    yield* conditionShapes(kind, condition);
  }
}

function* conditionShapes(kind: string, condition: Value): Shapes {
  if (!startsWithOperator(condition)) {
    yield `${kind} equal to ${classOf(condition)}`;
    return;
  }
  for (const [operator, operand] of membersOf(condition)) {
    yield `${kind} ${operator}`;
    if (operator === "$not") yield* conditionShapes(kind, operand);
    if (operator !== "$elemMatch") continue;
    if (startsWithOperator(operand)) yield* conditionShapes(kind, operand);
    else yield* filterShapes(kind, operand);
  }
}

function startsWithOperator(value: Value): boolean {
  return isDocument(value) && fieldsOf(value)[0]?.[0].startsWith("$") === true;
}

/** Returns the name of a type that has special comparison rules; "a value" for all other types. */
function classOf(value: Value): string {
  const name = typeNameOf(value);
  return ["null", "regex", "object", "array", "undefined"].includes(name) ? name : "a value";
}

function* orderShapes(kind: string, order: Value): Shapes {
  const fields = membersOf(order);
  for (const [path, value] of fields) {
    const direction = value.type === bsonType.string ? textOf(value) : numberOf(value);
    yield `${kind} ${direction}${path.includes(".") ? " on a dotted path" : ""}`;
  }
  if (fields.length > 1) yield `${kind} by several paths`;
}

function* projectionShapes(projection: Value): Shapes {
  for (const [path, value] of membersOf(projection))
    if (value.type === bsonType.boolean || !Number.isNaN(numberOf(value)))
      yield `projection ${isTrue(value) ? "with" : "without"} ${path === "_id" ? "_id" : "a field"}`;
    else {
      yield "projection computed";
      yield* expressionShapes(value);
    }
}

function* updateShapes(update: Value): Shapes {
  if (isArray(update)) yield "update by a pipeline";
  else if (!startsWithOperator(update)) yield "update by replacement";
  else
    for (const [operator, fields] of membersOf(update)) {
      yield `update ${operator}`;
      for (const [path, operand] of membersOf(fields)) yield* changeShapes(operator, path, operand);
    }
}

function* changeShapes(operator: string, path: string, operand: Value): Shapes {
  if (path.includes(".")) yield `update ${operator} on a dotted path`;
  if (["$push", "$addToSet", "$pull"].includes(operator) && startsWithOperator(operand))
    for (const [modifier] of membersOf(operand)) yield `update ${operator} with ${modifier}`;
}

function* stageShapes(stage: Value): Shapes {
  for (const [name, argument] of membersOf(stage)) {
    yield `stage ${name}`;
    if (name === "$match") yield* filterShapes("filter", argument);
    else if (name === "$sort") yield* orderShapes("sort", argument);
    else if (name === "$project") yield* projectionShapes(argument);
    else if (name === "$group") yield* groupShapes(argument);
    else for (const [option] of membersOf(argument)) yield `stage ${name}.${option}`;
  }
}

function* groupShapes(group: Value): Shapes {
  for (const [name, value] of membersOf(group)) {
    if (name === "_id") yield* expressionShapes(value);
    else
      for (const [operator, operand] of membersOf(value)) {
        yield `accumulator ${operator}`;
        yield* expressionShapes(operand);
      }
  }
}

function* expressionShapes(expression: Value): Shapes {
  if (isArray(expression)) for (const element of elementsOf(expression)) yield* expressionShapes(element);
  else if (isDocument(expression))
    for (const [name, operand] of fieldsOf(expression)) {
      yield `expression ${name.startsWith("$") ? name : "document"}`;
      yield* expressionShapes(operand);
    }
  else yield `expression ${leafOf(expression)}`;
}

function leafOf(expression: Value): string {
  const text = expression.type === bsonType.string ? textOf(expression) : "";
  return /^\$\$\w+/.exec(text)?.[0] ?? (text.startsWith("$") ? "path" : "literal");
}

function* indexShapes(specification: Value): Shapes {
  for (const [name, value] of membersOf(specification)) {
    if (name === "key") yield* orderShapes("index", value);
    else if (name !== "name") yield flagShape(`index ${name}`, value);
    if (name === "partialFilterExpression") yield* filterShapes("partial filter", value);
  }
}
