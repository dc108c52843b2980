import { z } from "zod";
import { flagNames, numberListNames, rangeNames, switchNames, textListNames } from "../kinds/filter-names.ts";
import { measuredSortNames, POPULARITY, sortNames } from "../kinds/kind.ts";
import { productKinds, type RangeName } from "../kinds/kinds.ts";
import { fromQueryString } from "./read-query-string.ts";
import { contradictions, textNames, withoutEmptyTexts, type Contradictory } from "./request-rules.ts";

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
  ...each(textNames, z.string().max(MAX_QUERY_CHARACTERS).optional()),
  literal: z.boolean().default(false),
  sort_by: z.enum([...sortNames, ...measuredSortNames, POPULARITY]).optional(),
  sort_dir: z.enum(["asc", "desc"]).default("asc"),
  facets: z.boolean().default(false),
  benchmark_id: z.int().min(1).optional(),
  variant: text.optional(),
  min_score: z.number().min(0).optional(),
  chip: text.optional().meta({ description: "Only graphics cards with this chip, by the slug of the chip" }),
  ...each(endsOf(rangeNames.filter(isOfIntegers)), z.int().optional()),
  ...each(endsOf(["price"]), z.number().optional()),
  has_price: z.boolean().default(false),
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

const noContradictions = z.superRefine<Contradictory>(
  (request, context) => {
    for (const { pointer, detail } of contradictions(request))
      context.addIssue({ code: "custom", path: [pointer.slice(1)], message: detail });
  },
  // Look for contradictions only if all fields are valid: for other requests, `ProductSearch.faultsOf` compares the
  // valid fields.
  { when: ({ issues }) => issues.length === 0 },
);

/**
 * Returns a search request with the text to search for in `query`, whatever the name of the field in which the client
 * sent the text.
 */
function withOneText<Request extends Contradictory>(sent: Request): Omit<Request, "q" | "search"> {
  const { q, search, ...request } = sent;
  const query = sent.query ?? q ?? search;
  return query === undefined ? request : { ...request, query };
}

/** Returns a request for products of one kind with one search text, and without empty texts in its lists. */
function toRequest(sent: z.output<typeof fields>) {
  const lists = textListNames.flatMap((name) => {
    const list = sent[name]?.filter((one) => one.trim() !== "");
    return list === undefined ? [] : [[name, list] as const];
  });
  return withOneText({
    ...sent,
    ...(Object.fromEntries(lists) as Pick<typeof sent, (typeof textListNames)[number]>),
  });
}

/** A request for products of one kind. */
export type ProductSearchRequest = Omit<z.output<typeof fields>, "q" | "search">;

/**
 * The body of POST /products/<kind>, the same for every kind. A filter that the kind does not support is checked and
 * then ignored. An empty list filters nothing, and a field with an empty text counts as missing.
 */
export const productSearchBody = z
  .preprocess(withoutEmptyTexts, fields.check(noContradictions).meta({ id: "ProductSearch" }))
  .transform((sent): ProductSearchRequest => toRequest(sent));

const firstPage = {
  page: fields.shape.page.default(1),
  limit: fields.shape.limit.default(DEFAULT_LIMIT),
};

/**
 * The query string of GET /products/<kind>: the fields of the POST body, where `page` and `limit` have defaults.
 * Unknown parameters are ignored.
 */
export const productSearchQuery = fromQueryString(
  z
    .object({ ...fields.shape, ...firstPage })
    .check(noContradictions)
    .transform((sent): ProductSearchRequest => toRequest(sent)),
);

const allKindsFields = z.object({
  ...firstPage,
  ...each(textNames, fields.shape.query),
  literal: fields.shape.literal,
});

/** The query string of GET /products, which searches all kinds. Unknown parameters are ignored. */
export const allKindsQuery = fromQueryString(allKindsFields.check(noContradictions).transform(withOneText), [
  "page",
  "limit",
  "literal",
  ...textNames,
]);

/** A request for products of all kinds. */
export type AllKindsRequest = z.output<typeof allKindsQuery>;

/** The fields of a search request, checked one by one. Fields with an invalid value are left out. */
const validFields = z.object({
  ...(Object.fromEntries(
    Object.entries(fields.shape as Readonly<Record<string, z.ZodType>>).map(([name, schema]) => [
      name,
      schema.optional().catch(undefined),
    ]),
  ) as { [Name in keyof typeof fields.shape]: z.ZodCatch<z.ZodOptional<(typeof fields.shape)[Name]>> }),
  fits: z
    .object(
      each(
        productKinds.map(({ name }) => name),
        text.optional().catch(undefined),
      ),
    )
    .optional()
    .catch(undefined),
});

/** The valid fields of a search request that has faults. */
export type ValidFields = z.output<typeof validFields>;

const validQuery = fromQueryString(validFields);

/**
 * Returns the valid fields of a request that has faults, so that a response can also name faults that show only if
 * several fields are compared, or if a field is compared with stored data.
 */
export function validFieldsOf({ query, body }: { query?: unknown; body?: unknown }): ValidFields {
  const parsed =
    body === undefined ? validQuery.safeParse(query) : validFields.safeParse(withoutEmptyTexts(body));
  return parsed.data ?? validFields.parse({});
}

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
