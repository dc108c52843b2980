import { deserialize, EJSON } from "bson";
import { documentOf, getField, toValue, type Value } from "../bson/raw-bson.ts";
import type { Leaf } from "../query/paths.ts";
import type { Collection, Index } from "./catalogue.ts";

/** Thrown when two documents would have the same key in a unique index: MongoDB's error 11000. */
export class DuplicateKeyError extends Error {
  override name = "DuplicateKeyError";
  readonly keyPattern: Value;
  readonly keyValue: Value;

  constructor({ db, name }: Collection, index: Index, values: readonly Leaf[]) {
    const keyValue = documentOf(
      index.keys.map(({ path }, at) => [path, values[at] ?? toValue(null)] as const),
    );
    const shown = EJSON.stringify(deserialize(keyValue.bytes));
    super(`E11000 duplicate key error collection: ${db}.${name} index: ${index.name} dup key: ${shown}`);
    this.keyPattern = getField(index.spec, "key") ?? toValue({});
    this.keyValue = keyValue;
  }
}
