import { z } from "zod";
import { benchmarkSummary } from "../answers/benchmark-summary.ts";
import { buildAnswer } from "../answers/build-answer.ts";
import { countOf, inUnitOfBenchmark, settingsMixed } from "../answers/figures.ts";
import { listAnswer } from "../answers/list-answer.ts";
import { pathInteger, queryInteger } from "../validation/paging.ts";
import { HISTOGRAM_WIDTH } from "./chart/histogram-layout.ts";
import { cohortKinds, type CohortKind } from "./model/cohort.ts";

const MAX_LIMIT = 100;
/**
 * The highest number of a page that a request may name. The limit is high, because Redis finds a late page of a
 * ranking at the same cost as the first page.
 */
const MAX_PAGE = 1_000_000;
const MAX_VARIANT_CHARACTERS = 300;
const MAX_SETTING_CHARACTERS = 100;
const MAX_QUERY_CHARACTERS = 200;
/** The id of a benchmark: a whole number from 1 with at most nine digits. */
const BENCHMARK_ID = /^[1-9]\d{0,8}$/;

const paging = {
  page: queryInteger(z.int().min(1).max(MAX_PAGE)).default(1),
  limit: queryInteger(z.int().min(1).max(MAX_LIMIT)).default(20),
};

const variant = z.string().min(1).max(MAX_VARIANT_CHARACTERS).optional();
const setting = z.string().min(1).max(MAX_SETTING_CHARACTERS).optional();

/** Returns an object that maps every kind of part to the given schema. */
const ofKinds = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(cohortKinds.map((kind) => [kind, schema])) as Record<CohortKind, S>;

/** The schema of the path parameter of /benchmarks/<benchmark_id>. */
export const benchmarkParams = z.object({
  benchmark_id: pathInteger(BENCHMARK_ID),
});

/** The schema of the slug in the paths /products/<kind>/<url_slug> and /products/chip/<slug>. */
export const slugParams = z.object({ url_slug: z.string() });

/** A part to which a request limits a ranking: a slug, or the id of a product. */
const partName = z
  .string()
  .regex(/^[a-z0-9-]{1,130}$/)
  .optional();

/** The query of GET /benchmarks/<benchmark_id>/ranking. */
export const rankingQuery = z.object({
  ...paging,
  variant,
  resolution: setting,
  preset: setting,
  ...ofKinds(partName),
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
  width: queryInteger(z.int().min(HISTOGRAM_WIDTH.min).max(HISTOGRAM_WIDTH.max))
    .default(HISTOGRAM_WIDTH.usual)
    .meta({ description: "The width of the picture in pixels" }),
  theme: z.enum(["auto", "light", "dark"]).default("auto"),
});

/** The fields of a benchmark in an answer with a list whose entries all belong to this one benchmark. */
const ofBenchmark = { benchmark_id: z.int().min(1), benchmark: benchmarkSummary };
const variantName = z.string().nullable();
const builds = countOf("builds have a result in this variant, with this setting or in this bin");

const knownSetting = z.string().optional().meta({
  description: "The setting of a game with which the result was measured; absent = unknown",
});

/** The answer of GET /benchmarks/<benchmark_id>/ranking. */
export const rankingAnswer = listAnswer(
  z.strictObject({
    rank: z.int().min(1).meta({ description: "The rank of the build; equal scores share a rank" }),
    score: inUnitOfBenchmark,
    unit: z.string().meta({ description: "The unit of the score, as in `benchmark`" }),
    run_id: z.string(),
    resolution: knownSetting,
    preset: knownSetting,
    low_1_fps: z.number().nullable().optional().meta({
      description:
        "The mean frame rate of the slowest hundredth of the run's frames; null = unknown, absent = no game",
    }),
    build: buildAnswer,
    created_at: z.iso.datetime().meta({ description: "When the run was submitted" }),
  }),
).extend({ ...ofBenchmark, variant: variantName, settings_mixed: settingsMixed });

/** The answer of GET /benchmarks/<benchmark_id>/variants. */
export const variantsAnswer = listAnswer(
  z.strictObject({
    variant: variantName,
    builds,
    resolutions: z.array(z.strictObject({ resolution: z.string(), builds })).optional(),
    presets: z.array(z.strictObject({ preset: z.string(), builds })).optional(),
  }),
).extend(ofBenchmark);

const comparedSetting = z.string().optional().meta({
  description: "The setting with which the compared builds were measured; absent = any setting",
});
const figure = inUnitOfBenchmark.nullable();

/** The answer of GET /products/<kind>/<url_slug>/results. */
export const resultsAnswer = listAnswer(
  z.strictObject({
    ...ofBenchmark,
    higher_is_better: z.boolean(),
    variant: variantName,
    resolution: comparedSetting,
    preset: comparedSetting,
    settings_mixed: settingsMixed,
    builds,
    median: figure,
    p10: figure,
    p90: figure,
    best: figure,
    histogram: z
      .array(z.strictObject({ from: inUnitOfBenchmark, to: inUnitOfBenchmark, builds }))
      .length(20)
      .nullable(),
  }),
).extend({
  part: z.enum(["chip", "model"]).meta({
    description:
      "What the builds have in common: the chip of the graphics card, or the model of the processor",
  }),
});

/** The answer of GET /products/<kind>/<url_slug>/histogram.svg. */
export const histogramAnswer = z.string().startsWith("<svg ");
