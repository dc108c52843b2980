import type { ProductKind } from "./kind.ts";

/** Motherboards. The make of a board is also its manufacturer; the maker of its chipset has a filter of its own. */
export const motherboardKind: ProductKind = {
  name: "motherboard",
  plural: "motherboards",
  fields: {
    make: { type: "text" },
    model: { type: "text" },
    socket: { type: "text" },
    // Unknown for boards with a soldered processor, which contains the chipset.
    chipset_make: { type: "text", isOptional: true },
    chipset: { type: "text", isOptional: true },
    form_factor: { type: "text", isOptional: true },
    ram_types: { type: "texts", isOptional: true },
    memory_slots: { type: "integer", max: 256, isOptional: true },
    max_memory_gb: { type: "integer", max: 1_000_000, isOptional: true },
    m2_slots: { type: "integer", min: 0, max: 100, isOptional: true },
    has_wifi: { type: "flag", isOptional: true },
    series: { type: "text", isOptional: true },
    part_numbers: { type: "texts", isOptional: true },
    price_usd: { type: "price", isOptional: true },
    price_date: { type: "date", isOptional: true },
  },
  searchTexts: ["{chipset_make}", "{chipset}", "{socket}", "{form_factor}", "{ram_types}", "{series}"],
  derivedTexts: [
    // The retail name of sTR4, and how people call sTRX4 and sTR5.
    { field: "socket", pattern: /^s(TRX?\d)$/, text: "$1" },
    // People call Intel's sockets by their number alone: "1700 ddr5".
    { field: "socket", pattern: /^LGA(\d{3,4})/, text: "$1" },
  ],
  record: {
    id: "id",
    make: "make",
    model: "model",
    socket: "socket",
    chipset_manufacturer: "chipset_make",
    chipset: "chipset",
    form_factor: "form_factor",
    ram_types: "ram_types",
    memory_slots: "memory_slots",
    max_memory_gb: "max_memory_gb",
    wifi: "has_wifi",
    url_slug: "url_slug",
    price: "price_usd",
    price_date: "price_date",
    m2_slots: "m2_slots",
    series: "series",
    part_numbers: "part_numbers",
  },
  filters: {
    textLists: {
      makes: "make",
      chipset_mans: "chipset_make",
      chipsets: "chipset",
      form_factors: "form_factor",
      sockets: "socket",
      ram_types: "ram_types",
      series: "series",
    },
    numberLists: {},
    ranges: { price: "price_usd", ram_slots: "memory_slots", m2_slots: "m2_slots" },
    flags: {},
    switches: { wifi_only: "has_wifi" },
  },
  sorts: { make: "make", manufacturer: "make", price: "price_usd" },
};
