import { bsonType, documentOf, fieldsOf, isDocument, Value, type Field } from "../bson/raw-bson.ts";
import { typeNameOf } from "../bson/type-names.ts";
import { MongoError } from "../errors.ts";

/**
 * Returns the document to store: with `_id` as its first field (MongoDB's manual: "Documents", "The _id Field"), and
 * with a new ObjectId if it has no `_id`.
 * @throws MongoError InvalidIdField if `_id` is an array, a regular expression or undefined, BadValue for two `_id`s
 */
export function prepareInsert(document: Value, newId: () => Buffer): Value {
  const fields = fieldsOf(document);
  const [id, second] = fields.filter(([name]) => name === "_id");
  refuseEmptyTimestamps(fields);
  if (second !== undefined)
    throw new MongoError("BadValue", "can't have multiple _id fields in one document");
  if (id === undefined) return documentOf([["_id", new Value(bsonType.objectId, newId())], ...fields]);
  const [, value] = id;
  if (refusedIdTypes.has(value.type))
    throw new MongoError("InvalidIdField", `The '_id' value cannot be of type ${typeNameOf(value)}`);
  const operator = isDocument(value) ? fieldsOf(value).find(([name]) => name.startsWith("$")) : undefined;
  if (operator !== undefined)
    throw new MongoError(
      "DollarPrefixedFieldName",
      `_id fields may not contain '$'-prefixed fields: ${operator[0]} is not valid for storage.`,
    );
  if (fields[0] === id) return document;
  return documentOf([id, ...fields.filter((field) => field !== id)]);
}

const refusedIdTypes: ReadonlySet<number> = new Set([bsonType.array, bsonType.regex, bsonType.undefined]);

/**
 * Refuses empty timestamps at the top level of a document. MongoDB replaces such timestamps by the current time
 * (MongoDB's manual: "BSON Types", "Timestamps"), which this server does not support.
 * @throws MongoError CommandNotSupported
 */
export function refuseEmptyTimestamps(fields: readonly Field[]): void {
  const empty = fields.find(
    ([name, { type, bytes }]) =>
      type === bsonType.timestamp && name !== "_id" && bytes.every((byte) => byte === 0),
  );
  if (empty !== undefined)
    throw new MongoError(
      "CommandNotSupported",
      `the empty timestamp in '${empty[0]}', to be replaced by the present time, is not supported by this server`,
    );
}
