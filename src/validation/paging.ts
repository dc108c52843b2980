import { z } from "zod";

const MAX_LIMIT = 1000;

/** A whole number in a query string. What is no number is kept as it is, so that the fault can show it. */
export const queryInteger = (schema: z.ZodType<number>) =>
  z.preprocess(
    (text) => (typeof text === "string" && /^-?\d{1,15}$/.test(text) ? Number(text) : text),
    schema,
  );

/** `page` (1-indexed) and `limit` of a list that GET answers, with their defaults. */
export const pagingQuery = z.object({
  page: queryInteger(z.int().min(1)).default(1),
  limit: queryInteger(z.int().min(1).max(MAX_LIMIT)).default(20),
});
