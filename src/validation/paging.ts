import { z } from "zod";

const MAX_LIMIT = 1000;

/** Wraps a schema of whole numbers for a query string. Text that is not a number stays text, so that the fault can show it. */
export const queryInteger = (schema: z.ZodType<number>) =>
  z.preprocess(
    (text) => (typeof text === "string" && /^-?\d{1,15}$/.test(text) ? Number(text) : text),
    schema,
  );

/** The schema of `page` (from 1) and `limit` in the query string of a list, with their defaults. */
export const pagingQuery = z.object({
  page: queryInteger(z.int().min(1)).default(1),
  limit: queryInteger(z.int().min(1).max(MAX_LIMIT)).default(20),
});
