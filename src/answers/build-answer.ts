import { z } from "zod";
import { forEachPart } from "../kinds/kinds.ts";
import { partSummary } from "./part-summary.ts";

/** The fields of a build that other answers about the build contain. */
export interface BuildSummary {
  build_id: number;
  name: string;
  /** Null where the build has no owner. */
  owner: { account_id: string; name: string } | null;
}

/** The schema of a build's summary. */
export const buildSummary = z
  .strictObject({
    build_id: z.int(),
    name: z.string(),
    owner: z.strictObject({ account_id: z.string(), name: z.string() }).nullable(),
  })
  .meta({ id: "BuildSummary" });

/** The schema of a build: the fields of the summary, the parts and the time of creation. */
export const buildAnswer = buildSummary
  .extend({
    parts: z.strictObject(forEachPart((kind) => partSummary(kind).optional())),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Build" });
