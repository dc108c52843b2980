import { z } from "zod";

const MAX_LIMIT = 1000;

/**
 * Wraps a schema of whole numbers for a query string. Text that is not a number stays text, so that the error message
 * can show the text.
 */
export const queryInteger = (schema: z.ZodType<number>) =>
  z.preprocess(
    (text) => (typeof text === "string" && /^-?\d{1,15}$/.test(text) ? Number(text) : text),
    schema,
  );

/** The schema of a whole number from 1 in a path. @param pattern the allowed notation */
export const pathInteger = (pattern: RegExp) =>
  z.preprocess(
    (text) => (typeof text === "string" && pattern.test(text) ? Number(text) : text),
    z.int().min(1),
  );

/**
 * The highest position in a list at which a page may show an entry. MongoDB reads all entries before a page, so the
 * last pages of long lists would take ever longer without this limit.
 */
export const MAX_LISTED = 10_000;

/**
 * The schema of `page` (from 1) and `limit` in the query string of a list, with their defaults. Routes extend this
 * schema with `safeExtend`.
 */
export const pagingQuery = z
  .object({
    page: queryInteger(z.int().min(1)).default(1),
    limit: queryInteger(z.int().min(1).max(MAX_LIMIT))
      .default(20)
      .meta({ description: "How many entries a page has" }),
  })
  .refine(({ page, limit }) => page * limit <= MAX_LISTED, {
    path: ["page"],
    error: ({ input }) => {
      const { page, limit } = input as { page: number; limit: number };
      return (
        `Expected a page that ends at or before entry ${MAX_LISTED} of the list (page × limit), found ${page} × ${limit} = ` +
        `${page * limit}. Ask for a page nearer to the beginning, or narrow the list where it has a filter.`
      );
    },
  });
