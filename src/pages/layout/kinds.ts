import { formatFigure } from "./figures.tsx";

/** The kinds of products as pages name them: one, and many. */
export const kindTitles: Readonly<Record<string, { one: string; many: string }>> = {
  cpu: { one: "Processor", many: "Processors" },
  gpu: { one: "Graphics card", many: "Graphics cards" },
  ram: { one: "Memory", many: "Memory" },
  motherboard: { one: "Motherboard", many: "Motherboards" },
};

/** Returns how pages name one product of a kind. */
export const titleOfKind = (kind: string): string => kindTitles[kind]?.one ?? kind;

/** Returns the address of the page of a product. */
export const hrefOfProduct = ({ kind, url_slug }: { kind: string; url_slug: string }): string =>
  `/hardware/${kind}/${encodeURIComponent(url_slug)}`;

/** A product as the presenter of the products returns it: the fields depend on its kind. */
export type ProductRecord = Readonly<Record<string, unknown>>;

type Fact = (product: ProductRecord) => string | null;

const text =
  (name: string): Fact =>
  ({ [name]: value }) =>
    typeof value === "string" ? value : null;
const number =
  (name: string, unit: string): Fact =>
  ({ [name]: value }) =>
    typeof value === "number" ? `${formatFigure(value)} ${unit}` : null;

/** What tells products of a kind apart at a glance. */
const mainFacts: Readonly<Record<string, readonly Fact[]>> = {
  cpu: [number("cores", "cores"), number("threads", "threads"), number("boost_clock", "MHz"), text("socket")],
  gpu: [text("chipset"), number("vram_gb", "GB"), number("boost_clock", "MHz"), number("tdp_w", "W")],
  ram: [
    number("capacity_gb", "GB"),
    number("modules", "modules"),
    text("memory_type"),
    number("speed_mts", "MT/s"),
  ],
  motherboard: [text("socket"), text("chipset"), text("form_factor"), number("memory_slots", "memory slots")],
};

/** Returns the few facts that tell products of a kind apart, such as "8 cores", "16 threads". */
export function mainFactsOf(product: ProductRecord): string[] {
  const facts = mainFacts[String(product["kind"])] ?? [];
  return facts.flatMap((fact) => fact(product) ?? []);
}
