import { readFileSync } from "node:fs";
import test from "ava";
import { parse } from "csv-parse/sync";
import { samples } from "../../scripts/quickstart/samples.ts";
import { productKinds } from "../../src/kinds/kinds.ts";
import { projectUrl } from "../helpers/project-files.ts";

type Row = Readonly<Record<string, string>>;

const read = (name: string) => readFileSync(projectUrl(`data/${name}`), "utf8");
const rowsOf = (name: string) => parse<Row>(read(name), { columns: true });

const gpus = rowsOf("gpus.csv");
const kits = rowsOf("ram.csv");
const boards = rowsOf("motherboards.csv");

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
const nameOf = ({ make, model }: Row) => `${make} ${model}`;
const duplicates = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index);

/** Returns the names of all products whose row is wrong, so that one test run shows every fault. */
const wrong = (rows: readonly Row[], isRight: (row: Row) => boolean) =>
  rows.filter((row) => !isRight(row)).map(nameOf);

/** The minimum number of products in each CSV file of data/; five for a file that is not listed. */
const atLeast: Readonly<Record<string, number>> = { "gpus.csv": 80, "ram.csv": 60, "motherboards.csv": 60 };

// The file cpus.csv is checked in cpus.test.ts.
for (const { collection } of productKinds.filter(({ name }) => name !== "cpu")) {
  const name = `${collection}.csv`;
  const rows = rowsOf(name);

  test(`${name} is plain UTF-8 with LF line ends, and has each product once, with an id that is the slug of its name`, (t) => {
    const text = read(name);
    t.false(text.includes("\r") || text.includes("\uFFFD"));
    t.true(text.endsWith("\n"));
    t.true(rows.length >= (atLeast[name] ?? 5), `${rows.length} rows`);
    t.deepEqual(duplicates(rows.map(nameOf)), []);
    t.deepEqual(
      wrong(rows, (row) => row["source_id"] === slugOf(nameOf(row))),
      [],
    );
  });

  test(`${name} states each price with its date, or neither`, (t) => {
    const isRight = ({ price_usd = "", price_date = "" }: Row) =>
      price_usd === "" ? price_date === "" : Number(price_usd) > 0 && /^20\d\d-\d\d-\d\d$/.test(price_date);
    t.deepEqual(wrong(rows, isRight), []);
  });
}

test("each memory kit and each motherboard has a price", (t) => {
  for (const rows of [kits, boards])
    t.deepEqual(
      wrong(rows, ({ price_usd }) => Number(price_usd) > 0),
      [],
    );
});

const chipMakers: [RegExp, string][] = [
  [/^GeForce /, "NVIDIA"],
  [/^Radeon /, "AMD"],
  [/^Arc /, "Intel"],
];

test("each graphics card names the maker of its chip, and all cards with the same chip have the same memory", (t) => {
  const isRight = ({ chipset = "", chipset_make, vram_gb, base_clock_mhz, boost_clock_mhz }: Row) => {
    const maker = chipMakers.find(([pattern]) => pattern.test(chipset))?.[1];
    const named = /(\d+)GB$/.exec(chipset)?.[1];
    const isClocked = boost_clock_mhz === "" || Number(boost_clock_mhz) >= Number(base_clock_mhz);
    return maker === chipset_make && (named === undefined || named === vram_gb) && isClocked;
  };
  t.deepEqual(wrong(gpus, isRight), []);
  for (const chipset of new Set(gpus.map((row) => row["chipset"]))) {
    const facts = gpus
      .filter((row) => row["chipset"] === chipset)
      .map((row) => `${row["vram_gb"]} ${row["memory_type"]}`);
    t.is(new Set(facts).size, 1, chipset);
  }
});

test("the capacity of each memory kit is the sum of its modules, and the name of the kit agrees with its fields", (t) => {
  const isRight = (row: Row) => {
    const { model = "", memory_type, speed_mts, cas_latency, capacity_gb, modules, module_gb } = row;
    const name = `${memory_type}-${speed_mts} CL${cas_latency} ${capacity_gb}GB (${modules}x${module_gb}GB)`;
    return Number(modules) * Number(module_gb) === Number(capacity_gb) && model.endsWith(name);
  };
  t.deepEqual(wrong(kits, isRight), []);
});

