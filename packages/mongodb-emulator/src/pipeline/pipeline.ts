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
  toValue,
  type Value,
} from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";
import { compileFilter } from "../query/filter.ts";
import { parseSort, sortDocuments } from "../query/sort.ts";
import { changeAt } from "../update/update-paths.ts";
import { compileExpression } from "./expressions.ts";
import { compileGroup } from "./group.ts";
import { compileProjection } from "./projection.ts";

/**
 * Compiles a pipeline (MongoDB's manual: "Aggregation Stages").
 * @throws MongoError Location40324 for a stage that this server lacks
 */
export function compilePipeline(
  pipeline: readonly Value[],
): (documents: AsyncGenerator<Value>) => AsyncGenerator<Value> {
  const stages = pipeline.map((stage) => {
    const [field, ...more] = isDocument(stage) ? fieldsOf(stage) : [];
    if (field === undefined || more.length > 0)
      throw new MongoError(
        "Location40323",
        "A pipeline stage specification object must contain exactly one field.",
      );
    return compileStage(field[0], field[1]);
  });
  return (documents) => stages.reduce((stream, stage) => stage(stream), documents);
}

/** A compiled stage: turns the stream of documents that it receives into the stream that the next stage receives. */
type Stage = (documents: AsyncIterable<Value>) => AsyncGenerator<Value>;

function compileStage(name: string, argument: Value): Stage {
  switch (name) {
    case "$match":
      return match(documentIn(name, argument));
    case "$group":
      return compileGroup(documentIn(name, argument));
    case "$sort":
      return sortBy(documentIn(name, argument));
    case "$limit":
      return limit(count(name, argument, 1));
    case "$skip":
      return skip(count(name, argument, 0));
    case "$project":
      return project(documentIn(name, argument));
    case "$count":
      return countAs(argument);
    case "$unwind":
      return unwind(argument);
    default:
      throw new MongoError("Location40324", `Unrecognized pipeline stage name: '${name}'`);
  }
}

function documentIn(name: string, argument: Value): Value {
  if (isDocument(argument)) return argument;
  throw new MongoError(
    name === "$match" ? "Location15959" : "Location15947",
    `the argument of ${name} must be an object`,
  );
}

function count(name: string, argument: Value, least: number): number {
  const number = numberOf(argument);
  if (Number.isInteger(number) && number >= least) return number;
  throw new MongoError(
    name === "$limit" ? "Location15958" : "Location5107200",
    `invalid argument to ${name} stage: expected a whole number >= ${least}`,
  );
}

function match(filter: Value): Stage {
  const matches = compileFilter(filter);
  return async function* matching(documents) {
    for await (const document of documents) if (matches(document)) yield document;
  };
}

function sortBy(specification: Value): Stage {
  const sort = parseSort(specification);
  if (sort.length === 0) throw new MongoError("Location15976", "$sort stage must have at least one sort key");
  return async function* sorted(documents) {
    const all: Value[] = [];
    for await (const document of documents) all.push(document);
    yield* sortDocuments(all, sort);
  };
}

/** Returns a stage of an aggregation that passes on the first `most` documents and reads no more than these. */
function limit(most: number): Stage {
  return async function* limited(documents) {
    let left = most;
    for await (const document of documents) {
      yield document;
      left -= 1;
      if (left === 0) return;
    }
  };
}

/** Returns a stage of an aggregation that passes on all documents except the first `number`. */
function skip(number: number): Stage {
  return async function* skipping(documents) {
    let left = number;
    for await (const document of documents) {
      if (left === 0) yield document;
      else left -= 1;
    }
  };
}

function project(specification: Value): Stage {
  const projection = compileProjection(specification);
  if (projection === undefined)
    throw new MongoError("Location51272", "$project specification must have at least one field");
  return async function* projected(documents) {
    for await (const document of documents) yield projection(document);
  };
}

function countAs(argument: Value): Stage {
  const name = argument.type === bsonType.string ? textOf(argument) : "";
  if (name === "" || name.startsWith("$") || name.includes("."))
    throw new MongoError("Location40157", "the count field must be a non-empty string without $ and dots");
  return async function* counted(documents) {
    let number = 0;
    for await (const _document of documents) number += 1;
    if (number > 0) yield toValue({ [name]: number });
  };
}

function unwind(argument: Value): Stage {
  const path = isDocument(argument) ? getField(argument, "path") : argument;
  const keepsEmpty = isDocument(argument) && isTrue(getField(argument, "preserveNullAndEmptyArrays"));
  const known = new Set(["path", "preserveNullAndEmptyArrays"]);
  if (isDocument(argument) && fieldsOf(argument).some(([name]) => !known.has(name)))
    throw new MongoError(
      "FailedToParse",
      "$unwind: only path and preserveNullAndEmptyArrays are supported by this server",
    );
  if (path?.type !== bsonType.string || !textOf(path).startsWith("$"))
    throw new MongoError("Location28818", "path option to $unwind stage should be prefixed with a '$'");
  const parts = textOf(path).slice(1).split(".");
  const read = compileExpression(path);
  return async function* unwound(documents) {
    for await (const document of documents) {
      const value = read(document);
      const isEmpty =
        value === undefined ||
        value.type === bsonType.null ||
        (isArray(value) && elementsOf(value).length === 0);
      if (isEmpty) {
        if (keepsEmpty) yield isArray(value) ? changeAt(document, parts, () => undefined) : document;
      } else if (!isArray(value)) yield document;
      else for (const element of elementsOf(value)) yield changeAt(document, parts, () => element);
    }
  };
}
