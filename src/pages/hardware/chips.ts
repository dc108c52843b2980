import type { ProductKind, ProductSearchRequest } from "../../products/index.ts";
import { labelOfFilter } from "../../kinds/words.ts";
import { addressOf, changed, type Pair } from "../lists/addresses.ts";
import type { Chip } from "../lists/chip-list.tsx";
import { pairsOf } from "./search-address.ts";

/** Names of the parts, the benchmark, the game or test, and the chip that a request identifies by slugs and ids. */
export interface NamedThings {
  /** The names of the parts in the parameter `fits` of the request, by kind. */
  parts: Readonly<Record<string, string>>;
  /** The name of the benchmark in the parameter `benchmark_id` of the request. */
  benchmark: string | undefined;
  /** The name of the game or test by whose results products are compared; null for a benchmark without variants. */
  variant: string | null;
  /** The name of the chip in the parameter `chip` of the request, or else of the chip that all found cards have. */
  chip: string | undefined;
}

/**
 * Returns a label that removes the filter (shown as a chip) for each filter of a request that the kind of product has,
 * in the order in which the catalogue declares the filters.
 * @param path address of the kind's page
 */
export function chipsOf(
  kind: ProductKind,
  request: ProductSearchRequest,
  named: NamedThings,
  path: string,
): Chip[] {
  const pairs = pairsOf(request);
  return [
    ...chipsOfFilters(kind, pairs, path),
    ...chipOfChip(kind, pairs, named, path),
    ...chipsOfMeasured(pairs, named, path),
    ...chipsOfFit(pairs, named, path),
    ...chipOfLiteral(pairs, path),
  ];
}

/**
 * Returns a label that removes the filter (shown as a chip) for each filter in a query string that the kind of product
 * has.
 */
export function chipsOfFilters(kind: ProductKind, pairs: readonly Pair[], path: string): Chip[] {
  const { textLists, numberLists, ranges, flags, switches } = kind.filters;
  const listed = [...Object.keys(textLists), ...Object.keys(numberLists)];
  const answered = [...Object.keys(flags), ...Object.keys(switches)];
  return [
    ...listed.flatMap((name) => chipsOfList(kind, name, pairs, path)),
    ...Object.keys(ranges).flatMap((name) => chipOfRange(kind, name, pairs, path)),
    ...chipOfPrice(pairs, path),
    ...answered.flatMap((name) => chipOfAnswer(kind, name, pairs, path)),
  ];
}

function chipOfPrice(pairs: readonly Pair[], path: string): Chip[] {
  if (valueOf(pairs, "has_price") === undefined) return [];
  return [
    { name: "Price", value: "known", href: addressOf(path, changed(pairs, { without: ["has_price"] })) },
  ];
}

function chipsOfList(kind: ProductKind, name: string, pairs: readonly Pair[], path: string): Chip[] {
  const { name: label, unit } = labelOfFilter(kind, name);
  const own = pairs.filter(([other]) => other === name);
  return own.map((pair) => {
    const others = own.filter((one) => one !== pair);
    const value = unit === undefined ? pair[1] : `${pair[1]} ${unit}`;
    return { name: label, value, href: addressOf(path, changed(pairs, { without: [name], add: others })) };
  });
}

function chipOfRange(kind: ProductKind, name: string, pairs: readonly Pair[], path: string): Chip[] {
  const { name: label, unit } = labelOfFilter(kind, name);
  const ends = [`min_${name}`, `max_${name}`] as const;
  const [from, to] = ends.map((end) => valueOf(pairs, end));
  if (from === undefined && to === undefined) return [];
  const withUnit = (value: string) =>
    unit === "$" ? `$${value}` : [value, unit].filter((word) => word !== undefined).join(" ");
  const href = addressOf(path, changed(pairs, { without: ends }));
  const limits = [
    ...(from === undefined ? [] : [`from ${withUnit(from)}`]),
    ...(to === undefined ? [] : [`up to ${withUnit(to)}`]),
  ];
  return [{ name: label, value: limits.join(" "), href }];
}

function chipOfAnswer(kind: ProductKind, name: string, pairs: readonly Pair[], path: string): Chip[] {
  const value = valueOf(pairs, name);
  if (value === undefined) return [];
  const href = addressOf(path, changed(pairs, { without: [name] }));
  return [{ name: labelOfFilter(kind, name).name, value: value === "true" ? "yes" : "no", href }];
}

function chipOfChip(
  { comparedAs }: ProductKind,
  pairs: readonly Pair[],
  { chip }: NamedThings,
  path: string,
): Chip[] {
  const value = valueOf(pairs, "chip");
  if (value === undefined || comparedAs?.part !== "chip") return [];
  return [
    {
      name: "Chip",
      value: chip ?? value,
      href: addressOf(path, changed(pairs, { without: ["chip"] })),
    },
  ];
}

function chipsOfMeasured(pairs: readonly Pair[], named: NamedThings, path: string): Chip[] {
  const without = (...names: string[]) => addressOf(path, changed(pairs, { without: names }));
  const [id, variant, score] = ["benchmark_id", "variant", "min_score"].map((name) => valueOf(pairs, name));
  return [
    ...(id === undefined
      ? []
      : [
          {
            name: "Performance in",
            value: named.benchmark ?? id,
            href: without("benchmark_id", "variant"),
          },
        ]),
    ...(variant === undefined
      ? []
      : [{ name: "Game or test", value: named.variant ?? variant, href: without("variant") }]),
    ...(score === undefined
      ? []
      : [{ name: "Median score", value: `from ${score}`, href: without("min_score") }]),
  ];
}

function chipsOfFit(pairs: readonly Pair[], { parts }: NamedThings, path: string): Chip[] {
  return pairs.flatMap(([name, value]): Chip[] => {
    const href = addressOf(path, changed(pairs, { without: [name] }));
    if (name === "fits_build") return [{ name: "Fits", value: `build ${value}`, href }];
    if (!name.startsWith("fits.")) return [];
    return [{ name: "Fits", value: parts[name.slice("fits.".length)] ?? value, href }];
  });
}

function chipOfLiteral(pairs: readonly Pair[], path: string): Chip[] {
  if (valueOf(pairs, "literal") === undefined) return [];
  const href = addressOf(path, changed(pairs, { without: ["literal"] }));
  return [{ name: "Every word", value: "as typed", href }];
}

function valueOf(pairs: readonly Pair[], name: string): string | undefined {
  return pairs.find(([other]) => other === name)?.[1];
}
