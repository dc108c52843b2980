import type { ProductKind } from "./kind.ts";

/** Graphics cards. The make is the company that sells the card, the manufacturer the company that made its chip. */
export const gpuKind: ProductKind = {
  name: "gpu",
  plural: "graphics cards",
  fields: {
    make: { type: "text" },
    model: { type: "text" },
    chipset_make: { type: "text" },
    chipset: { type: "text" },
    // Unknown for cards with less than 1 GB: OpenDB states whole gigabytes.
    vram_gb: { type: "integer", max: 4096, isOptional: true },
    memory_type: { type: "text", isOptional: true },
    base_clock_mhz: { type: "integer", max: 100_000, isOptional: true },
    boost_clock_mhz: { type: "integer", max: 100_000, isOptional: true },
    length_mm: { type: "integer", max: 2000, isOptional: true },
    tdp_w: { type: "integer", max: 10_000, isOptional: true },
    price_usd: { type: "price", isOptional: true },
    price_date: { type: "date", isOptional: true },
  },
  searchTexts: ["{chipset_make}", "{chipset}", "{vram_gb}gb"],
  record: {
    id: "id",
    make: "make",
    model: "model",
    manufacturer: "chipset_make",
    chipset: "chipset",
    vram_gb: "vram_gb",
    memory_type: "memory_type",
    base_clock: "base_clock_mhz",
    boost_clock: "boost_clock_mhz",
    length_mm: "length_mm",
    tdp_w: "tdp_w",
    url_slug: "url_slug",
    price: "price_usd",
    price_date: "price_date",
  },
  filters: {
    textLists: { makes: "make", manufacturers: "chipset_make" },
    numberLists: { vram_sizes: "vram_gb" },
    ranges: { price: "price_usd", vram_gb: "vram_gb" },
    flags: {},
  },
  sorts: { make: "make", manufacturer: "chipset_make", price: "price_usd" },
};
