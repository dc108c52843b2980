import { z } from "zod";
import { pagingQuery, queryInteger } from "../../validation/paging.ts";

const MAX_VARIANT_CHARACTERS = 200;

const queryNumber = z.preprocess(
  (text) => (typeof text === "string" && /^\d{1,9}(?:\.\d{1,2})?$/.test(text) ? Number(text) : text),
  z.number().min(0),
);

/** The query string of GET /builds/<build_id>/upgrades. */
export const upgradesQuery = pagingQuery.safeExtend({
  kind: z.enum(["cpu", "gpu"]),
  benchmark_id: queryInteger(z.int().min(1)).optional(),
  variant: z.string().max(MAX_VARIANT_CHARACTERS).optional(),
  max_price: queryNumber.optional(),
  sort_by: z.enum(["gain", "price_per_percent"]).default("gain"),
  include_losses: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
});

/** A request for upgrades. */
export type UpgradesRequest = z.output<typeof upgradesQuery>;

const shownPart = z.strictObject({
  kind: z.enum(["cpu", "gpu"]),
  id: z.int().min(1),
  make: z.string(),
  model: z.string(),
  url_slug: z.string(),
});

/** Returns the schema of the answer. @param partRecord the schema of a part as a search shows it */
export function upgradesAnswer(partRecord: z.ZodType) {
  return z.strictObject({
    benchmark_id: z.int().min(1),
    variant: z.string().nullable(),
    present: z.strictObject({
      part: shownPart.nullable(),
      median: z.number().nullable(),
      builds: z.int().min(0),
      score: z.number().nullable(),
    }),
    results: z.array(
      z.strictObject({
        part: partRecord,
        fits: z.literal(true).nullable(),
        expected_gain_percent: z.number(),
        expected_gain_interval: z.tuple([z.number(), z.number()]),
        expected_score: z.number().nullable(),
        median: z.number(),
        builds: z.int().min(1),
        measured_with: shownPart.nullable(),
        price: z.number().nullable(),
        price_per_percent: z.number().nullable(),
      }),
    ),
    total: z.int().min(0),
    fit_unknown: z.int().min(0),
  });
}
