import type { z } from "zod";
import type { Fault } from "../errors.ts";
import { fieldsAt } from "./known-fields.ts";
import { nearestNames } from "./nearest.ts";

const MAX_SHOWN_CHARACTERS = 60;

/** The value of a valid input, or the list of all faults of an invalid input. */
export type ParsedInput<T> = { value: T; faults?: undefined } | { value?: undefined; faults: Fault[] };

/**
 * Parses an input by a schema. Returns the parsed value, or a list of faults, each of which says what was expected and
 * what was found.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): ParsedInput<z.output<S>> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return { value: parsed.data };
  return { faults: parsed.error.issues.flatMap((issue) => faultsOfIssue(issue, schema)) };
}

/** Returns the text of a value for an error message: the JSON of the value, cut after 60 characters. */
export function show(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "number" ? String(value) : serialise(value);
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}

/**
 * Returns the JSON of a value, or another text if JSON.stringify fails: JSON.parse accepts input that is nested too
 * deep for JSON.stringify.
 */
function serialise(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return Array.isArray(value) ? "a list nested too deep" : "an object nested too deep";
  }
}

/** Returns faults of a value that belongs to a field of the input: their pointers begin at that field. */
export function faultsUnder(field: string, faults: readonly Fault[]): Fault[] {
  return faults.map(({ pointer, detail }) => ({ pointer: `${jsonPointer([field])}${pointer}`, detail }));
}

/** Returns a path of keys as a JSON pointer (RFC 6901). */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/**
 * The units in which the size of a value is counted, by its type: the singular and the plural, such as "character"
 * and "characters".
 */
const sizeUnits: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};

/** Returns a size with its unit: "1 character"; undefined for a value that has no size. */
function sizeText(type: string, size: number | bigint): string | undefined {
  const unit = sizeUnits[type];
  return unit && `${String(size)} ${Number(size) === 1 ? unit[0] : unit[1]}`;
}

type Issue = z.core.$ZodIssue;

function describeExpected(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeNames[issue.expected] ?? issue.expected;
    case "invalid_value":
      return issue.values.length === 1
        ? show(issue.values[0])
        : `one of ${issue.values.map(show).join(", ")}`;
    case "too_small": {
      const size = sizeText(issue.origin, issue.minimum);
      return size === undefined
        ? `a number ${issue.inclusive ? ">=" : ">"} ${String(issue.minimum)}`
        : `at least ${size}`;
    }
    case "too_big": {
      const size = sizeText(issue.origin, issue.maximum);
      return size === undefined
        ? `a number ${issue.inclusive ? "<=" : "<"} ${String(issue.maximum)}`
        : `at most ${size}`;
    }
    default:
      return "";
  }
}

function describeFound(issue: Issue): string {
  const { input } = issue;
  if (issue.code === "too_big" || issue.code === "too_small") {
    if (typeof input === "string") return sizeText("string", input.length) ?? "";
    if (Array.isArray(input)) return sizeText("array", input.length) ?? "";
  }
  return show(input);
}

/** Returns what to do about an unknown field: use the known field with the most similar name, if there is one. */
function adviceFor(key: string, known: readonly string[]): string {
  const [nearest] = nearestNames(key, known);
  return nearest === undefined
    ? "Remove the field, or correct the name of the field."
    : `Did you mean ${nearest}?`;
}

function faultsOfIssue(issue: Issue, schema: z.ZodType): Fault[] {
  const pointer = jsonPointer(issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = fieldsAt(schema, issue.path);
    const list = known.length > 0 ? ` Known fields: ${known.join(", ")}.` : "";
    return issue.keys.map((key, index) => ({
      pointer: `${pointer}${jsonPointer([key])}`,
      detail: `Unknown field. ${adviceFor(key, known)}${index === 0 ? list : ""}`,
    }));
  }
  const expected = describeExpected(issue);
  if (expected === "") return [{ pointer, detail: issue.message }];
  if (issue.input === undefined)
    return [{ pointer, detail: `Required: expected ${expected}, found nothing.` }];
  return [{ pointer, detail: `Expected ${expected}, found ${describeFound(issue)}.` }];
}
