import { productKinds, type FilterGroup, type FilterNames } from "./kinds.ts";

/**
 * The order of the filters of products in the API contract. The order is fixed, because clients and the types that are
 * generated for them may depend on it. Filters that this list does not contain come last.
 */
const ORDER: readonly string[] = (
  "makes sockets ram_types manufacturers memory_types chipset_mans chipsets form_factors memory_form_factors series " +
  "price cores frequency_mhz vram_gb gb tdp_w length_mm speed_mts cas_latency ram_slots m2_slots"
).split(" ");

function filterNames<Group extends FilterGroup>(group: Group): readonly FilterNames<Group>[] {
  const names = new Set(productKinds.flatMap(({ filters }) => Object.keys(filters[group])));
  const placeOf = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return [...names].toSorted((a, b) => placeOf(a) - placeOf(b)) as FilterNames<Group>[];
}

/** The names of all filters of products that take a list of texts. */
export const textListNames = filterNames("textLists");

/** The names of all filters of products that take a list of whole numbers. */
export const numberListNames = filterNames("numberLists");

/** The names of all filters of products that take a range. */
export const rangeNames = filterNames("ranges");

/** The names of all filters of products that take true or false. */
export const flagNames = filterNames("flags");

/** The names of all filters of products that only the value true switches on. */
export const switchNames = filterNames("switches");
