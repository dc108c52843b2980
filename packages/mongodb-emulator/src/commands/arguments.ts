import {
  bsonType,
  bytesOf,
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
import { typeNameOf } from "../bson/type-names.ts";
import { MongoError } from "../errors.ts";
import type { Request } from "../wire.ts";
import { checkConcerns } from "./concerns.ts";

/**
 * The arguments of one command. Each method reads an argument as one type.
 * @throws MongoError TypeMismatch (each method) if the argument has another type
 */
export class Arguments {
  readonly name: string;
  readonly db: string;
  /** How long a search may take, in ms; Infinity if the client gives no limit. */
  readonly maxTimeMs: number;
  readonly #values: ReadonlyMap<string, Value>;
  readonly #sequences: ReadonlyMap<string, readonly Value[]>;

  constructor({ body, sequences }: Pick<Request, "body" | "sequences">, options: readonly string[] | "any") {
    const fields = fieldsOf(body);
    this.name = fields[0]?.[0] ?? "";
    this.#values = new Map(fields);
    this.#sequences = sequences;
    for (const [name, value] of fields) checkOption(this.name, name, value, options);
    for (const name of sequences.keys()) checkOption(this.name, name, toValue(1), options);
    this.db = this.#values.has("$db") ? this.text("$db") : "admin";
    this.maxTimeMs = this.number("maxTimeMS", 0) || Number.POSITIVE_INFINITY;
    checkConcerns(this.#fieldOf("readConcern", "level"), this.#fieldOf("writeConcern", "w"));
  }

  /** Returns the arguments of one statement of a write command: an element of `updates` or `deletes`. */
  statement(body: Value, options: readonly string[]): Arguments {
    if (!isDocument(body)) throw this.#mismatch("statement", body, "object");
    return new Arguments({ body, sequences: new Map() }, options);
  }

  /** Returns an argument of the command; undefined if the argument is missing or null. */
  value(name: string): Value | undefined {
    const value = this.#values.get(name);
    return value?.type === bsonType.null ? undefined : value;
  }

  /** Returns an argument of the command, which must be a document; an empty document if the argument is missing. */
  document(name: string): Value {
    const value = this.value(name) ?? toValue({});
    if (!isDocument(value)) throw this.#mismatch(name, value, "object");
    return value;
  }

  /**
   * Returns a field of an argument of the command, which must be a document; undefined if the argument or the field is
   * missing.
   */
  #fieldOf(name: string, field: string): Value | undefined {
    return getField(this.document(name), field);
  }

  /**
   * Returns an argument of the command, which must be an array, or the list of documents with the argument's name that
   * the message contains beside its body; an empty array if the message has neither.
   */
  list(name: string): readonly Value[] {
    const sequence = this.#sequences.get(name);
    if (sequence !== undefined) return sequence;
    const value = this.value(name) ?? toValue([]);
    if (!isArray(value)) throw this.#mismatch(name, value, "array");
    return elementsOf(value);
  }

  /** Returns an argument of the command. @throws MongoError if the argument is missing, or is no string */
  text(name: string): string {
    const value = this.value(name) ?? toValue(null);
    if (value.type !== bsonType.string) throw this.#mismatch(name, value, "string");
    return textOf(value);
  }

  /**
   * Returns the bytes of an argument of the command. @throws MongoError if the argument is missing, or is not binary
   */
  bytes(name: string): Buffer {
    const value = this.value(name) ?? toValue(null);
    if (value.type !== bsonType.binary) throw this.#mismatch(name, value, "binData");
    return bytesOf(value);
  }

  /** The name of the collection: the value of the command's first field. */
  get collection(): string {
    const value = this.value(this.name);
    if (value?.type === bsonType.string) return textOf(value);
    throw new MongoError("InvalidNamespace", `collection name has invalid type in ${this.name}`);
  }

  isTrue(name: string, fallback = false): boolean {
    const value = this.value(name);
    return value === undefined ? fallback : isTrue(value);
  }

  /**
   * Returns an argument of the command, which must be a whole number and not negative; `fallback` if the argument is
   * missing.
   * @throws MongoError BadValue if the number is negative or not whole
   */
  number(name: string, fallback: number): number {
    const value = this.value(name);
    if (value === undefined) return fallback;
    const number = numberOf(value);
    if (Number.isNaN(number)) throw this.#mismatch(name, value, "number");
    if (!Number.isInteger(number) || number < 0)
      throw new MongoError(
        "BadValue",
        `BSON field '${name}' value must be a whole number >= 0, actual value '${number}'`,
      );
    return number;
  }

  #mismatch(field: string, value: Value, expected: string): MongoError {
    return new MongoError(
      "TypeMismatch",
      `BSON field '${this.name}.${field}' is the wrong type '${typeNameOf(value)}', expected type '${expected}'`,
    );
  }
}

/**
 * Options that every command accepts and that have no effect on this server, because it has only one node and all
 * acknowledged writes are on disk.
 */
const neutralOptions = new Set(
  "$db lsid $clusterTime $readPreference readConcern writeConcern comment maxTimeMS apiVersion apiStrict apiDeprecationErrors".split(
    " ",
  ),
);

/**
 * Options of MongoDB that would change the result. The server refuses these options unless their value is false, 0 or
 * null.
 */
const unsupportedOptions = new Set(
  (
    "collation let hint noCursorTimeout arrayFilters min max returnKey showRecordId tailable awaitData oplogReplay explain " +
    "capped size timeseries clusteredIndex viewOn pipeline validator validationLevel validationAction storageEngine " +
    "changeStreamPreAndPostImages encryptedFields indexOptionDefaults commitQuorum sampleRate fullDocument"
  ).split(" "),
);

function checkOption(command: string, name: string, value: Value, options: readonly string[] | "any"): void {
  if (options === "any" || options.includes(name) || neutralOptions.has(name)) return;
  if (name === "txnNumber" || name === "autocommit" || name === "startTransaction")
    throw new MongoError(
      "IllegalOperation",
      "Transaction numbers are only allowed on a replica set member or mongos",
    );
  if (!unsupportedOptions.has(name))
    throw new MongoError("Location40415", `BSON field '${command}.${name}' is an unknown field.`);
  if (isTrue(value))
    throw new MongoError(
      "CommandNotSupported",
      `option '${name}' of ${command} is not supported by this server`,
    );
}
