import { z } from "zod";
import { benchmarkSummary } from "../answers/benchmark-summary.ts";
import { buildAnswer } from "../answers/build-answer.ts";
import { countOf, inUnitOfBenchmark, settingsMixed } from "../answers/figures.ts";
import { listAnswer } from "../answers/list-answer.ts";
import { runAnswer } from "../benchmarks/index.ts";
import { MAX_LONE } from "./compare-builds.ts";
import { MAX_COMPARED } from "./schemas.ts";

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

const { parts } = buildAnswer.shape;

const comparedBuild = buildAnswer.pick({ build_id: true, name: true, owner: true, parts: true });

const comparedRun = runAnswer
  .pick({
    run_id: true,
    sequence: true,
    build_id: true,
    build: true,
    benchmark_id: true,
    benchmark: true,
    variant: true,
    title: true,
    score: true,
    label: true,
    created_at: true,
    unranked: true,
  })
  .extend({ ...settings, parts });

const lone = z.strictObject({ ...id, ...compared, runs: countOf("runs have this benchmark and variant", 1) });

/** The answer of GET /compare with `builds` or `runs`. */
export const compareAnswer = listAnswer(
  z.strictObject({
    ...compared,
    same_file: z.literal(true).optional(),
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
  compared: z.array(z.union([comparedBuild, comparedRun])),
  only_in_one: listAnswer(lone).extend({
    results: z
      .array(lone)
      .max(MAX_LONE)
      .meta({ description: `The first ${MAX_LONE} benchmarks and variants` }),
  }),
});

const factValue = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
  .nullable()
  .meta({
    description:
      "The fact of one of the products, in the order of the products; null = unknown, or the cards of a chip differ",
    examples: [8],
  });

/** The answer of GET /compare with `products`. */
export const compareProductsAnswer = listAnswer(
  z.strictObject({
    benchmark_id: z.int(),
    benchmark: benchmarkSummary,
    higher_is_better: z.boolean(),
    variant: z.string().nullable(),
    title: z.string().nullable(),
    settings_differ: z.literal(true).optional(),
    baseline: z
      .string()
      .nullable()
      .meta({
        description:
          "The product to which the others are compared: the requested one, or the first one with a median; null = the medians are not compared",
        examples: ["cpu/amd-ryzen-7-5800x"],
      }),
    values: z.array(
      z.strictObject({
        product: z.string(),
        ...settings,
        settings_mixed: settingsMixed,
        builds: countOf("builds with the product have a result"),
        median: inUnitOfBenchmark.nullable(),
        p10: inUnitOfBenchmark.nullable(),
        p90: inUnitOfBenchmark.nullable(),
        value: z.number().nullable().meta({
          description:
            "The median per USD; null = the median or the price is unknown, the price is old, or the medians are not compared",
        }),
        difference_percent: z.number().nullable().meta({
          description:
            "The difference of the median from that of the baseline, in percent; null = this is the baseline, or the medians are not comparable",
        }),
      }),
    ),
  }),
).extend({
  kind: z.string(),
  compared: z.array(
    z.strictObject({
      product: z.string(),
      name: z.string().meta({ examples: ["AMD Ryzen 7 5800X"] }),
      chip: z.string().nullable(),
      price: z.number().nullable(),
      price_date: z.string().nullable(),
      price_is_old: z.boolean().nullable(),
    }),
  ),
  facts: z.array(
    z.strictObject({
      fact: z.string(),
      label: z.string().meta({ description: "The name of the fact for people", examples: ["Cores"] }),
      unit: z.string().nullable(),
      differs: z.boolean(),
      values: z.array(factValue),
    }),
  ),
});
