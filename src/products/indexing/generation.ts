import { textsOf, type ProductFields } from "../../kinds/kind.ts";
import type { ModelName } from "./model-name.ts";
import { isOrdinary, memoryGeneration } from "./precedence.ts";

/**
 * Matches the models of a series whose numbers began anew with three digits: a Core Ultra 9 285K is newer than an
 * i9-14900K.
 */
const RENUMBERED = /\bCore Ultra\b/i;

/**
 * Returns a number that is larger for products of a newer generation, because the catalogue has no dates of release.
 * First, the generation of the memory counts (an AM5 processor takes DDR5, a card has GDDR7). Of equal ones, products
 * for desktops count as newer than products for workstations, servers and laptops. Then the larger model number counts
 * as newer.
 */
export function generationOf(fields: ProductFields, named: ModelName): number {
  const memory = [...textsOf(fields["ram_types"]), ...textsOf(fields["memory_type"])];
  const generation = Math.max(0, ...memory.map(memoryGeneration));
  const number = RENUMBERED.test(fields.model) ? named.number * 100 : named.number;
  return (generation * 2 + Number(isOrdinary(fields, named))) * 1_000_000 + number;
}
