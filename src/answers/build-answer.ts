import { z } from "zod";
import { forEachPart, partKinds } from "../kinds/kinds.ts";
import { countOf } from "./figures.ts";
import { partSummary } from "./part-summary.ts";

/** The short form of a build that is part of the answers about runs and comparisons. */
export interface BuildSummary {
  build_id: number;
  name: string;
  /** The account that owns the build; null if the build has no owner. */
  owner: { account_id: string; name: string } | null;
  /** Why the operator has hidden the build; absent for a build that is not hidden. */
  hidden?: HiddenNote;
}

/** The reason why a build or run is hidden, as its owner sees it. */
export interface HiddenNote {
  reason: string;
}

/** The schema of the reason why a build or run is hidden. Only answers to the owner and to admins contain it. */
export const hiddenNote = z
  .strictObject({ reason: z.string().meta({ description: "Why the operator has hidden it" }) })
  .meta({
    description:
      "Present if the operator has hidden this, so that everybody but its owner and admins gets a 404",
  });

/** The schema of a build's summary. */
export const buildSummary = z
  .strictObject({
    build_id: z.int(),
    name: z.string(),
    owner: z.strictObject({ account_id: z.string(), name: z.string() }).nullable(),
    hidden: hiddenNote.optional(),
  })
  .meta({ id: "BuildSummary" });

/** The schema of a build: the fields of the summary, the parts and the time of creation. */
export const buildAnswer = buildSummary
  .extend({
    parts: z.strictObject(forEachPart((kind) => partSummary(kind).optional())),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Build" });

/**
 * The schema of a build with its description, the faults of parts that do not fit and the current prices of its parts.
 */
export const checkedBuildAnswer = buildAnswer
  .extend({
    description: z
      .string()
      .nullable()
      .meta({
        description:
          "What the owner says about the build, as plain text with line breaks; null = the owner says nothing",
        examples: ["Undervolted, side panel closed.\nFor games at 1440p."],
      }),
    compatibility: z
      .array(
        z.strictObject({
          parts: z
            .tuple([z.enum(partKinds), z.enum(partKinds)])
            .meta({ description: "The kinds of the two parts" }),
          code: z.enum(["socket", "memory_type", "module_type", "modules"]),
          detail: z.string(),
        }),
      )
      .meta({ description: "The pairs of parts that do not fit each other; unknown facts count as fitting" }),
    price: z
      .strictObject({
        total: z
          .number()
          .nullable()
          .meta({ description: "The sum of the current prices; null = no part has a current price" }),
        currency: z.literal("USD"),
        known: countOf("of the parts have a current price: its day is known, and it is not old"),
        of: countOf("parts the build has"),
        oldest_date: z
          .string()
          .nullable()
          .meta({ description: "The oldest day of the current prices; null = no part has one" }),
        old: countOf("of the parts have only an old price, which the total leaves out"),
      })
      .meta({ description: "The price of all parts of the build together" }),
  })
  .meta({ id: "CheckedBuild" });
