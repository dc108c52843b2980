import { z } from "zod";

/** The fields of a product that builds, rankings and upgrades contain. Products of every kind have these fields. */
export interface PartSummary {
  kind: string;
  /** The id of the product, which is unique within its kind; a processor's id is its `cpuid`. */
  id: number;
  make: string;
  model: string;
  url_slug: string;
}

/** Returns the schema of the summary of a product of one kind. */
export const partSummary = <const Kind extends string>(kind: Kind) =>
  z.strictObject({
    kind: z.literal(kind),
    id: z.int().min(1).meta({ description: "The id of the product within its kind; of a CPU its cpuid" }),
    make: z.string(),
    model: z.string(),
    url_slug: z.string().meta({ description: "The address of the product is /products/<kind>/<url_slug>" }),
  });
