import { MongoError } from "../errors.ts";
import { numberOf, textOf, TYPE, type Value } from "./raw-bson.ts";

/** The names that `$type` takes and error messages use (manual: "BSON Types"). */
const NAMES = new Map<string, number>([
  ["double", TYPE.double],
  ["string", TYPE.string],
  ["object", TYPE.object],
  ["array", TYPE.array],
  ["binData", TYPE.binary],
  ["undefined", TYPE.undefined],
  ["objectId", TYPE.objectId],
  ["bool", TYPE.boolean],
  ["date", TYPE.date],
  ["null", TYPE.null],
  ["regex", TYPE.regex],
  ["dbPointer", TYPE.dbPointer],
  ["javascript", TYPE.code],
  ["symbol", TYPE.symbol],
  ["javascriptWithScope", TYPE.codeWithScope],
  ["int", TYPE.int32],
  ["timestamp", TYPE.timestamp],
  ["long", TYPE.int64],
  ["decimal", TYPE.decimal128],
  ["minKey", TYPE.minKey],
  ["maxKey", TYPE.maxKey],
]);

const NUMBERS: readonly number[] = [TYPE.double, TYPE.int32, TYPE.int64, TYPE.decimal128];

/** MongoDB's name of the value's type. */
export function typeNameOf({ type }: Value): string {
  for (const [name, known] of NAMES) if (known === type) return name;
  return `type ${type}`;
}

/** Compiles the names and numbers given to `$type`; "number" stands for all numbers. Throws BadValue. */
export function matchesType(wanted: readonly Value[]): (value: Value) => boolean {
  const types = new Set(wanted.flatMap(typesOf));
  return ({ type }) => types.has(type);
}

function typesOf(wanted: Value): readonly number[] {
  if (wanted.type === TYPE.string) {
    const name = textOf(wanted);
    const type = NAMES.get(name);
    if (name === "number") return NUMBERS;
    if (type === undefined) throw new MongoError("BadValue", `Unknown type name alias: ${name}`);
    return [type];
  }
  const number = numberOf(wanted);
  const type = number === -1 ? TYPE.minKey : number;
  if (![...NAMES.values()].includes(type))
    throw new MongoError("BadValue", `Invalid numerical type code: ${number}`);
  return [type];
}
