import { z } from "zod";
import { isBuildId } from "../validation/build-id.ts";
import { show } from "../validation/faults.ts";
import { queryInteger } from "../validation/paging.ts";
import { textsOf } from "../validation/query-values.ts";
import { productKinds } from "../kinds/kinds.ts";
import { CHIP, isProductName, partsOfName } from "./compared-products.ts";
import { chartKinds } from "./chart/comparison-charts.ts";
import { COMPARISON_WIDTH } from "./chart/comparison-frame.ts";

/** The minimum number of builds, runs or products in one comparison. */
const MIN_COMPARED = 2;
/** The maximum number of builds or runs in one comparison. */
export const MAX_COMPARED = 8;
/** The maximum number of products in one comparison. */
export const MAX_PRODUCTS = 4;

/**
 * The maximum number of benchmarks on a page of a comparison. For each benchmark, at most METRIC_RUNS runs of each
 * build are read: 1,600 runs for a page of 8 builds.
 */
const MAX_BENCHMARKS = 10;
/**
 * The maximum page number of a comparison. No comparison has more pages: each of at most eight builds has figures of
 * about 5,000 runs at most, and each compared benchmark needs results of at least two builds.
 */
const MAX_PAGE = 20_000;
const MAX_RUN_ID_CHARACTERS = 64;

/** Returns the JSON Schema of a list of ids in a query string: a text that matches a pattern. */
const listed = (pattern: string, description: string) =>
  z.unknown().meta({ type: "string", pattern, description });
const listedBuilds = listed(
  "^[1-9][0-9]{0,8}(,[1-9][0-9]{0,8}){1,7}$",
  "The ids of two to eight builds, with commas between them",
).optional();
const listedRuns = listed(
  "^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){1,7}$",
  "The ids of two to eight runs, with commas between them",
);

const namesOfKinds = [...productKinds.map(({ name }) => name), CHIP];
const productPattern = `(${namesOfKinds.join("|")})/[a-z0-9-]{1,130}`;
const listedProducts = listed(
  `^${productPattern}(,${productPattern}){1,3}$`,
  "The names of two to four products of one kind, with commas between them: <kind>/<url_slug>, or chip/<slug>",
)
  .meta({ examples: ["cpu/amd-ryzen-7-5800x,cpu/intel-core-i5-13600k"] })
  .optional();

const eachOnce = (ids: readonly unknown[], context: z.core.$RefinementCtx) => {
  for (const [index, id] of ids.entries())
    if (ids.indexOf(id) < index)
      context.addIssue({
        code: "custom",
        path: [index],
        message: `Expected each id once, found ${show(id)} again.`,
      });
};

const listOf = <S extends z.ZodType>(id: S, max = MAX_COMPARED) =>
  z.array(id).min(MIN_COMPARED).max(max).superRefine(eachOnce);

const buildIds = listOf(
  z
    .string()
    .refine(isBuildId, {
      error: ({ input }) => `Expected a whole number from 1, found ${show(input)}.`,
    })
    .transform(Number),
);
const runIds = listOf(z.string().min(1).max(MAX_RUN_ID_CHARACTERS));

const productNames = listOf(
  z.string().refine(isProductName, {
    error: ({ input }) =>
      `Expected <kind>/<url_slug>, such as cpu/amd-ryzen-7-5800x, or chip/<slug>, found ${show(input)}.`,
  }),
  MAX_PRODUCTS,
).superRefine((names, context) => {
  const kinds = [...new Set(names.map((name) => partsOfName(name).kind))];
  if (kinds.length > 1 && names.every(isProductName))
    context.addIssue({
      code: "custom",
      message: `Expected products of one kind, found ${kinds.join(" and ")}.`,
    });
});

/** The ids of the compared builds or runs, or the names of the compared products, as the parsed query has them. */
const comparedIds = {
  builds: buildIds.optional(),
  runs: runIds.optional(),
  products: productNames.optional(),
};

