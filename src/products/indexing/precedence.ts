import { foldKey } from "./fold-key.ts";
import type { ModelName } from "./model-name.ts";
import { textsOf, type FieldValue, type ProductFields } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";

/** Matches the sockets of workstations and servers, in the spelling in which filters compare sockets. */
const WORKSTATION_SOCKET =
  /^(?:2x)?(?:s?tr[x45]|sp[3-6]|g34|c32|lga(?:1356|1366|1567|2011|2066|3647|4189|4677|4710))/;

/** Matches words in the names of models for workstations. */
const WORKSTATION_MODEL = /\b(?:pro|quadro|firepro|ada|workstation)\b/i;

/** Matches form factors of memory that no ordinary desktop takes. */
const OTHER_MEMORY = /so-?dimm|rdimm|lrdimm/i;

/**
 * The number of different values for the length of a product name: lengths are stored in tenths of a word, from 0 to
 * 99.9 words.
 */
const TENTHS = 1000;

/** The parts of a product's name and model that decide its place among products that match a query equally well. */
interface Named extends ModelName {
  /** The length of the product name in words; words about packaging count little. */
  word_count: number;
}

/**
 * Returns a number that orders products which match a query equally well, are equal variants of a model, and are
 * measured by equally many builds: the product that people more likely mean has the larger number. Each of the
 * following criteria counts only if all earlier ones are equal.
 * 1. The generation of memory: an AM5 processor takes DDR5, a card has GDDR7.
 * 2. Products for desktops come before products for workstations, servers and laptops.
 * 3. The larger model number comes first.
 * 4. A number without an ending comes first: a Core i7-13700 before an i7-13700T.
 * 5. A chip with its memory comes first: an RTX 5060 Ti 16 GB before a record that does not state the size of the
 *    memory.
 * 6. The shorter product name comes first.
 * 7. The product with more known fields comes first.
 */
export function precedenceOf(kind: ProductKind, fields: ProductFields, named: Named): number {
  const memory = [...textsOf(fields["ram_types"]), ...textsOf(fields["memory_type"])];
  const generation = Math.max(0, ...memory.map(memoryGeneration));
  const known = Object.keys(kind.fields).filter((name) => isKnown(fields[name])).length;
  const places: [value: number, size: number][] = [
    [generation, 10],
    [Number(isOrdinary(fields, named)), 2],
    [named.number, 100_000],
    [Number(!named.hasEnding), 2],
    [Number(named.hasCapacity), 2],
    [TENTHS - 1 - Math.round(named.word_count * 10), TENTHS],
    [known, 100],
  ];
  return places.reduce((sum, [value, size]) => sum * size + Math.min(Math.max(value, 0), size - 1), 0);
}

/** Returns whether a product is for desktops, rather than for workstations, servers or laptops. */
export function isOrdinary(fields: ProductFields, { model_name }: ModelName): boolean {
  return (
    !textsOf(fields["socket"]).some((socket) => WORKSTATION_SOCKET.test(foldKey(socket))) &&
    !textsOf(fields["form_factor"]).some((form) => OTHER_MEMORY.test(form)) &&
    !WORKSTATION_MODEL.test(model_name ?? "")
  );
}

/** Returns the generation of a type of memory: 5 for DDR5, 7 for GDDR7. */
export const memoryGeneration = (type: string) => Number(/ddr(\d)/i.exec(type)?.[1] ?? 0);

const isKnown = (value: FieldValue | undefined) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
