import { z } from "zod";
import { benchmarkSummary } from "../answers/benchmark-summary.ts";
import { buildSummary } from "../answers/build-answer.ts";
import { countOf } from "../answers/figures.ts";
import { listAnswer } from "../answers/list-answer.ts";
import { isBuildId } from "../validation/build-id.ts";
import { show } from "../validation/faults.ts";
import { queryInteger } from "../validation/paging.ts";
import { textsOf } from "../validation/query-values.ts";
import { runAnswer } from "../benchmarks/index.ts";
import { MAX_LONE } from "./compare-builds.ts";
import { chartKinds } from "./chart/comparison-charts.ts";

/** The minimum and the maximum number of builds or runs in one comparison. */
const MIN_COMPARED = 2;
const MAX_COMPARED = 8;

/**
 * Maximum number of benchmarks on a page of a comparison; further benchmarks are on further pages. For each benchmark,
 * at most METRIC_RUNS runs of each build are read: 1,600 runs for a page of 8 builds.
 */
const MAX_BENCHMARKS = 10;
/**
 * The maximum number of a comparison's page. No comparison has more pages, because each of at most eight builds has
 * figures of at most 5,000 runs, and at least two builds have each compared benchmark.
 */
const MAX_PAGE = 20_000;
const MAX_RUN_ID_CHARACTERS = 64;

/** Returns the JSON Schema of a list of ids in a query string: a text with a pattern. */
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

const eachOnce = (ids: readonly unknown[], context: z.core.$RefinementCtx) => {
  for (const [index, id] of ids.entries())
    if (ids.indexOf(id) < index)
      context.addIssue({
        code: "custom",
        path: [index],
        message: `Expected each id once, found ${show(id)} again.`,
      });
};

const listOf = <S extends z.ZodType>(id: S) =>
  z.array(id).min(MIN_COMPARED).max(MAX_COMPARED).superRefine(eachOnce);

const buildIds = listOf(
  z
    .string()
    .refine(isBuildId, {
      error: ({ input }) => `Expected a whole number from 1, found ${show(input)}.`,
    })
    .transform(Number),
);
const runIds = listOf(z.string().min(1).max(MAX_RUN_ID_CHARACTERS));

const comparisonFields = z.object({
  builds: buildIds.optional(),
  runs: runIds.optional(),
  format: z.enum(["json", "csv", "markdown"]).optional(),
  page: z.int(),
  limit: z.int(),
});

/** The query of GET /compare. */
export const compareQuery = z
  .object({
    builds: listedBuilds,
    runs: listedRuns.optional(),
    format: z.enum(["json", "csv", "markdown"]).optional(),
    page: queryInteger(z.int().min(1).max(MAX_PAGE)).default(1),
    limit: queryInteger(z.int().min(1).max(MAX_BENCHMARKS))
      .default(MAX_BENCHMARKS)
      .meta({ description: "How many benchmarks a page has" }),
  })
  .superRefine(({ builds, runs }, context) => {
    if ((builds === undefined) !== (runs === undefined)) return;
    const found = builds === undefined ? "neither" : "both";
    context.addIssue({
      code: "custom",
      path: ["builds"],
      message: `Expected either builds or runs, each with ${MIN_COMPARED} to ${MAX_COMPARED} ids, found ${found}.`,
    });
  })
  .transform(({ builds, runs, ...rest }): Record<string, unknown> => ({
    ...rest,
    ...(builds !== undefined && { builds: textsOf(builds) }),
    ...(runs !== undefined && { runs: textsOf(runs) }),
  }))
  // All values of a query string are texts, so the type of the input of the fields is any record.
  .pipe(comparisonFields as z.ZodType<z.output<typeof comparisonFields>, Record<string, unknown>>);

const chartThemes = z.enum(["auto", "light", "dark"]);

/** The query of GET /compare/chart.svg. */
export const compareChartQuery = z
  .object({
    runs: listedRuns.optional(),
    kind: z.enum(chartKinds).default("frame-times"),
    theme: chartThemes.default("auto"),
  })
  .transform(({ runs, ...rest }) => ({ ...rest, runs: runs === undefined ? [] : textsOf(runs) }))
  .pipe(z.object({ runs: runIds, kind: z.enum(chartKinds), theme: chartThemes }));

const figure = z.number().nullable().meta({ description: "In the `unit` of the compared figure" });

const id = { build_id: z.int().optional(), run_id: z.string().optional() };

const comparedFigure = z.strictObject({
  figure: z.string(),
  unit: z.string(),
  higher_is_better: z.boolean().nullable().meta({
    description: "Whether a higher value is better; null = neither is better",
  }),
  values: z.array(
    z.strictObject({
      ...id,
      runs: countOf("runs count in the figure"),
      unranked_runs: countOf("runs are unranked, and so count in no figure of the comparison").optional(),
      best: figure,
      mean: figure,
      stdev: figure,
      difference: z
        .strictObject({
          percent: z.number(),
          interval: z.strictObject({ low_percent: z.number(), high_percent: z.number() }).nullable(),
          verdict: z
            .enum([
              "faster",
              "slower",
              "steadier",
              "less steady",
              "more efficient",
              "less efficient",
              "no real difference",
              "too few runs to tell",
            ])
            .nullable(),
        })
        .nullable(),
    }),
  ),
});

const setting = z.string().optional().meta({
  description: "The setting of a game with which the results were measured; absent = unknown, or no game",
});

const settings = { resolution: setting, preset: setting };

const compared = {
  benchmark_id: z.int(),
  benchmark: benchmarkSummary,
  variant: z.string().nullable(),
  title: z.string().nullable(),
  ...settings,
  settings_differ: z.literal(true).optional(),
};

const comparedRun = runAnswer
  .pick({
    run_id: true,
    sequence: true,
    build_id: true,
    build: true,
    benchmark_id: true,
    benchmark: true,
    variant: true,
    label: true,
    created_at: true,
    unranked: true,
  })
  .extend(settings);

const lone = z.strictObject({ ...id, ...compared, runs: countOf("runs have this benchmark and variant", 1) });

/** The answer of GET /compare. */
export const compareAnswer = listAnswer(
  z.strictObject({
    ...compared,
    score: comparedFigure,
    metrics: z.array(comparedFigure),
    captures: z
      .array(z.strictObject({ build_id: z.int(), run_id: z.string() }))
      .max(MAX_COMPARED)
      .meta({
        description:
          "The runs whose frame times GET /compare/chart.svg can draw over each other: each compared run with frame times, or the best of the newest runs of each compared build",
      }),
  }),
).extend({
  compared: z.array(z.union([buildSummary, comparedRun])),
  only_in_one: listAnswer(lone).extend({
    results: z
      .array(lone)
      .max(MAX_LONE)
      .meta({ description: `The first ${MAX_LONE} benchmarks and variants` }),
  }),
});