/** The ids of the compared builds or runs, or the names of the compared products, as texts of the query string. */
const listedIds = { builds: listedBuilds, runs: listedRuns.optional(), products: listedProducts };

type ListedIds = Readonly<Partial<Record<keyof typeof listedIds, unknown>>>;

const requireOneList = ({ builds, runs, products }: ListedIds, context: z.core.$RefinementCtx) => {
  const given = [builds, runs, products].filter((one) => one !== undefined);
  if (given.length === 1) return;
  const found = given.length === 0 ? "none of them" : "several of them";
  const counts = `builds or runs with ${MIN_COMPARED} to ${MAX_COMPARED} ids, or products with ${MIN_COMPARED} to ${MAX_PRODUCTS} names`;
  context.addIssue({ code: "custom", path: ["builds"], message: `Expected ${counts}, found ${found}.` });
};

/** Converts the ids in a query to the texts of a query string. */
const withTexts = ({ builds, runs, products, ...rest }: ListedIds): Record<string, unknown> => ({
  ...rest,
  ...(builds !== undefined && { builds: textsOf(builds) }),
  ...(runs !== undefined && { runs: textsOf(runs) }),
  ...(products !== undefined && { products: textsOf(products) }),
});

/**
 * Returns the schema of parsed query fields. All values in a query string are texts, so the schema accepts any record
 * as its input.
 */
const fieldsOf = <S extends z.ZodType>(schema: S) =>
  schema as unknown as z.ZodType<z.output<S>, Record<string, unknown>>;

const comparisonFields = z
  .object({
    ...comparedIds,
    baseline: z.string().optional(),
    format: z.enum(["json", "csv", "markdown"]).optional(),
    page: z.int(),
    limit: z.int(),
  })
  .superRefine(({ builds, runs, products, baseline }, context) => {
    const ids = [...(builds ?? []), ...(runs ?? []), ...(products ?? [])].map(String);
    if (baseline === undefined || ids.includes(baseline)) return;
    context.addIssue({
      code: "custom",
      path: ["baseline"],
      message: `Expected one of the compared ids, found ${show(baseline)}.`,
    });
  });

/** The query of GET /compare. */
export const compareQuery = z
  .object({
    ...listedIds,
    baseline: z
      .string()
      .optional()
      .meta({
        description:
          "The id of the build or run, or the name of the product, to which the others are compared; by default the first one",
        examples: ["2"],
      }),
    format: z.enum(["json", "csv", "markdown"]).optional(),
    page: queryInteger(z.int().min(1).max(MAX_PAGE)).default(1),
    limit: queryInteger(z.int().min(1).max(MAX_BENCHMARKS))
      .default(MAX_BENCHMARKS)
      .meta({ description: "How many benchmarks a page has" }),
  })
  .superRefine(requireOneList)
  .transform(withTexts)
  .pipe(fieldsOf(comparisonFields));

/** The query of a request for the picture of a comparison, which chats show beside a link. */
export const comparePreviewQuery = z
  .object(listedIds)
  .superRefine(requireOneList)
  .transform(withTexts)
  .pipe(fieldsOf(z.object(comparedIds)));

const chartThemes = z.enum(["auto", "light", "dark"]);

/** The query of GET /compare/chart.svg. */
export const compareChartQuery = z
  .object({
    runs: listedRuns.optional(),
    kind: z.enum(chartKinds).default("frame-times"),
    width: queryInteger(z.int().min(COMPARISON_WIDTH.min).max(COMPARISON_WIDTH.max))
      .default(COMPARISON_WIDTH.usual)
      .meta({ description: "The width of the picture in pixels" }),
    theme: chartThemes.default("auto"),
  })
  .transform(({ runs, ...rest }) => ({ ...rest, runs: runs === undefined ? [] : textsOf(runs) }))
  .pipe(z.object({ runs: runIds, kind: z.enum(chartKinds), width: z.int(), theme: chartThemes }));
