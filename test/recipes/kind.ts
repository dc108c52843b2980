import type { Recipe } from "./edits.ts";

const declaration = `import type { KindDeclaration } from "./kind.ts";

/** The kind of product for solid state drives. The make of a drive is also its manufacturer. */
export const ssdKind = {
  name: "ssd",
  collection: "ssds",
  plural: "solid state drives",
  isPartOfBuilds: true,
  fields: {
    make: { type: "text" },
    model: { type: "text" },
    capacity_gb: { type: "integer", max: 1_000_000 },
    form_factor: { type: "text" },
    read_mbps: { type: "integer", max: 1_000_000, isOptional: true, description: "In MB per second" },
    has_dram: { type: "flag", isOptional: true },
    part_numbers: { type: "texts", isOptional: true },
    price_usd: { type: "price", isOptional: true, description: "In USD" },
    price_date: { type: "date", isOptional: true },
  },
  modelText: "{model}",
  lines: {},
  tiers: [],
  searchTexts: ["{capacity_gb}gb", "{form_factor}"],
  derivedTexts: [{ field: "form_factor", pattern: /^M\\.2/, text: "nvme" }],
  record: {
    id: "id",
    make: "make",
    model: "model",
    capacity_gb: "capacity_gb",
    form_factor: "form_factor",
    read_mbps: "read_mbps",
    dram: "has_dram",
    url_slug: "url_slug",
    price: "price_usd",
    price_date: "price_date",
    part_numbers: "part_numbers",
  },
  filters: {
    textLists: { makes: "make", drive_form_factors: "form_factor" },
    numberLists: {},
    ranges: { price: "price_usd", drive_gb: "capacity_gb", read_mbps: "read_mbps" },
    flags: { dram: "has_dram" },
    switches: {},
  },
  sorts: { make: "make", manufacturer: "make", price: "price_usd" },
  words: {
    one: "a solid state drive",
    inQueries: "ssd ssds drive drives",
    exampleQuery: "1000 gb",
    exampleSlug: "madeup-swift-1000",
    mainFacts: ["{capacity_gb} GB", "{form_factor}", "{read_mbps} MB/s"],
    fields: { read_mbps: "Reads MB/s", has_dram: "DRAM" },
    contract: {
      drive_form_factors: { example: "M.2 2280" },
      read_mbps: { text: "How many megabytes it reads a second; null = unknown.", example: 7000 },
      min_read_mbps: { text: "Megabytes a second at least.", example: 3000 },
      max_read_mbps: { text: "Megabytes a second at most.", example: 8000 },
      dram: { text: "Whether it has a cache of DRAM; null = unknown." },
    },
  },
} as const satisfies KindDeclaration;
`;

const samples = `source_id,make,model,capacity_gb,form_factor,read_mbps,has_dram,part_numbers,price_usd,price_date
madeup-swift-500,Madeup,Swift 500,500,M.2 2280,3500,false,SW-500,39,2026-01-15
madeup-swift-1000,Madeup,Swift 1000,1000,M.2 2280,5000,true,SW-1000;SW-1000-R,69,2026-01-15
madeup-swift-2000,Madeup,Swift 2000,2000,M.2 2280,7000,true,,,
inventa-calm-1000,Inventa,Calm 1000,1000,2.5 inch,550,false,,49.9,2026-02-01
inventa-calm-4000,Inventa,Calm 4000,4000,2.5 inch,,,,,
`;

/** The example of the recipe "A kind of product" adds solid state drives, which builds may then have as a part. */
export const kindRecipe: Recipe = {
  heading: "A kind of product",
  edits: [
    { file: "src/kinds/ssd.ts", content: declaration },
    {
      file: "src/kinds/kinds.ts",
      after: 'import { ramKind } from "./ram.ts";\n',
      text: 'import { ssdKind } from "./ssd.ts";\n',
    },
    {
      file: "src/kinds/kinds.ts",
      after: "const declared = [cpuKind, gpuKind, ramKind, motherboardKind",
      text: ", ssdKind",
    },
    { file: "data/ssds.csv", content: samples },
  ],
};
