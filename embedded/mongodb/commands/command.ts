import type { Catalogue } from "../storage/catalogue.ts";
import type { Cursors } from "../storage/cursors.ts";
import { checkConcerns } from "./concerns.ts";
import { MongoError } from "../errors.ts";
import {
  elementsOf,
  fieldsOf,
  getField,
  isArray,
  isDocument,
  isTrue,
  numberOf,
  textOf,
  toValue,
  TYPE,
  type Plain,
  type Value,
} from "../bson/raw-bson.ts";
import type { Records } from "../storage/records.ts";
import type { Counters, Searcher } from "../storage/search.ts";
import type { Store } from "../storage/store.ts";
import { typeNameOf } from "../bson/type-names.ts";
import type { Request } from "../wire.ts";

/** What commands work with. */
export interface Engine {
  readonly store: Store;
  readonly catalogue: Catalogue;
  readonly records: Records;
  readonly searcher: Searcher;
  readonly cursors: Cursors;
  readonly counters: Counters;
  readonly now: () => Date;
  /** The bytes of a new ObjectId. */
  readonly newId: () => Buffer;
}

/** A command: the options it knows, its own name among them, and what it does. Any other option is refused. */
export interface CommandDefinition {
  /** "any" for a greeting: drivers put in more from release to release, and each side takes what it knows. */
  readonly options: readonly string[] | "any";
  readonly run: (args: Arguments, engine: Engine) => Promise<Readonly<Record<string, Plain>>>;
}

/** Options of every command that change nothing here: there is one node, and what it acknowledges is on disk. */
const NEUTRAL = new Set(
  "$db lsid $clusterTime $readPreference readConcern writeConcern comment maxTimeMS apiVersion apiStrict apiDeprecationErrors".split(
    " ",
  ),
);

/** Options that MongoDB knows and that would change the result; false, 0 and null are as good as absent. */
const UNSUPPORTED = new Set(
  (
    "collation let hint noCursorTimeout arrayFilters min max returnKey showRecordId tailable awaitData oplogReplay explain " +
    "capped size timeseries clusteredIndex viewOn pipeline validator validationLevel validationAction storageEngine " +
    "changeStreamPreAndPostImages encryptedFields indexOptionDefaults commitQuorum sampleRate fullDocument"
  ).split(" "),
);

/** The arguments of one command, each read by its type. Throws TypeMismatch where another was given. */
export class Arguments {
  readonly name: string;
  readonly db: string;
  /** How long a search may take; Infinity where no limit is given. */
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
    checkConcerns(this);
  }

  /** Arguments of a statement inside a command: one of `updates` or `deletes`. */
  statement(body: Value, options: readonly string[]): Arguments {
    if (!isDocument(body)) throw this.#mismatch("statement", body, "object");
    return new Arguments({ body, sequences: new Map() }, options);
  }

  value(name: string): Value | undefined {
    const value = this.#values.get(name);
    return value?.type === TYPE.null ? undefined : value;
  }

  document(name: string): Value {
    const value = this.value(name) ?? toValue({});
    if (!isDocument(value)) throw this.#mismatch(name, value, "object");
    return value;
  }

  /** A field of a document that is an argument; undefined where either is missing. */
  fieldOf(name: string, field: string): Value | undefined {
    return getField(this.document(name), field);
  }

  list(name: string): readonly Value[] {
    const sequence = this.#sequences.get(name);
    if (sequence !== undefined) return sequence;
    const value = this.value(name) ?? toValue([]);
    if (!isArray(value)) throw this.#mismatch(name, value, "array");
    return elementsOf(value);
  }

  text(name: string): string {
    const value = this.value(name) ?? toValue(null);
    if (value.type !== TYPE.string) throw this.#mismatch(name, value, "string");
    return textOf(value);
  }

  /** The collection that the command is about: the value of its first field. */
  get collection(): string {
    const value = this.value(this.name);
    if (value?.type === TYPE.string) return textOf(value);
    throw new MongoError("InvalidNamespace", `collection name has invalid type in ${this.name}`);
  }

  isTrue(name: string, fallback = false): boolean {
    const value = this.value(name);
    return value === undefined ? fallback : isTrue(value);
  }

  /** A whole number that is not negative. */
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

function checkOption(command: string, name: string, value: Value, options: readonly string[] | "any"): void {
  if (options === "any" || options.includes(name) || NEUTRAL.has(name)) return;
  if (name === "txnNumber" || name === "autocommit" || name === "startTransaction")
    throw new MongoError(
      "IllegalOperation",
      "Transaction numbers are only allowed on a replica set member or mongos",
    );
  if (!UNSUPPORTED.has(name))
    throw new MongoError("Location40415", `BSON field '${command}.${name}' is an unknown field.`);
  if (isTrue(value))
    throw new MongoError(
      "CommandNotSupported",
      `option '${name}' of ${command} is not supported by this server`,
    );
}
