import { z } from "zod";
import { benchmarkSummary } from "../../answers/benchmark-summary.ts";
import { countOf, inUnitOfBenchmark, settingsMixed } from "../../answers/figures.ts";
import { listAnswer } from "../../answers/list-answer.ts";
import { partSummary } from "../../answers/part-summary.ts";
import { pagingQuery, queryInteger } from "../../validation/paging.ts";
import { cohortKinds } from "../model/cohort.ts";

const MAX_VARIANT_CHARACTERS = 200;

const queryNumber = z.preprocess(
  (text) => (typeof text === "string" && /^\d{1,9}(?:\.\d{1,2})?$/.test(text) ? Number(text) : text),
  z.number().min(0),
);

/** The query string of GET /builds/<build_id>/upgrades. */
export const upgradesQuery = pagingQuery.safeExtend({
  kind: z.enum(cohortKinds),
  benchmark_id: queryInteger(z.int().min(1)).optional(),
  variant: z.string().max(MAX_VARIANT_CHARACTERS).optional(),
  max_price: queryNumber.optional(),
  sort_by: z.enum(["gain", "price_per_percent"]).default("price_per_percent"),
});

/** The checked query string of a request for upgrades. */
export type UpgradesRequest = z.output<typeof upgradesQuery>;

const shownPart = z.union(cohortKinds.map((kind) => partSummary(kind)));

/**
 * Returns the schema of the answer of GET /builds/<build_id>/upgrades.
 * @param partRecord the schema of a part in the form in which the product search returns products
 */
export function upgradesAnswer(partRecord: z.ZodType) {
  const upgrade = z.strictObject({
    part: partRecord,
    fits: z.literal(true),
    expected_gain_percent: z.number(),
    expected_gain_interval: z.strictObject({ low_percent: z.number(), high_percent: z.number() }),
    expected_score: inUnitOfBenchmark.nullable(),
    median: inUnitOfBenchmark,
    builds: countOf("builds with the part are measured", 1),
    measured_with: shownPart.nullable(),
    price: z.number().nullable().meta({ description: "The price of the part in USD" }),
    price_date: z.iso.date().nullable(),
    price_per_percent: z.number().nullable().meta({
      description:
        "The price in USD for each percent of the expected gain; null = the price is unknown or older than a year",
    }),
  });
  return listAnswer(upgrade).extend({
    benchmark_id: z.int().min(1),
    benchmark: benchmarkSummary,
    variant: z.string().nullable(),
    settings_mixed: settingsMixed,
    present: z.strictObject({
      part: shownPart.nullable(),
      median: inUnitOfBenchmark.nullable(),
      builds: countOf("builds with the part are measured"),
      score: inUnitOfBenchmark.nullable(),
    }),
    fit_unknown: countOf("further parts may or may not fit, because a fact that decides it is unknown"),
  });
}
