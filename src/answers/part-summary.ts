import { z } from "zod";

/** A product as builds, rankings and upgrades name it: the fields that the record of every product has. */
export interface PartSummary {
  kind: string;
  /** Of a processor this is its `cpuid`. */
  id: number;
  make: string;
  model: string;
  url_slug: string;
}

/** Returns the schema of the summary of a product of a kind. */
export const partSummary = <const Kind extends string>(kind: Kind) =>
  z.strictObject({
    kind: z.literal(kind),
    id: z.int().min(1).meta({ description: "The id of the product within its kind; of a CPU its cpuid" }),
    make: z.string(),
    model: z.string(),
    url_slug: z.string().meta({ description: "The address of the product is /products/<kind>/<url_slug>" }),
  });
