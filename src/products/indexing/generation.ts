import { textsOf, type ProductFields } from "../../kinds/kind.ts";
import type { ModelName } from "./model-name.ts";
import { isOrdinary, memoryGeneration } from "./precedence.ts";

/**
 * Matches the models of a series whose numbers began anew with three digits: a Core Ultra 9 285K is newer than an
 * i9-14900K.
 */
const RENUMBERED = /\bCore Ultra\b/i;

/** The CAS latency that is assumed for memory with an unknown latency; higher than any real latency. */
const SLOWEST_LATENCY = 200;

/**
 * Returns a number that is larger for products of a newer generation, because the catalogue has no dates of release.
 * The criteria, in descending order of weight: the generation of the memory (an AM5 processor takes DDR5, a card has
 * GDDR7); products for desktops before products for workstations, servers and laptops; the larger model number, which
 * for memory is its speed; the lower CAS latency.
 */
export function generationOf(fields: ProductFields, named: ModelName): number {
  const memory = [...textsOf(fields["ram_types"]), ...textsOf(fields["memory_type"])];
  const generation = Math.max(0, ...memory.map(memoryGeneration));
  const number = RENUMBERED.test(fields.model) ? named.number * 100 : named.number;
  const latency = typeof fields["cas_latency"] === "number" ? fields["cas_latency"] : SLOWEST_LATENCY;
  return (generation * 2 + Number(isOrdinary(fields, named))) * 1_000_000 + number - latency / 1000;
}
