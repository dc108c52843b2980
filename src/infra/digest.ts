import { createHash } from "node:crypto";

/**
 * Returns the SHA-256, in hexadecimal digits, of the JSON of a value: equal for values whose JSON is equal. A regular
 * expression, which JSON cannot contain, counts as its text.
 */
export function digestOfJson(value: unknown): string {
  const json = JSON.stringify(value, (_key, part: unknown) => (part instanceof RegExp ? String(part) : part));
  return createHash("sha256").update(json).digest("hex");
}
