import { z } from "zod";
import { show } from "../validation/faults.ts";
import { rangeNames, sortNames } from "./kinds/kind.ts";

const MAX_QUERY_CHARACTERS = 200;
const MAX_LIMIT = 1000;
const MAX_LIST_ENTRIES = 100;
const MAX_TEXT_CHARACTERS = 200;
const DEFAULT_LIMIT = 20;

const texts = z.array(z.string().max(MAX_TEXT_CHARACTERS)).max(MAX_LIST_ENTRIES);
const integers = z.array(z.int()).max(MAX_LIST_ENTRIES);

const page = z.int().min(1);
const limit = z.int().min(1).max(MAX_LIMIT);
const query = z.string().max(MAX_QUERY_CHARACTERS);
const sortBy = z.enum(sortNames);
const sortDir = z.enum(["asc", "desc"]);

const fields = z.strictObject({
  page,
  limit,
  query: query.optional(),
  sort_by: sortBy.optional(),
  sort_dir: sortDir.default("asc"),
  facets: z.boolean().default(false),
  min_price: z.number().optional(),
  max_price: z.number().optional(),
  makes: texts.optional(),
  sockets: texts.optional(),
  ram_types: texts.optional(),
  min_cores: z.int().optional(),
  max_cores: z.int().optional(),
  min_frequency_mhz: z.int().optional(),
  max_frequency_mhz: z.int().optional(),
  manufacturers: texts.optional(),
  min_vram_gb: z.int().optional(),
  max_vram_gb: z.int().optional(),
  vram_sizes: integers.optional(),
  memory_types: texts.optional(),
  min_gb: z.int().optional(),
  max_gb: z.int().optional(),
  memory_sizes: integers.optional(),
  chipset_mans: texts.optional(),
  form_factors: texts.optional(),
  wifi_only: z.boolean().default(false),
});

/**
 * The body of POST /products/<kind>, the same for every kind. A filter that the kind does not support is checked and then
 * ignored. An empty list filters nothing.
 */
export const productSearchBody = fields.check(
  z.superRefine(
    (body, context) => {
      for (const range of rangeNames) {
        const [min, max] = [body[`min_${range}`], body[`max_${range}`]];
        if (typeof min !== "number" || typeof max !== "number" || min <= max) continue;
        const message = `Expected min_${range} <= max_${range}, found min_${range} ${min} and max_${range} ${max}.`;
        context.addIssue({ code: "custom", path: [`min_${range}`], message });
      }
    },
    // Runs even where other fields are invalid, so that the response names every fault at once.
    { when: ({ value }) => typeof value === "object" && value !== null },
  ),
);

/** A parsed request for products of one kind. */
export type ProductSearchRequest = z.output<typeof fields>;

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, { error: ({ input }) => `Expected a whole number, found ${show(input)}.` })
  .transform(Number);

/** The query string of GET /products/<kind>; becomes a request without filters. */
export const productSearchQuery = z
  .object({
    page: wholeNumber.pipe(page).default(1),
    limit: wholeNumber.pipe(limit).default(DEFAULT_LIMIT),
    query: query.optional(),
    sort_by: sortBy.optional(),
    sort_dir: sortDir.default("asc"),
  })
  .transform((asked): ProductSearchRequest => ({ ...asked, facets: false, wifi_only: false }));
