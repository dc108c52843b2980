import { z } from "zod";
import type { ComparedBy } from "./compared-by.ts";
import type { TitledResult } from "./product-results.tsx";

/**
 * The query that selects the result that the histogram shows, with the parameter names of GET
 * /products/<kind>/<url_slug>/histogram.svg.
 */
export const shownQuery = z.object({
  benchmark: z.coerce.number().int().min(1).optional().catch(undefined),
  variant: z.string().optional().catch(undefined),
});

/**
 * Returns the result that the address requests, else the result by which products of the kind are compared, else the
 * most measured result.
 */
export function shownOf(
  results: readonly TitledResult[],
  { benchmark, variant }: z.output<typeof shownQuery>,
  comparedBy: ComparedBy | null,
): TitledResult | undefined {
  const find = (id: number | undefined, name: string | null) =>
    results.find((one) => one.benchmark_id === id && one.variant === name);
  const usual = comparedBy ? find(comparedBy.benchmark.id, comparedBy.variant) : undefined;
  return find(benchmark, variant ?? null) ?? usual ?? results[0];
}
