import { z } from "zod";
import { rankingQuery } from "../schemas.ts";

const MAX_CURSOR_CHARACTERS = 400;

/** The query of GET /benchmarks/<benchmark_id>/results. */
export const openDataQuery = z.object({
  variant: rankingQuery.shape.variant,
  since: z
    .string()
    .min(1)
    .max(MAX_CURSOR_CHARACTERS)
    .optional()
    .meta({ description: "The `cursor` of the last line of an earlier download, which this one continues." }),
  format: z.enum(["ndjson", "csv"]).default("ndjson").meta({
    description:
      "The form of the lines: a JSON object, or CSV (RFC 4180) with the same names in its first line",
  }),
});
