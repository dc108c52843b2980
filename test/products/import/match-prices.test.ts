import { Readable } from "node:stream";
import test from "ava";
import { createPriceMatcher } from "../../../src/products/import/match-prices.ts";
import { readPriceRows } from "../../../src/products/import/sources/price-rows.ts";
import { findKind, type ProductKind } from "../../../src/kinds/kinds.ts";
import type { ProductFields } from "../../../src/kinds/kind.ts";

const headers: Readonly<Record<string, string>> = {
  cpu: "name,price,core_count,core_clock,boost_clock,microarchitecture,tdp,graphics",
  gpu: "name,price,chipset,memory,core_clock,boost_clock,color,length",
  ram: "name,price,speed,modules,price_per_gb,color,first_word_latency,cas_latency",
  motherboard: "name,price,socket,form_factor,max_memory,memory_slots,color",
};

function kindOf(name: string): ProductKind {
  const kind = findKind(name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}

/** Imports rows of a price file. Returns the prices that the rows state for a product with the given fields. */
async function pricesOf(kindName: string, rows: readonly string[], fields: ProductFields): Promise<number[]> {
  const kind = kindOf(kindName);
  const matcher = createPriceMatcher(kind);
  const file = Readable.from([[headers[kindName], ...rows].join("\n")]);
  for await (const row of readPriceRows(kind, file)) matcher.add(row);
  return matcher.find(fields).map(({ price }) => price);
}

const board = (model: string, fields: object = {}): ProductFields => ({
  make: "Acme",
  model,
  socket: "AM5",
  form_factor: "Micro ATX",
  ram_types: ["DDR5"],
  max_memory_gb: 192,
  memory_slots: 4,
  ...fields,
});
const ddr4 = { socket: "LGA1700", ram_types: ["DDR4"], max_memory_gb: 128 };
const ddr5 = { socket: "LGA1700", ram_types: ["DDR5"], max_memory_gb: 128 };
const am5 = "AM5,Micro ATX,192,4,Black";
const lga = "LGA1700,Micro ATX,128,4,Black";

const card = (model: string, fields: object = {}): ProductFields => ({
  make: "Acme",
  model,
  chipset: "GeForce RTX 4070",
  vram_gb: 12,
  ...fields,
});
const kit = (model: string, fields: object = {}): ProductFields => ({
  make: "Acme",
  model,
  memory_type: "DDR5",
  capacity_gb: 32,
  modules: 2,
  module_gb: 16,
  speed_mts: 6000,
  cas_latency: 30,
  ...fields,
});
const kitFacts = (price: number, colour = "Black") => `${price},"5,6000","2,16",2,${colour},10,30`;

const cases: [title: string, kind: string, rows: string[], fields: ProductFields, prices: number[]][] = [
  [
    "a board with exactly the same name, although its row lacks chipset and memory",
    "motherboard",
    [`Acme PRIME B650M-A WIFI,150,${am5}`],
    board("PRIME B650M-A WIFI"),
    [150],
  ],
  [
    "a board whose name begins with the chipset and ends in socket, memory and size",
    "motherboard",
    [`Acme MAG B650M ANVIL WIFI,150,${am5}`],
    board("B650 MAG B650M ANVIL WIFI AM5 DDR5 Micro ATX"),
    [150],
  ],
  [
    "TR4 and sTR4 as one socket",
    "motherboard",
    ["Acme X399 ANVIL,300,TR4,ATX,128,8,Black"],
    board("X399 ANVIL", { socket: "sTR4", ram_types: ["DDR4"], form_factor: "ATX", memory_slots: 8 }),
    [300],
  ],
  ["no board of another socket", "motherboard", [`Acme ANVIL,150,${lga}`], board("ANVIL"), []],
  [
    "the DDR5 board of two boards with equal names if the row names no memory",
    "motherboard",
    [`Acme B760M ANVIL D4,90,${lga}`, `Acme B760M ANVIL,130,${lga}`],
    board("B760M ANVIL DDR5", ddr5),
    [130],
  ],
  [
    "the DDR4 board of two boards with equal names if the row names DDR4, in either spelling",
    "motherboard",
    [`Acme B760M ANVIL D4,90,${lga}`, `Acme B760M ANVIL,130,${lga}`],
    board("B760M ANVIL DDR4", ddr4),
    [90],
  ],
  [
    "no DDR5 board by the price of a DDR4 board with an equal name",
    "motherboard",
    [`Acme B760M ANVIL DDR4,90,${lga}`],
    board("B760M ANVIL", ddr5),
    [],
  ],
  [
    "no DDR4 board by a row whose capacity only DDR5 reaches",
    "motherboard",
    ["Acme B760M ANVIL,130,LGA1700,Micro ATX,192,4,Black"],
    board("B760M ANVIL", ddr4),
    [],
  ],
  [
    "no price of a DDR5 board with an equal name, even if the row of the DDR4 board states no price",
    "motherboard",
    [`Acme B760M ANVIL D4,,${lga}`, `Acme B760M ANVIL,130,${lga}`],
    board("B760M ANVIL DDR4", ddr4),
    [],
  ],
  [
    "a Threadripper whose row leaves out Ryzen",
    "cpu",
    ["AMD Threadripper 1950X,250,16,3.4,4,Zen,180,"],
    { make: "AMD", model: "Ryzen Threadripper 1950X", cores: 16 },
    [250],
  ],
  [
    "no processor with another number of cores",
    "cpu",
    ["AMD Ryzen 5 1600,100,6,3.2,3.6,Zen,65,"],
    { make: "AMD", model: "Ryzen 5 1600", cores: 8 },
    [],
  ],
  [
    "a card by its name and chipset, whichever of both comes first",
    "gpu",
    ["Acme STORM OC,600,GeForce RTX 4070,12,1920,2500,Black,300"],
    card("GeForce RTX 4070 STORM OC Edition 12GB GDDR6X Black"),
    [600],
  ],
  [
    "a card whose chipset is stated with its memory in one list",
    "gpu",
    ["Acme STORM OC,600,GeForce RTX 4070,12,1920,2500,Black,300"],
    card("GeForce RTX 4070 STORM OC", { chipset: "GeForce RTX 4070 12 GB" }),
    [600],
  ],
  [
    "no card with another chipset or another memory",
    "gpu",
    [
      "Acme STORM OC,700,GeForce RTX 4070 Ti,12,1920,2500,Black,300",
      "Acme STORM OC,650,GeForce RTX 4070,16,1920,2500,Black,300",
    ],
    card("STORM OC"),
    [],
  ],
  [
    "no short card by the price of a long one",
    "gpu",
    ["Acme OC,600,GeForce RTX 4070,12,1920,2500,Black,300"],
    card("MINI ITX OC"),
    [],
  ],
  [
    "a kit whose name states capacity and latency in another form",
    "ram",
    [`Acme Swift RGB 32 GB,${kitFacts(99)}`],
    kit("Swift RGB Black DDR5-6000 CL30 32GB (2x16GB)"),
    [99],
  ],
  [
    "the kit of the colour, and no kit of another colour",
    "ram",
    [`Acme Swift 32 GB,${kitFacts(99, "Black")}`, `Acme Swift 32 GB,${kitFacts(109, "White")}`],
    kit("Swift White DDR5-6000 CL30 32GB (2x16GB)"),
    [109],
  ],
  [
    "no white kit by the price of a black one",
    "ram",
    [`Acme Swift 32 GB,${kitFacts(99, "Black")}`],
    kit("Swift White DDR5-6000 CL30 32GB (2x16GB)"),
    [],
  ],
  [
    "no kit with other modules or another latency",
    "ram",
    [
      'Acme Swift 32 GB,99,"5,6000","1,32",2,Black,10,30',
      'Acme Swift 32 GB,98,"5,6000","2,16",2,Black,10,36',
    ],
    kit("Swift DDR5-6000 CL30 32GB (2x16GB)"),
    [],
  ],
  [
    "no SO-DIMM by the price of a DIMM",
    "ram",
    [`Acme Swift 32 GB,${kitFacts(99)}`],
    kit("Swift SODIMM DDR5-6000 CL30 32GB (2x16GB)", { form_factor: "262-pin SO-DIMM" }),
    [],
  ],
  [
    "a product by a part number that its row has in place of a name",
    "ram",
    [`Acme SW32G-6000C30K2 32 GB,${kitFacts(95)}`],
    kit("Swift Black DDR5-6000 CL30", { part_numbers: ["SW32G6000C30K2"] }),
    [95],
  ],
  [
    "no product by a part number where the facts disagree",
    "ram",
    [`Acme SW32G-6000C30K2 32 GB,${kitFacts(95)}`],
    kit("Swift Black DDR5-6000 CL36", { part_numbers: ["SW32G6000C30K2"], cas_latency: 36 }),
    [],
  ],
  [
    "no product by a part number of another maker",
    "ram",
    [`Zenith SW32G-6000C30K2 32 GB,${kitFacts(95)}`],
    kit("Swift Black DDR5-6000 CL30", { part_numbers: ["SW32G6000C30K2"] }),
    [],
  ],
  [
    "a product by its name rather than by another model that its record lists as a part number",
    "cpu",
    ["Acme A10-7850K,139.84,4,3.7,4,Steamroller,95,", "Acme PRO A10-7850B,148.02,4,3.7,4,Steamroller,95,"],
    { make: "Acme", model: "PRO A10-7850B", cores: 4, part_numbers: ["A10-7850K", "A10-7850B"] },
    [148.02],
  ],
];

for (const [title, kind, rows, fields, prices] of cases)
  test(`rows of a price file match ${title}`, async (t) => {
    t.deepEqual(await pricesOf(kind, rows, fields), prices);
  });
