import { z } from "zod";
import { plainName } from "../validation/names.ts";
import { standingAnswer } from "../validation/standing-answer.ts";
import { partKinds, type PartKind } from "./model/build.ts";

/** How many characters the name of a build may have. */
export const MAX_BUILD_NAME_CHARACTERS = 120;

/** Returns one optional field for each kind of part. */
const fieldsOfParts = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(partKinds.map((kind) => [kind, schema.optional()])) as Record<
    PartKind,
    z.ZodOptional<S>
  >;

/** The body of POST /builds. */
export const newBuildBody = z.strictObject({
  name: plainName(MAX_BUILD_NAME_CHARACTERS),
  parts: z.strictObject(fieldsOfParts(z.int().min(1))).optional(),
});

/** The body of PATCH /builds/<build_id>. A field that it leaves out stays as it is; `parts` is replaced as a whole. */
export const changeBuildBody = newBuildBody.partial();

const part = z.strictObject({ id: z.int(), make: z.string(), model: z.string(), url_slug: z.string() });

const build = z.strictObject({
  build_id: z.int(),
  name: z.string(),
  parts: z.strictObject(fieldsOfParts(part)),
  owner: z.strictObject({ account_id: z.string(), name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
});

const runSummary = z.strictObject({
  benchmark_id: z.int(),
  name: z.string(),
  variant: z.string().nullable(),
  unit: z.string(),
  higher_is_better: z.boolean(),
  runs: z.int().min(1),
  best: z.number(),
  mean: z.number(),
  stdev: z.number().nullable(),
  latest: z.strictObject({ run_id: z.string(), score: z.number(), created_at: z.iso.datetime() }),
  // Of the best run that is ranked, which need not be the best one. Null where none is, absent where nobody can tell for now.
  standing: standingAnswer.extend({ run_id: z.string(), score: z.number() }).nullable().optional(),
});

/** The answer of POST /builds. */
export const buildOnlyAnswer = z.strictObject({ build });

/** The answer of GET /builds. */
export const buildsAnswer = z.strictObject({ results: z.array(build), total: z.int().min(0) });

/** The answer of GET /builds/<build_id>. */
export const buildAnswer = z.strictObject({ build, results: z.array(runSummary) });
