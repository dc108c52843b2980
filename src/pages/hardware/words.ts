import type {
  FieldDefinition,
  FlagName,
  NumberListName,
  ProductKind,
  RangeName,
  SwitchName,
  TextListName,
} from "../../products/index.ts";
import { kindTitles, titleOfKind } from "../layout/kinds.ts";

/** How a field or a filter is called on pages. */
export interface Label {
  name: string;
  /** Left out where the value is a plain number or a text. */
  unit?: string;
}

const filterLabels: Readonly<
  Record<TextListName | NumberListName | RangeName | FlagName | SwitchName, Label>
> = {
  makes: { name: "Make" },
  sockets: { name: "Socket" },
  ram_types: { name: "Memory" },
  manufacturers: { name: "Maker of the chip" },
  memory_types: { name: "Type" },
  chipset_mans: { name: "Maker of the chipset" },
  chipsets: { name: "Chipset" },
  form_factors: { name: "Form factor" },
  series: { name: "Series" },
  vram_sizes: { name: "Memory", unit: "GB" },
  memory_sizes: { name: "Capacity", unit: "GB" },
  modules: { name: "Modules" },
  price: { name: "Price", unit: "$" },
  cores: { name: "Cores" },
  frequency_mhz: { name: "Base clock", unit: "MHz" },
  vram_gb: { name: "Memory, from and to", unit: "GB" },
  gb: { name: "Capacity, from and to", unit: "GB" },
  tdp_w: { name: "Design power", unit: "W" },
  length_mm: { name: "Length", unit: "mm" },
  speed_mts: { name: "Speed", unit: "MT/s" },
  cas_latency: { name: "CAS latency" },
  ram_slots: { name: "Memory slots" },
  m2_slots: { name: "M.2 slots" },
  integrated_graphics: { name: "Integrated graphics" },
  ecc: { name: "ECC" },
  wifi_only: { name: "WiFi" },
};

/** Returns how a filter is called. */
export function labelOfFilter(name: string): Label {
  return name in filterLabels ? filterLabels[name as keyof typeof filterLabels] : labelOfName(name);
}

const fieldLabels: Readonly<Record<string, Label>> = {
  tdp_w: { name: "Design power", unit: "W" },
  has_integrated_graphics: { name: "Integrated graphics" },
  has_wifi: { name: "WiFi" },
  ecc: { name: "ECC" },
  cas_latency: { name: "CAS latency" },
  chipset_make: { name: "Maker of the chipset" },
  ram_types: { name: "Memory types" },
  vram_gb: { name: "Memory", unit: "GB" },
  module_gb: { name: "Per module", unit: "GB" },
  max_memory_gb: { name: "Memory, at most", unit: "GB" },
  m2_slots: { name: "M.2 slots" },
  microarchitecture: { name: "Microarchitecture" },
};

/** Returns how a field of a product is called. A field that has no name of its own here is called by its name in the catalogue. */
function labelOfField(field: string): Label {
  return fieldLabels[field] ?? labelOfName(field);
}

/** The units at the ends of names. */
const units: Readonly<Record<string, string>> = {
  mhz: "MHz",
  gb: "GB",
  w: "W",
  mm: "mm",
  mts: "MT/s",
  usd: "$",
};

function labelOfName(name: string): Label {
  const words = name.replace(/^has_/, "").split("_");
  const unit = units[words.at(-1) ?? ""];
  const text = (unit === undefined ? words : words.slice(0, -1)).join(" ");
  return { name: `${text.charAt(0).toUpperCase()}${text.slice(1)}`, ...(unit !== undefined && { unit }) };
}

/** Returns what many products of a kind are called as a heading: "Processors". A further kind is called by its declaration. */
export function headingOf({ name, plural }: Pick<ProductKind, "name" | "plural">): string {
  return kindTitles[name]?.many ?? `${plural.charAt(0).toUpperCase()}${plural.slice(1)}`;
}

/** Returns what one product of a kind is called in a sentence. */
export function singularOf({ name }: Pick<ProductKind, "name">): string {
  return titleOfKind(name).toLowerCase();
}

/** The columns of a list of products, by the names in the record. They tell products of the kind apart. */
const columns: Readonly<Record<string, readonly string[]>> = {
  cpu: ["cores", "threads", "boost_clock", "socket", "tdp_w"],
  gpu: ["vram_gb", "boost_clock", "tdp_w", "length_mm"],
  ram: ["memory_type", "capacity_gb", "modules", "speed_mts", "cas_latency"],
  motherboard: ["socket", "chipset", "form_factor", "ram_types", "memory_slots", "m2_slots", "wifi"],
};

/** So many columns has the list of a kind that names none. */
const OTHER_COLUMNS = 5;
/** What every list and every page of a product shows in a place of its own. */
const SHOWN_ELSEWHERE = new Set(["id", "cpuid", "make", "model", "url_slug", "price", "price_date"]);

/** A fact of a product: its name in the record, how it is called, and how its value is read. */
export interface Fact {
  name: string;
  label: Label;
  definition: FieldDefinition;
}

/** Returns the facts of a kind in the order of its record, without those that have a place of their own. */
export function factsOf({ record, fields }: ProductKind): Fact[] {
  return Object.entries(record).flatMap(([name, field]) => {
    const definition = fields[field];
    if (!definition || SHOWN_ELSEWHERE.has(name)) return [];
    return [{ name, label: labelOfField(field), definition }];
  });
}

/** Returns the facts that a list of products shows. */
export function columnsOf(kind: ProductKind): Fact[] {
  const facts = factsOf(kind);
  const named = columns[kind.name];
  if (!named) return facts.slice(0, OTHER_COLUMNS);
  return named.flatMap((name) => facts.filter((fact) => fact.name === name));
}
