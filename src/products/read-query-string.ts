import { z } from "zod";
import { textsOf } from "../validation/query-values.ts";
import { flagNames, numberListNames, rangeNames, switchNames, textListNames } from "../kinds/filter-names.ts";
import { measuredSortNames, POPULARITY, sortNames } from "../kinds/kind.ts";
import { productKinds } from "../kinds/kinds.ts";
import { isEmptyText, textNames } from "./request-rules.ts";

/** Matches a number in a query string: numbers of JSON, and numbers with leading zeros. */
const NUMERAL = /^-?\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?$/i;

/**
 * Converts a text of a query string into the value that a JSON body would contain. A text that cannot be converted
 * stays as it is, so that the error message can show the text.
 */
type Read = (value: unknown) => unknown;

const asNumber: Read = (value) => (typeof value === "string" && NUMERAL.test(value) ? Number(value) : value);

const asFlag: Read = (value) => {
  if (value === "true") return true;
  return value === "false" ? false : value;
};

const asTexts: Read = (value) => textsOf(value);

const asNumbers: Read = (value) => textsOf(value).map(asNumber);

const asIs: Read = (value) => value;

/** How the service reads a field of a query string, and the JSON Schema of the field's text in the OpenAPI document. */
interface QueryField {
  read: Read;
  text: { type: "string"; pattern?: string; enum?: string[] };
}

const text: QueryField = { read: asIs, text: { type: "string" } };
const oneOf = (...values: string[]): QueryField => ({ read: asIs, text: { type: "string", enum: values } });
const counting: QueryField = { read: asNumber, text: { type: "string", pattern: "^[1-9][0-9]{0,2}$" } };
const integer: QueryField = { read: asNumber, text: { type: "string", pattern: "^[0-9]{1,9}$" } };
const number: QueryField = {
  read: asNumber,
  text: { type: "string", pattern: "^[0-9]{1,9}([.][0-9]{1,2})?$" },
};
const flag: QueryField = { read: asFlag, text: { type: "string", enum: ["true", "false"] } };
const texts: QueryField = { read: asTexts, text: { type: "string" } };
const integers: QueryField = {
  read: asNumbers,
  text: { type: "string", pattern: "^[0-9]{1,9}(,[0-9]{1,9}){0,9}$" },
};

/**
 * The prefix of the parameters that name parts to fit: `fits.cpu` in the query string becomes `cpu` in the field
 * `fits`.
 */
const PART_PREFIX = "fits.";

const queryFields: ReadonlyMap<string, QueryField> = new Map([
  ["page", counting],
  ["limit", counting],
  ...textNames.map((name) => [name, text] as const),
  ["literal", flag],
  ["sort_by", oneOf(...sortNames, ...measuredSortNames, POPULARITY)],
  ["sort_dir", oneOf("asc", "desc")],
  ["facets", flag],
  ["benchmark_id", counting],
  ["variant", text],
  ["min_score", number],
  ["chip", text],
  ["has_price", flag],
  ...rangeNames.flatMap((name) => {
    const end = name === "price" ? number : integer;
    return [[`min_${name}`, end] as const, [`max_${name}`, end] as const];
  }),
  ...textListNames.map((name) => [name, texts] as const),
  ...numberListNames.map((name) => [name, integers] as const),
  ...[...flagNames, ...switchNames].map((name) => [name, flag] as const),
  ["fits_build", counting],
  ...productKinds.map(({ name }) => [`${PART_PREFIX}${name}`, text] as const),
]);

/**
 * Returns a schema that reads the fields of a query string and checks them with the schema of a JSON body. A list is
 * written as several parameters of one name, as values with commas between them, or as both. A field with an empty text
 * counts as missing, because HTML forms also send empty fields. Unknown parameters are ignored.
 * @param names the fields that are read; by default all fields of a search
 */
export function fromQueryString<S extends z.ZodType>(
  body: S,
  names: readonly string[] = [...queryFields.keys()],
) {
  const described = names.map((name) => [
    name,
    z
      .unknown()
      .meta(queryFields.get(name)?.text ?? {})
      .optional(),
  ]);
  return z
    .object(Object.fromEntries(described) as Record<string, z.ZodOptional<z.ZodUnknown>>)
    .transform(readFields)
    .pipe(body as z.ZodType<z.output<S>, Record<string, unknown>>);
}

function readFields(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const parts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const given = [value].flat().filter((one) => one !== undefined && !isEmptyText(one));
    if (given.length === 0) continue;
    const one = given.length === 1 ? given[0] : given;
    if (name.startsWith(PART_PREFIX)) parts[name.slice(PART_PREFIX.length)] = one;
    else fields[name] = queryFields.get(name)?.read(one);
  }
  return Object.keys(parts).length > 0 ? { ...fields, fits: parts } : fields;
}
