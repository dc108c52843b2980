import { bsonType, textOf, type Value } from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";

/**
 * Returns the JavaScript expression of a `$regex`. JavaScript's Unicode mode refuses patterns that PCRE would interpret
 * differently (`\A`, `\h`, `[[:alpha:]]`, …).
 * @throws MongoError Location51091 for such a pattern, BadValue for the option `x` and for unknown options
 */
export function compileRegex(pattern: Value, options: Value | undefined): RegExp {
  const { source, flags } = readPattern(pattern);
  const chosen = options === undefined ? flags : readText(options, "$options");
  const unknown = /[^imsu]/.exec(chosen);
  if (unknown) throw new MongoError("BadValue", `regex option not supported: ${unknown[0]}`);
  try {
    return new RegExp(source, [...new Set(`${chosen}u`)].join(""));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new MongoError("Location51091", `Regular expression is invalid: ${detail}`);
  }
}

function readPattern(pattern: Value): { source: string; flags: string } {
  if (pattern.type !== bsonType.regex) return { source: readText(pattern, "$regex"), flags: "" };
  const sourceEnd = pattern.bytes.indexOf(0);
  return {
    source: pattern.bytes.toString("utf8", 0, sourceEnd),
    flags: pattern.bytes.toString("utf8", sourceEnd + 1, pattern.bytes.length - 1),
  };
}

function readText(value: Value, what: string): string {
  if (value.type !== bsonType.string) throw new MongoError("BadValue", `${what} has to be a string`);
  return textOf(value);
}
