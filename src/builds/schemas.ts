import { z } from "zod";
import { plainName } from "../validation/names.ts";
import { plainText } from "../validation/plain-text.ts";
import { buildAnswer as build, checkedBuildAnswer as checkedBuild } from "../answers/build-answer.ts";
import { benchmarkSummary } from "../answers/benchmark-summary.ts";
import { countOf, inUnitOfBenchmark } from "../answers/figures.ts";
import { listAnswer } from "../answers/list-answer.ts";
import { standingAnswer } from "../answers/standing-answer.ts";
import { forEachPart } from "../kinds/kinds.ts";

/** The maximum number of characters of the name of a build. */
export const MAX_BUILD_NAME_CHARACTERS = 120;

/** The maximum number of characters of the description of a build. */
const MAX_DESCRIPTION_CHARACTERS = 1000;

const description = plainText(MAX_DESCRIPTION_CHARACTERS).meta({
  description: `What the owner says about the build: plain text with line breaks, at most ${MAX_DESCRIPTION_CHARACTERS} characters; an empty text = nothing`,
  examples: ["Undervolted, side panel closed.\nFor games at 1440p."],
});

const partId = z.int().min(1).meta({ description: "The id of a product of this kind; of a CPU its cpuid" });

/** The body of POST /builds. */
export const newBuildBody = z.strictObject({
  name: plainName(MAX_BUILD_NAME_CHARACTERS),
  description: description.optional(),
  parts: z.strictObject(forEachPart(() => partId.optional())).optional(),
});

/**
 * The body of PATCH /builds/<build_id>. Fields and parts that a request leaves out stay as they are. Null removes a
 * part, and an empty text removes the description.
 */
export const changeBuildBody = newBuildBody.partial().extend({
  parts: z
    .strictObject(forEachPart(() => partId.nullable().optional()))
    .optional()
    .meta({
      description:
        "The new parts by their kind; a kind that is left out keeps its part, and null removes the part",
    }),
});

const figure = z
  .number()
  .nullable()
  .meta({ description: "The score in the unit of the benchmark; null = all runs are unranked" });

const runSummary = z.strictObject({
  benchmark_id: z.int(),
  benchmark: benchmarkSummary,
  name: z.string().meta({ description: "The name of the benchmark, as in `benchmark`" }),
  variant: z.string().nullable(),
  unit: z.string().meta({ description: "The unit of the scores, as in `benchmark`" }),
  higher_is_better: z.boolean(),
  runs: countOf("complete runs are summarised; several runs of one file count once", 1),
  unranked_runs: countOf("of `runs` are unranked, and so do not count in `best`, `mean` and `stdev`"),
  best: figure,
  mean: figure,
  stdev: inUnitOfBenchmark.nullable(),
  latest: z.strictObject({ run_id: z.string(), score: inUnitOfBenchmark, created_at: z.iso.datetime() }),
  // The standing (rank) of the build's best ranked run. The field is null if no run is ranked, and absent while the
  // standing cannot be read.
  standing: standingAnswer.extend({ run_id: z.string(), score: inUnitOfBenchmark }).nullable().optional(),
});

/** The answer of POST /builds and of PATCH /builds/<build_id>. */
export const buildOnlyAnswer = z.strictObject({ build: checkedBuild });

/** The answer of GET /builds. */
export const buildsAnswer = listAnswer(build);

/** The answer of GET /builds/<build_id>. */
export const buildAnswer = listAnswer(runSummary).extend({ build: checkedBuild });
