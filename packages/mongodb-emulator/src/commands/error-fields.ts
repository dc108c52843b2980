import { constants } from "node:os";
import { codeOf, MongoError } from "../errors.ts";
import { DuplicateKeyError } from "../storage/duplicate-key.ts";
import type { Reply } from "./command.ts";

/**
 * Returns the fields with which an error is reported to the client; undefined if the error is a fault of this server.
 */
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
  if (isDiskFull(error))
    return {
      code: codeOf("OutOfDiskSpace"),
      codeName: "OutOfDiskSpace",
      errmsg: "the disk of the emulator is full",
    };
  return undefined;
}

/**
 * The system errors with which LMDB reports a full disk. LMDB reports a write that was cut short as an input/output
 * error.
 */
const diskFullErrors: ReadonlySet<unknown> = new Set([
  constants.errno.ENOSPC,
  constants.errno.EFBIG,
  constants.errno.EIO,
]);

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && diskFullErrors.has(error.code);
}