const socketsOf: Readonly<Record<string, RegExp>> = {
  "AM3+": /^9(?:70|90FX)$/,
  AM4: /^(?:A[35]20|[BX][3-5][57]0)$/,
  AM5: /^(?:A620|[BX][68][57]0E?)$/,
  sTR4: /^X399$/,
  sTRX4: /^TRX40$/,
  LGA1151: /^(?:[BHZ]3[679]|[BHZ][12][57])0$/,
  LGA1200: /^[BHZ][45][1679]0$/,
  LGA1700: /^[BHZ][67][169]0$/,
  LGA1851: /^[BHZ]8[169]0$/,
};

/** The types of memory on boards with a socket; DDR4 or DDR5 for a socket that is not listed. */
const ramTypesOf: Readonly<Record<string, readonly string[]>> = {
  "AM3+": ["DDR3"],
  AM5: ["DDR5"],
  LGA1851: ["DDR5"],
};

test("the chipset, socket, memory type, form factor and name of each motherboard agree", (t) => {
  const isRight = ({
    model = "",
    socket = "",
    chipset = "",
    chipset_make,
    ram_types = "",
    form_factor = "",
    has_wifi,
  }: Row) =>
    socketsOf[socket]?.test(chipset) === true &&
    chipset_make === (socket.startsWith("LGA") ? "Intel" : "AMD") &&
    model.includes(chipset.replace(/E$/, "")) &&
    (ramTypesOf[socket] ?? ["DDR4", "DDR5"]).includes(ram_types) &&
    ["ATX", "EATX", "Micro ATX", "Mini-ITX"].includes(form_factor) &&
    (!/wi-?fi/i.test(model) || has_wifi === "true");
  t.deepEqual(wrong(boards, isRight), []);
});

/** Facts about well-known products from the makers' specifications: file, model, expected fields. */
const known: [readonly Row[], string, Row][] = [
  [
    gpus,
    "GeForce RTX 4090 Founders Edition",
    { vram_gb: "24", boost_clock_mhz: "2520", tdp_w: "450", price_usd: "1599" },
  ],
  [gpus, "GeForce RTX 5080 Founders Edition", { vram_gb: "16", memory_type: "GDDR7", price_usd: "999" }],
  [gpus, "Radeon RX 7900 XTX", { vram_gb: "24", tdp_w: "355", price_usd: "999" }],
  [gpus, "GeForce GTX 1070 Founders Edition", { price_usd: "449", price_date: "2016-06-10" }],
  [gpus, "GeForce GTX 1080 Founders Edition", { price_usd: "699", price_date: "2016-05-27" }],
  [gpus, "GeForce RTX 2080 Ti Founders Edition", { price_usd: "1199", price_date: "2018-09-27" }],
  [gpus, "GeForce RTX 3060 Ti Founders Edition", { vram_gb: "8", boost_clock_mhz: "1665", tdp_w: "200" }],
  [boards, "MAG B650 TOMAHAWK WIFI", { socket: "AM5", form_factor: "ATX", has_wifi: "true" }],
  [boards, "B450 TOMAHAWK MAX", { socket: "AM4", ram_types: "DDR4", has_wifi: "false" }],
  [boards, "ROG STRIX B550-I GAMING (WI-FI)", { form_factor: "Mini-ITX", memory_slots: "2" }],
];

for (const [rows, model, facts] of known) {
  test(`${model} has the figures that its maker states`, (t) => {
    t.like(
      rows.find((row) => row["model"] === model),
      facts,
    );
  });
}

test("cards with the same chip have similar prices on the same day, and the parts of the quick start have current prices", (t) => {
  const currentDay = "2026-11-02";
  const current = gpus.filter((row) => row["price_date"] === currentDay);
  for (const chipset of new Set(current.map((row) => row["chipset"]))) {
    const ofChip = current.filter((row) => row["chipset"] === chipset).map((row) => Number(row["price_usd"]));
    t.true(Math.max(...ofChip) < 1.4 * Math.min(...ofChip), `${chipset}: ${ofChip.join(", ")}`);
  }
  const { cpu, gpu, ram, motherboard } = samples.parts;
  for (const [rows, model] of [
    [rowsOf("cpus.csv"), cpu],
    [gpus, gpu],
    [kits, ram],
    [boards, motherboard],
  ] as const)
    t.is(rows.find((row) => row["model"] === model)?.["price_date"], currentDay, model);
});
