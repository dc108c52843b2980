import type { Context } from "koa";
import type { Caller } from "../authorization.ts";
import { InvalidInputError } from "../errors.ts";
import { digestOfJson } from "../infra/digest.ts";
import { show } from "../validation/faults.ts";

const HEADER_NAME = "Idempotency-Key";
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/**
 * Returns a digest of the account, the method, the path and the Idempotency-Key of a request, or null where the client
 * sent no key.
 * @throws InvalidInputError where the key is not 1 to 255 visible ASCII characters
 */
export function readIdempotencyKey(context: Context, caller: Caller | null | undefined): string | null {
  const given = context.req.headers["idempotency-key"];
  return given === undefined ? null : digestOfKey(context, caller, given);
}

/**
 * Returns a digest of the account, the method and the path of a request, and of the given idempotency key.
 * @throws InvalidInputError where the key is not 1 to 255 visible ASCII characters
 */
export function digestOfKey(context: Context, caller: Caller | null | undefined, given: unknown): string {
  if (typeof given !== "string" || !VISIBLE_ASCII.test(given)) {
    const detail = `Expected 1 to 255 visible ASCII characters without blanks, found ${show(given)}.`;
    throw new InvalidInputError([{ pointer: `/${HEADER_NAME}`, detail }]);
  }
  return digestOfJson([caller?.account_id ?? "", context.method, context.path, given]);
}
