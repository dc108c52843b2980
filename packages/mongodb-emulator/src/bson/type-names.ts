import { MongoError } from "../errors.ts";
import { bsonType, numberOf, textOf, type Value } from "./raw-bson.ts";

/** Returns MongoDB's name of the type of a value. */
export function typeNameOf({ type }: Value): string {
  for (const [name, known] of typesByName) if (known === type) return name;
  return `type ${type}`;
}

/**
 * Compiles the operand of `$type`: names and numbers of types; "number" means all types of numbers.
 * @throws MongoError BadValue
 */
export function matchesType(wanted: readonly Value[]): (value: Value) => boolean {
  const types = new Set(wanted.flatMap(typesOf));
  return ({ type }) => types.has(type);
}

/**
 * The numbers of the BSON types, by the names that `$type` accepts and that error messages use (MongoDB's manual: "BSON
 * Types").
 */
const typesByName = new Map<string, number>([
  ["double", bsonType.double],
  ["string", bsonType.string],
  ["object", bsonType.object],
  ["array", bsonType.array],
  ["binData", bsonType.binary],
  ["undefined", bsonType.undefined],
  ["objectId", bsonType.objectId],
  ["bool", bsonType.boolean],
  ["date", bsonType.date],
  ["null", bsonType.null],
  ["regex", bsonType.regex],
  ["dbPointer", bsonType.dbPointer],
  ["javascript", bsonType.code],
  ["symbol", bsonType.symbol],
  ["javascriptWithScope", bsonType.codeWithScope],
  ["int", bsonType.int32],
  ["timestamp", bsonType.timestamp],
  ["long", bsonType.int64],
  ["decimal", bsonType.decimal128],
  ["minKey", bsonType.minKey],
  ["maxKey", bsonType.maxKey],
]);

const numberTypes: readonly number[] = [bsonType.double, bsonType.int32, bsonType.int64, bsonType.decimal128];

function typesOf(wanted: Value): readonly number[] {
  if (wanted.type === bsonType.string) {
    const name = textOf(wanted);
    const type = typesByName.get(name);
    if (name === "number") return numberTypes;
    if (type === undefined) throw new MongoError("BadValue", `Unknown type name alias: ${name}`);
    return [type];
  }
  const number = numberOf(wanted);
  const type = number === -1 ? bsonType.minKey : number;
  if (![...typesByName.values()].includes(type))
    throw new MongoError("BadValue", `Invalid numerical type code: ${number}`);
  return [type];
}
