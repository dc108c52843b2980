import { textsOf, type ProductFields } from "../../kinds/kind.ts";
import type { ModelName } from "./model-name.ts";
import { isOrdinary, memoryGeneration } from "./precedence.ts";

/**
 * Matches the models of a series whose numbers began anew with three digits: a Core Ultra 9 285K is newer than an
 * i9-14900K.
 */
const RENUMBERED = /\bCore Ultra\b/i;

/** The latency that unknown latencies count as: no memory has a higher one. */
const SLOWEST_LATENCY = 200;

/**
 * Returns a number that is larger for products of a newer generation, because the catalogue has no dates of release.
 * First, the generation of the memory counts (an AM5 processor takes DDR5, a card has GDDR7). Of equal ones, products
 * for desktops count as newer than products for workstations, servers and laptops. Then the larger model number counts
 * as newer; the number of memory is its speed, and of equally fast memory that with the lower CAS latency comes first.
 */
export function generationOf(fields: ProductFields, named: ModelName): number {
  const memory = [...textsOf(fields["ram_types"]), ...textsOf(fields["memory_type"])];
  const generation = Math.max(0, ...memory.map(memoryGeneration));
  const number = RENUMBERED.test(fields.model) ? named.number * 100 : named.number;
  const latency = typeof fields["cas_latency"] === "number" ? fields["cas_latency"] : SLOWEST_LATENCY;
  return (generation * 2 + Number(isOrdinary(fields, named))) * 1_000_000 + number - latency / 1000;
}
