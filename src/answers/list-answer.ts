import { z } from "zod";

/** The schema of the field `total`, the number of entries of a list on all pages. */
const total = z.int().min(0).meta({ description: "How many entries the list has on all pages" });

/**
 * Returns the schema of an answer that is a list: the entries of the requested page, or all entries if the list has no
 * pages, and the total number of entries.
 */
export const listAnswer = <S extends z.ZodType>(entry: S) =>
  z.strictObject({ results: z.array(entry), total });
