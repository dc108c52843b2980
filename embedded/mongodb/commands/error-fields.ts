import { MongoError } from "../errors.ts";
import { DuplicateKeyError } from "../storage/duplicate-key.ts";
import type { Reply } from "./command.ts";

/** Returns the fields by which an error goes to the client; undefined if the error is a fault of this server. */
export function errorFields(error: unknown): Reply | undefined {
  if (error instanceof DuplicateKeyError)
    return {
      code: 11000,
      codeName: "DuplicateKey",
      errmsg: error.message,
      keyPattern: error.keyPattern,
      keyValue: error.keyValue,
    };
  if (error instanceof MongoError)
    return { code: error.code, codeName: error.codeName, errmsg: error.message };
  return undefined;
}
