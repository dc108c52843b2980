import type { ProductKind } from "./kind.ts";

/** Processors. The make of a processor is also its manufacturer. */
export const cpuKind: ProductKind = {
  name: "cpu",
  plural: "CPUs",
  fields: {
    make: { type: "text" },
    model: { type: "text" },
    cores: { type: "integer", max: 4096 },
    threads: { type: "integer", max: 8192 },
    base_clock_mhz: { type: "integer", max: 100_000 },
    boost_clock_mhz: { type: "integer", max: 100_000, isOptional: true },
    socket: { type: "text" },
    ram_types: { type: "texts", isOptional: true },
    price_usd: { type: "price", isOptional: true },
    price_date: { type: "date", isOptional: true },
  },
  searchTexts: [],
  record: {
    cpuid: "id",
    make: "make",
    model: "model",
    cores: "cores",
    threads: "threads",
    base_clock: "base_clock_mhz",
    url_slug: "url_slug",
    socket: "socket",
    ram_types: "ram_types",
    price: "price_usd",
    price_date: "price_date",
    boost_clock: "boost_clock_mhz",
  },
  filters: {
    textLists: { makes: "make", sockets: "socket", ram_types: "ram_types" },
    numberLists: {},
    ranges: { price: "price_usd", cores: "cores", frequency_mhz: "base_clock_mhz" },
    flags: {},
  },
  sorts: { make: "make", manufacturer: "make", price: "price_usd" },
};
