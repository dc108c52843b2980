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
    memory_slots: {
      type: "integer",
      max: 256,
      isOptional: true,
      description: "How many slots for memory modules",
    },
    max_memory_gb: { type: "integer", max: 1_000_000, isOptional: true },
    m2_slots: { type: "integer", min: 0, max: 100, isOptional: true, description: "How many M.2 slots" },
    has_wifi: { type: "flag", isOptional: true },
    series: { type: "text", isOptional: true },
    part_numbers: { type: "texts", isOptional: true },
    price_usd: { type: "price", isOptional: true, description: "In USD" },
    price_date: { type: "date", isOptional: true },
  },
  modelText: "{chipset}",
  lines: {},
  tiers: [],
  searchTexts: ["{chipset_make}", "{chipset}", "{socket}", "{form_factor}", "{ram_types}", "{series}"],
  derivedTexts: [
    // The retail name of sTR4, and how people call sTRX4 and sTR5.
    { field: "socket", pattern: /^s(TRX?\d)$/, text: "$1" },
    // People call Intel's sockets by their number alone: "1700 ddr5".
    { field: "socket", pattern: /^LGA(\d{3,4})/, text: "$1" },
    // The processors that a socket takes, as people name them.
    { field: "socket", pattern: /^AM4$/, text: "ryzen 5000 series" },
    { field: "socket", pattern: /^AM5$/, text: "ryzen 7000 series 8000 series 9000 series" },
    { field: "socket", pattern: /^s(?:TR[X\d]?\d?|WRX\d)$/, text: "threadripper" },
    { field: "socket", pattern: /^LGA1200$/, text: "10th gen 11th gen" },
    { field: "socket", pattern: /^LGA1700$/, text: "12th gen 13th gen 14th gen" },
    { field: "socket", pattern: /^LGA1851$/, text: "core ultra" },
    // The names of many boards say AX, AC or nothing of it.
    { field: "has_wifi", pattern: /^true$/, text: "wifi" },
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
