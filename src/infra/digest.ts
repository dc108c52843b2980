import { createHash } from "node:crypto";

/** Returns the SHA-256, in hexadecimal digits, of the JSON of a value: equal for values whose JSON is equal. */
export function digestOfJson(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
