import { MongoError } from "../errors.ts";
import { documentOf, type Field, fieldsOf, isDocument, TYPE, Value } from "../bson/raw-bson.ts";
import { typeNameOf } from "../bson/type-names.ts";

const REFUSED_ID_TYPES: ReadonlySet<number> = new Set([TYPE.array, TYPE.regex, TYPE.undefined]);

/**
 * The document as it is stored: `_id` first (manual: "Documents", "The _id Field"), a new ObjectId where it has none.
 * Throws InvalidIdField for an array, a regular expression or undefined as `_id`, BadValue for more than one `_id`.
 */
export function prepareInsert(document: Value, newId: () => Buffer): Value {
  const fields = fieldsOf(document);
  const [id, second] = fields.filter(([name]) => name === "_id");
  refuseEmptyTimestamps(fields);
  if (second !== undefined)
    throw new MongoError("BadValue", "can't have multiple _id fields in one document");
  if (id === undefined) return documentOf([["_id", new Value(TYPE.objectId, newId())], ...fields]);
  const [, value] = id;
  if (REFUSED_ID_TYPES.has(value.type))
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

/**
 * MongoDB puts the present time for an empty timestamp at the top of a document (manual: "BSON Types", "Timestamps");
 * this server does not, and throws CommandNotSupported rather than store another value than MongoDB would.
 */
export function refuseEmptyTimestamps(fields: readonly Field[]): void {
  const empty = fields.find(
    ([name, { type, bytes }]) =>
      type === TYPE.timestamp && name !== "_id" && bytes.every((byte) => byte === 0),
  );
  if (empty !== undefined)
    throw new MongoError(
      "CommandNotSupported",
      `the empty timestamp in '${empty[0]}', to be replaced by the present time, is not supported by this server`,
    );
}
