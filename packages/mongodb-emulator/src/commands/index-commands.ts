import {
  arrayOf,
  bsonType,
  documentOf,
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
import { isSame } from "../bson/value-order.ts";
import { MongoError } from "../errors.ts";
import { hasOperators } from "../query/filter.ts";
import { indexFrom, type Collection, type Index } from "../storage/catalogue.ts";
import { purge } from "../storage/purge.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandDefinition, Engine, Reply } from "./command.ts";

/** The largest `expireAfterSeconds` that MongoDB accepts: the greatest signed 32-bit integer. */
const MAX_EXPIRY_SECONDS = 2_147_483_647;

/** MongoDB's commands about indexes, by their names. */
export const indexCommands: Readonly<Record<string, CommandDefinition>> = {
  createIndexes: { options: ["createIndexes", "indexes"], run: createIndexes },
  listIndexes: { options: ["listIndexes", "cursor"], run: listIndexes },
  dropIndexes: { options: ["dropIndexes", "index"], run: dropIndexes },
};

const knownFields = new Set(
  "v key name ns background unique sparse partialFilterExpression expireAfterSeconds".split(" "),
);

/**
 * The options that are compared to find out whether an existing index and the index that a client wants to create are
 * the same.
 */
const comparedOptions = ["unique", "sparse", "partialFilterExpression", "expireAfterSeconds"];

const partialFilterOperators: ReadonlySet<string> = new Set(
  "$eq $gt $gte $lt $lte $in $exists $type".split(" "),
);

/**
 * Checks an index specification (MongoDB's manual: "createIndexes") and returns the specification as listIndexes shows
 * it.
 */
function readSpec(given: Value): Value {
  if (!isDocument(given)) throw new MongoError("TypeMismatch", "an index specification must be an object");
  for (const [name, value] of fieldsOf(given))
    if (!knownFields.has(name) && isTrue(value))
      throw new MongoError(
        "InvalidIndexSpecificationOption",
        `The field '${name}' is not valid for an index specification`,
      );
  const key = getField(given, "key");
  const name = getField(given, "name");
  if (!isDocument(key) || name?.type !== bsonType.string)
    throw new MongoError("FailedToParse", "an index specification needs 'key' and 'name'");
  checkKey(key);
  checkOptions(given, key);
  const options = comparedOptions.flatMap((option) => {
    const value = getField(given, option);
    const isOff = value === undefined || ((option === "unique" || option === "sparse") && !isTrue(value));
    return isOff ? [] : [[option, value] as const];
  });
  return documentOf([["v", toValue(2)], ["key", key], ["name", name], ...options]);
}

function checkKey(key: Value): void {
  const fields = fieldsOf(key);
  if (fields.length === 0) throw new MongoError("CannotCreateIndex", "Index keys cannot be an empty object");
  for (const [path, value] of fields) {
    const direction = numberOf(value);
    if (direction !== 1 && direction !== -1)
      throw new MongoError(
        "CannotCreateIndex",
        `an index direction other than 1 and -1 is not supported by this server, found one for the field '${path}'`,
      );
    if (path.split(".").some((part) => part === "" || part.startsWith("$")))
      throw new MongoError("CannotCreateIndex", `Index key contains an illegal field name: '${path}'`);
  }
}

function checkOptions(given: Value, key: Value): void {
  const partial = getField(given, "partialFilterExpression");
  if (partial !== undefined && !isDocument(partial))
    throw new MongoError("TypeMismatch", "partialFilterExpression must be an object");
  if (partial !== undefined && isTrue(getField(given, "sparse")))
    throw new MongoError("CannotCreateIndex", "cannot mix 'partialFilterExpression' and 'sparse' options");
  if (partial !== undefined) checkPartialFilter(partial);
  const version = getField(given, "v");
  if (version !== undefined && numberOf(version) !== 2)
    throw new MongoError("CannotCreateIndex", "only indexes of version 2 are supported by this server");
  const expiry = getField(given, "expireAfterSeconds");
  if (expiry === undefined) return;
  if (!(numberOf(expiry) >= 0 && numberOf(expiry) <= MAX_EXPIRY_SECONDS))
    throw new MongoError(
      "CannotCreateIndex",
      `expireAfterSeconds must be a number from 0 to ${MAX_EXPIRY_SECONDS}`,
    );
  if (fieldsOf(key).length !== 1 || getField(key, "_id") !== undefined)
    throw new MongoError("CannotCreateIndex", "TTL indexes are single-field indexes, and not on _id");
}

/**
 * Refuses operators that MongoDB allows in filters, but not in partial indexes (MongoDB's manual: "Partial Indexes").
 */
function checkPartialFilter(filter: Value): void {
  for (const [path, condition] of fieldsOf(filter)) {
    if (path === "$and" || path === "$or")
      for (const branch of isArray(condition) ? elementsOf(condition) : []) checkPartialFilter(branch);
    else if (path.startsWith("$")) refuseInPartialFilter(path);
    else if (condition.type === bsonType.regex) refuseInPartialFilter("$regex");
    else if (hasOperators(condition))
      for (const [operator, value] of fieldsOf(condition))
        if (!partialFilterOperators.has(operator) || (operator === "$exists" && !isTrue(value)))
          refuseInPartialFilter(operator);
  }
}

function refuseInPartialFilter(operator: string): never {
  throw new MongoError(
    "CannotCreateIndex",
    `unsupported expression in partial index: ${operator === "$exists" ? "$exists: false" : operator}`,
  );
}

function isIdKey(spec: Value): boolean {
  const key = getField(spec, "key");
  return key !== undefined && isSame(key, toValue({ _id: 1 }));
}

/**
 * Returns the index with the given specification, if the collection has this index already.
 * @throws MongoError if another index has the same name or key
 */
function findExisting(collection: Collection, spec: Value): Index | undefined {
  const of = (field: string, value: Value): Value => getField(value, field) ?? toValue(null);
  for (const index of collection.indexes) {
    const hasName = isSame(of("name", index.spec), of("name", spec));
    const hasKey = isSame(of("key", index.spec), of("key", spec));
    if (!hasName && !hasKey) continue;
    if (hasKey && isIdKey(spec)) return index;
    const hasOption = (option: string) => isSame(of(option, index.spec), of(option, spec));
    if (hasName && hasKey && comparedOptions.every(hasOption)) return index;
    if (hasName)
      throw new MongoError(
        "IndexKeySpecsConflict",
        `An existing index has the same name as the requested index: ${index.name}`,
      );
    if (hasKey && isSame(of("partialFilterExpression", index.spec), of("partialFilterExpression", spec)))
      throw new MongoError(
        "IndexOptionsConflict",
        `Index already exists with a different name or other options: ${index.name}`,
      );
  }
  return undefined;
}

async function createIndexes(args: Arguments, engine: Engine): Promise<Reply> {
  const specs = args.list("indexes").map(readSpec);
  if (specs.length === 0) throw new MongoError("BadValue", "Must specify at least one index to create");
  return engine.store.write(() => {
    const isNew = engine.catalogue.get(args.db, args.collection) === undefined;
    const collection = engine.catalogue.getOrCreate(args.db, args.collection);
    const before = collection.indexes.length;
    for (const spec of specs)
      if (findExisting(collection, spec) === undefined)
        engine.records.addIndex(collection, indexFrom(engine.catalogue.nextId(), spec));
    return {
      numIndexesBefore: before,
      numIndexesAfter: collection.indexes.length,
      createdCollectionAutomatically: isNew,
    };
  });
}

/** Returns the collection that a command names. @throws MongoError NamespaceNotFound */
function namedCollection(args: Arguments, { catalogue }: Engine): Collection {
  const collection = catalogue.get(args.db, args.collection);
  if (collection !== undefined) return collection;
  throw new MongoError("NamespaceNotFound", `ns does not exist: ${args.db}.${args.collection}`);
}

async function listIndexes(args: Arguments, engine: Engine): Promise<Reply> {
  const specs = namedCollection(args, engine).indexes.map(({ spec }) => spec);
  return { cursor: { id: 0n, ns: `${args.db}.${args.collection}`, firstBatch: arrayOf(specs) } };
}

async function dropIndexes(args: Arguments, engine: Engine): Promise<Reply> {
  const wanted = args.value("index");
  const result = await engine.store.write(() => {
    const collection = namedCollection(args, engine);
    const before = collection.indexes.length;
    const dropped = collection.indexes.slice(1).filter((index) => isWanted(index, wanted));
    const [idIndex] = collection.indexes;
    if (idIndex !== undefined && wanted?.type === bsonType.string && textOf(wanted) === idIndex.name)
      throw new MongoError("InvalidOptions", "cannot drop _id index");
    if (dropped.length === 0 && !isAll(wanted))
      throw new MongoError("IndexNotFound", "index not found with the given name or key");
    collection.indexes = collection.indexes.filter((index) => !dropped.includes(index));
    engine.catalogue.save(collection);
    return { before, ids: dropped.map(({ id }) => id) };
  });
  purge(engine.store, result.ids);
  return { nIndexesWas: result.before };
}

function isAll(wanted: Value | undefined): boolean {
  return wanted?.type === bsonType.string && textOf(wanted) === "*";
}

function isWanted(index: Index, wanted: Value | undefined): boolean {
  if (isAll(wanted)) return true;
  if (wanted?.type === bsonType.string) return textOf(wanted) === index.name;
  const key = getField(index.spec, "key");
  return wanted !== undefined && key !== undefined && isSame(wanted, key);
}
