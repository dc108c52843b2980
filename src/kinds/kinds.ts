import { cpuKind } from "./cpu.ts";
import { gpuKind } from "./gpu.ts";
import type { KindDeclaration } from "./kind.ts";
import { motherboardKind } from "./motherboard.ts";
import { ramKind } from "./ram.ts";

/** Every kind of product, in the order in which pages name the kinds. CONTRIBUTING.md says how to add a kind. */
const declared = [cpuKind, gpuKind, ramKind, motherboardKind] as const;

type Declared = (typeof declared)[number];

/** The kinds of product that a build is made of. */
export type PartKind = Extract<Declared, { isPartOfBuilds: true }>["name"];

/** The groups of the filters of a kind of product: one group for each type of value in the request. */
export type FilterGroup = keyof KindDeclaration["filters"];

type NamesOf<Table> = Table extends unknown ? keyof Table & string : never;

/** The names of the filters in one group (the filters with one type of value), over all kinds of products. */
export type FilterNames<Group extends FilterGroup> = NamesOf<Declared["filters"][Group]>;

/** The name of a filter of products that takes a list of texts. */
export type TextListName = FilterNames<"textLists">;

/** The name of a filter of products that takes a list of whole numbers. */
export type NumberListName = FilterNames<"numberLists">;

/** The name of a filter of products that takes a range. */
export type RangeName = FilterNames<"ranges">;

/** The name of a filter of products that takes true or false. */
export type FlagName = FilterNames<"flags">;

/** The name of a filter of products that only the value true switches on. */
export type SwitchName = FilterNames<"switches">;

/** The declaration of a kind of product, in whose type the filters can only have names that a declared kind uses. */
export type ProductKind = Omit<KindDeclaration, "filters"> & {
  filters: { readonly [Group in FilterGroup]: Readonly<Partial<Record<FilterNames<Group>, string>>> };
};

/** Every kind of product, with the type `ProductKind` in place of the literal types of `declared`. */
export const productKinds: readonly ProductKind[] = declared;

/** Returns the kind of product with the given name, or undefined. */
export function findKind(name: string): ProductKind | undefined {
  return productKinds.find((kind) => kind.name === name);
}

/** The names of the kinds of product that a build is made of. */
export const partKinds = declared
  .filter(({ isPartOfBuilds }) => isPartOfBuilds)
  .map(({ name }) => name) as readonly PartKind[];

/** Returns an object with a value for each kind of product that a build is made of. */
export function forEachPart<Value>(valueOf: (kind: PartKind) => Value): Record<PartKind, Value> {
  return Object.fromEntries(partKinds.map((kind) => [kind, valueOf(kind)])) as Record<PartKind, Value>;
}
