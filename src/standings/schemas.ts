import { z } from "zod";
import { partSummary } from "../answers/part-summary.ts";
import { pathInteger, queryInteger } from "../validation/paging.ts";
import { cohortKinds, type CohortKind } from "./model/cohort.ts";

const MAX_LIMIT = 100;
/** Redis finds any page by its place, so a page far behind costs no more than the first. */
const MAX_PAGE = 1_000_000;
const MAX_VARIANT_CHARACTERS = 300;
const MAX_SETTING_CHARACTERS = 100;
const MAX_QUERY_CHARACTERS = 200;
/** Ids of benchmarks and products are whole numbers from 1; a benchmark has at most 9 digits. */
const BENCHMARK_ID = /^[1-9]\d{0,8}$/;

const paging = {
  page: queryInteger(z.int().min(1).max(MAX_PAGE)).default(1),
  limit: queryInteger(z.int().min(1).max(MAX_LIMIT)).default(20),
};

const variant = z.string().min(1).max(MAX_VARIANT_CHARACTERS).optional();
const setting = z.string().min(1).max(MAX_SETTING_CHARACTERS).optional();

/** Returns the same schema for each kind of part. */
const ofKinds = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(cohortKinds.map((kind) => [kind, schema])) as Record<CohortKind, S>;

/** The parameter of /benchmarks/<benchmark_id>. */
export const benchmarkParams = z.object({
  benchmark_id: pathInteger(BENCHMARK_ID),
});

/** The parameter of /products/<kind>/<url_slug>. */
export const slugParams = z.object({ url_slug: z.string() });

/** The query of GET /benchmarks/<benchmark_id>/ranking. */
export const rankingQuery = z.object({
  ...paging,
  variant,
  resolution: setting,
  preset: setting,
  ...ofKinds(queryInteger(z.int().min(1)).optional()),
});

/** The query of GET /benchmarks/<benchmark_id>/variants. */
export const variantsQuery = z.object({
  ...paging,
  query: z.string().max(MAX_QUERY_CHARACTERS).optional(),
});

/** The query of GET /products/<kind>/<url_slug>/results. */
export const resultsQuery = z.object(paging);

/** The query of GET /products/<kind>/<url_slug>/histogram.svg. */
export const histogramQuery = z.object({
  benchmark: queryInteger(z.int().min(1)),
  variant,
  run: z.string().min(1).max(64).optional(),
  theme: z.enum(["auto", "light", "dark"]).default("auto"),
});

const parts = z.strictObject({
  cpu: partSummary("cpu").optional(),
  gpu: partSummary("gpu").optional(),
  ram: partSummary("ram").optional(),
  motherboard: partSummary("motherboard").optional(),
});
const total = z.int().min(0);

/** The answer of GET /benchmarks/<benchmark_id>/ranking. */
export const rankingAnswer = z.strictObject({
  results: z.array(
    z.strictObject({
      rank: z.int().min(1),
      score: z.number(),
      unit: z.string(),
      run_id: z.string(),
      build: z.strictObject({
        build_id: z.int(),
        name: z.string(),
        owner: z.strictObject({ account_id: z.string(), name: z.string() }).nullable(),
        parts,
      }),
      created_at: z.iso.datetime(),
    }),
  ),
  total,
});

const builds = z.int().min(0);

/** The answer of GET /benchmarks/<benchmark_id>/variants. */
export const variantsAnswer = z.strictObject({
  results: z.array(
    z.strictObject({
      variant: z.string().nullable(),
      builds,
      resolutions: z.array(z.strictObject({ resolution: z.string(), builds })).optional(),
      presets: z.array(z.strictObject({ preset: z.string(), builds })).optional(),
    }),
  ),
  total,
});

const figure = z.number().nullable();

/** The answer of GET /products/<kind>/<url_slug>/results. */
export const resultsAnswer = z.strictObject({
  results: z.array(
    z.strictObject({
      benchmark: z.strictObject({
        id: z.int(),
        name: z.string(),
        unit: z.string(),
        higher_is_better: z.boolean(),
      }),
      variant: z.string().nullable(),
      builds,
      median: figure,
      p10: figure,
      p90: figure,
      best: figure,
      histogram: z
        .array(z.strictObject({ from: z.number(), to: z.number(), builds }))
        .length(20)
        .nullable(),
    }),
  ),
  total,
});

/** The answer of GET /products/<kind>/<url_slug>/histogram.svg. */
export const histogramAnswer = z.string().startsWith("<svg ");
