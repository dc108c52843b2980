import { z } from "zod";
import { flagNames, numberListNames, rangeNames, switchNames, textListNames } from "../kinds/filter-names.ts";
import { measuredSortNames, sortNames } from "../kinds/kind.ts";
import { productKinds, type RangeName } from "../kinds/kinds.ts";
import { fromQueryString } from "./read-query-string.ts";

const MAX_QUERY_CHARACTERS = 200;
const MAX_LIMIT = 1000;
const MAX_LIST_ENTRIES = 100;
const MAX_TEXT_CHARACTERS = 200;
const DEFAULT_LIMIT = 20;
/** The highest id of a build that a request may name, which has 12 digits. */
const MAX_BUILD_ID = 999_999_999_999;

const text = z.string().max(MAX_TEXT_CHARACTERS);
const texts = z.array(text).max(MAX_LIST_ENTRIES);
const integers = z.array(z.int()).max(MAX_LIST_ENTRIES);

const fields = z.strictObject({
  page: z.int().min(1),
  limit: z.int().min(1).max(MAX_LIMIT).meta({ description: "How many entries a page has" }),
  query: z.string().max(MAX_QUERY_CHARACTERS).optional(),
  literal: z.boolean().default(false),
  sort_by: z.enum([...sortNames, ...measuredSortNames]).optional(),
  sort_dir: z.enum(["asc", "desc"]).default("asc"),
  facets: z.boolean().default(false),
  benchmark_id: z.int().min(1).optional(),
  variant: text.optional(),
  min_score: z.number().min(0).optional(),
  chip: text.optional().meta({ description: "Only graphics cards with this chip, by the slug of the chip" }),
  ...each(endsOf(rangeNames.filter(isOfIntegers)), z.int().optional()),
  ...each(endsOf(["price"]), z.number().optional()),
  ...each(textListNames, texts.optional()),
  ...each(numberListNames, integers.optional()),
  ...each(flagNames, z.boolean().optional()),
  ...each(switchNames, z.boolean().default(false)),
  fits_build: z.int().min(1).max(MAX_BUILD_ID).optional(),
  fits: z
    .strictObject(
      each(
        productKinds.map(({ name }) => name),
        text.optional(),
      ),
    )
    .optional(),
});

/** A request for products of one kind. */
export type ProductSearchRequest = z.output<typeof fields>;

const noContradictions = z.superRefine<ProductSearchRequest>(
  (request, context) => {
    const fault = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    for (const range of rangeNames) {
      const [min, max] = [request[`min_${range}`], request[`max_${range}`]];
      if (typeof min !== "number" || typeof max !== "number" || min <= max) continue;
      const found = `min_${range} ${min} and max_${range} ${max}`;
      fault(`min_${range}`, `Expected min_${range} <= max_${range}, found ${found}.`);
    }
    if (request.fits_build !== undefined && request.fits !== undefined)
      fault("fits_build", "Expected fits_build or fits, found both. Name the build, or each of the parts.");
  },
  // The check runs even if other fields are invalid, so that one response names every fault.
  { when: ({ value }) => typeof value === "object" && value !== null },
);

/**
 * The body of POST /products/<kind>, the same for every kind. A filter that the kind does not support is checked and
 * then ignored. An empty list filters nothing.
 */
export const productSearchBody = fields.check(noContradictions).meta({ id: "ProductSearch" });

/**
 * The query string of GET /products/<kind>: the fields of the POST body, with the first page by default. Other names
 * are ignored.
 */
export const productSearchQuery = fromQueryString(
  z
    .object({
      ...fields.shape,
      page: fields.shape.page.default(1),
      limit: fields.shape.limit.default(DEFAULT_LIMIT),
    })
    .check(noContradictions),
);

const allKindsFields = z.object({
  page: fields.shape.page.default(1),
  limit: fields.shape.limit.default(DEFAULT_LIMIT),
  query: fields.shape.query,
  literal: fields.shape.literal,
});

/** The query string of GET /products, which searches all kinds. Other names are ignored. */
export const allKindsQuery = fromQueryString(allKindsFields, ["page", "limit", "query", "literal"]);

/** A request for products of all kinds. */
export type AllKindsRequest = z.output<typeof allKindsFields>;

/** Returns an object with one schema under each of the given names. */
function each<const Name extends string, S>(names: readonly Name[], schema: S): Record<Name, S> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, S>;
}

/** Returns the names of the request fields for ranges: min_<range> and max_<range> for each range. */
function endsOf<const Name extends RangeName>(names: readonly Name[]) {
  return names.flatMap((name) => [`min_${name}` as const, `max_${name}` as const]);
}

function isOfIntegers(name: RangeName): name is Exclude<RangeName, "price"> {
  return name !== "price";
}
