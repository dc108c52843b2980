import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { parse } from "csv-parse/sync";
import { projectUrl } from "../helpers/project-files.ts";

const columns = [
  "source_id",
  "make",
  "model",
  "cores",
  "threads",
  "base_clock_mhz",
  "boost_clock_mhz",
  "l3_cache_mb",
  "socket",
  "ram_types",
  "series",
  "microarchitecture",
  "core_family",
  "tdp_w",
  "has_integrated_graphics",
  "ecc",
  "part_numbers",
  "price_usd",
  "price_date",
] as const;

type CpuRow = Record<(typeof columns)[number], string>;

const text = readFileSync(projectUrl("data/cpus.csv"), "utf8");
const rows = parse<CpuRow>(text, { columns: true });
const latestPriceDate = "2026-11-20";

/** Returns the faults of all rows, each with the name of its row, so that one test run shows every fault. */
function faultsOfRows(faultsOf: (row: CpuRow) => string[]): string[] {
  return rows.flatMap((row) => faultsOf(row).map((fault) => `${row.make} ${row.model}: ${fault}`));
}

function duplicates(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** Returns the whole number that a text states. Any other text gives NaN, which fails every comparison. */
function integer(value: string): number {
  return /^[1-9]\d*$/.test(value) ? Number(value) : Number.NaN;
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function isCalendarDate(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value;
}

test("cpus.csv is plain UTF-8 with LF line ends and the agreed header", (t) => {
  t.is(text.slice(0, text.indexOf("\n")), columns.join(","));
  t.false(text.includes("\r"));
  t.false(text.includes("\uFFFD"));
  t.true(text.endsWith("\n"));
  t.true(rows.length >= 140, `${rows.length} rows`);
});

test("each CPU appears once, with a source_id made of its make and model", (t) => {
  t.deepEqual(duplicates(rows.map((row) => row.source_id)), []);
  t.deepEqual(duplicates(rows.map((row) => `${row.make} ${row.model}`)), []);
  const faults = faultsOfRows((row) =>
    row.source_id === slugOf(`${row.make} ${row.model}`) ? [] : [`source_id is ${row.source_id}`],
  );
  t.deepEqual(faults, []);
});

test("cpus.csv lists the CPUs of AMD before those of Intel, and no other makes", (t) => {
  const makes = rows.map((row) => row.make);
  t.deepEqual([...new Set(makes)], ["AMD", "Intel"]);
  t.deepEqual(makes, makes.toSorted());
});

test("the cores, threads, clocks and caches of each CPU are whole numbers that agree with each other", (t) => {
  const faults = faultsOfRows((row) => {
    const cores = integer(row.cores);
    const threads = integer(row.threads);
    const base = integer(row.base_clock_mhz);
    const boost = row.boost_clock_mhz === "" ? base : integer(row.boost_clock_mhz);
    return [
      isBetween(cores, 2, 64) ? "" : `cores is ${row.cores}`,
      isBetween(threads, cores, 2 * cores) ? "" : `threads is ${row.threads} for ${row.cores} cores`,
      isBetween(base, 2000, 4800) ? "" : `base_clock_mhz is ${row.base_clock_mhz}`,
      isBetween(boost, base, 6200) ? "" : `boost_clock_mhz is ${row.boost_clock_mhz}`,
      isBetween(integer(row.l3_cache_mb), 2, 256) ? "" : `l3_cache_mb is ${row.l3_cache_mb}`,
    ].filter((fault) => fault !== "");
  });
  t.deepEqual(faults, []);
});

const ramTypesOfSocket = new Map([
  ["AM3+", "DDR3"],
  ["AM4", "DDR4"],
  ["AM5", "DDR5"],
  ["sTR4", "DDR4"],
  ["sTRX4", "DDR4"],
  ["sTR5", "DDR5"],
  ["LGA1151", "DDR4"],
  ["LGA1200", "DDR4"],
  ["LGA1700", "DDR4;DDR5"],
  ["LGA1851", "DDR5"],
]);

/** Skylake and Kaby Lake, the first two generations on LGA1151, also have a DDR3L memory controller. */
const ddr3Models = /^Core i\d-[67]\d{3}K?$|^Pentium G4\d{3}$|^Celeron G3930$/;

test("each CPU has a known socket, and the RAM types that its socket supports", (t) => {
  const faults = faultsOfRows((row) => {
    const expected = ddr3Models.test(row.model) ? "DDR3;DDR4" : ramTypesOfSocket.get(row.socket);
    return row.ram_types === expected ? [] : [`${row.socket} with ${row.ram_types}, expected ${expected}`];
  });
  t.deepEqual(faults, []);
});

test("each row of cpus.csv has both a price and the date of the price, or neither", (t) => {
  const faults = faultsOfRows(({ price_usd: price, price_date: date }) => {
    if (price === "" && date === "") return [];
    return [
      isBetween(integer(price), 30, 5000) ? "" : `price_usd is "${price}"`,
      isCalendarDate(date) && date <= latestPriceDate ? "" : `price_date is "${date}"`,
    ].filter((fault) => fault !== "");
  });
  t.deepEqual(faults, []);
});

/** Facts about known CPUs, as their makers specify: model, cores, threads, base and boost clock in MHz, socket. */
const knownCpus: [string, number, number, number, number | null, string][] = [
  ["FX-8350", 8, 8, 4000, 4200, "AM3+"],
  ["Ryzen 7 1800X", 8, 16, 3600, 4000, "AM4"],
  ["Ryzen Threadripper 1950X", 16, 32, 3400, 4000, "sTR4"],
  ["Athlon 200GE", 2, 4, 3200, null, "AM4"],
  ["Ryzen 5 2600", 6, 12, 3400, 3900, "AM4"],
  ["Ryzen 5 3600", 6, 12, 3600, 4200, "AM4"],
  ["Ryzen Threadripper 3990X", 64, 128, 2900, 4300, "sTRX4"],
  ["Ryzen 5 5600X", 6, 12, 3700, 4600, "AM4"],
  ["Ryzen 7 5800X", 8, 16, 3800, 4700, "AM4"],
  ["Ryzen 7 5800X3D", 8, 16, 3400, 4500, "AM4"],
  ["Ryzen 9 5950X", 16, 32, 3400, 4900, "AM4"],
  ["Ryzen 7 7800X3D", 8, 16, 4200, 5000, "AM5"],
  ["Ryzen 9 7950X", 16, 32, 4500, 5700, "AM5"],
  ["Ryzen Threadripper 7980X", 64, 128, 3200, 5100, "sTR5"],
  ["Ryzen 7 9800X3D", 8, 16, 4700, 5200, "AM5"],
  ["Ryzen 9 9950X", 16, 32, 4300, 5700, "AM5"],
  ["Core i7-6700K", 4, 8, 4000, 4200, "LGA1151"],
  ["Pentium G4560", 2, 4, 3500, null, "LGA1151"],
  ["Core i5-8400", 6, 6, 2800, 4000, "LGA1151"],
  ["Core i9-9900K", 8, 16, 3600, 5000, "LGA1151"],
  ["Core i9-10900K", 10, 20, 3700, 5300, "LGA1200"],
  ["Core i5-11400", 6, 12, 2600, 4400, "LGA1200"],
  ["Core i5-12400F", 6, 12, 2500, 4400, "LGA1700"],
  ["Core i9-12900K", 16, 24, 3200, 5200, "LGA1700"],
  ["Core i7-13700K", 16, 24, 3400, 5400, "LGA1700"],
  ["Core i5-14600K", 14, 20, 3500, 5300, "LGA1700"],
  ["Core i9-14900KS", 24, 32, 3200, 6200, "LGA1700"],
  ["Core Ultra 5 245K", 14, 14, 4200, 5200, "LGA1851"],
  ["Core Ultra 9 285K", 24, 24, 3700, 5700, "LGA1851"],
];

/**
 * Facts that the makers publish: model, microarchitecture, core family, L3 cache in MB, TDP in W, integrated graphics.
 */
const knownDesigns: [string, string, string, number, number, boolean][] = [
  ["Ryzen 7 5800X", "Zen 3", "Vermeer", 32, 105, false],
  ["Ryzen 7 5800X3D", "Zen 3", "Vermeer", 96, 105, false],
  ["Ryzen 5 5600G", "Zen 3", "Cezanne", 16, 65, true],
  ["Ryzen 9 7950X", "Zen 4", "Raphael", 64, 170, true],
  ["Ryzen 5 7500F", "Zen 4", "Raphael", 32, 65, false],
  ["Ryzen 7 9800X3D", "Zen 5", "Granite Ridge", 96, 120, true],
  ["Core i5-12400F", "Alder Lake", "Alder Lake-S", 18, 65, false],
  ["Core i7-13700K", "Raptor Lake", "Raptor Lake-S", 30, 125, true],
  ["Core Ultra 9 285K", "Arrow Lake", "Arrow Lake-S", 36, 125, true],
];

for (const [model, microarchitecture, core_family, l3, tdp, hasGraphics] of knownDesigns) {
  test(`${model} has the design, the cache and the power that its maker states`, (t) => {
    const row = rows.find((row) => row.model === model);
    t.like(row, { microarchitecture, core_family, l3_cache_mb: `${l3}`, tdp_w: `${tdp}` });
    t.is(row?.has_integrated_graphics, `${hasGraphics}`);
  });
}

test("the model of each CPU begins with its series, and no two CPUs have the same part number", (t) => {
  const faults = faultsOfRows((row) => (row.series && row.model.startsWith(row.series) ? [] : ["series"]));
  t.deepEqual(faults, []);
  const partNumbers = rows.flatMap((row) => row.part_numbers.split(";").filter(Boolean));
  t.true(partNumbers.length > 50);
  t.deepEqual(duplicates(partNumbers), []);
});

/** Returns the facts of a row of cpus.csv that a test compares with `knownCpus`; boost is null if there is none. */
function factsOf(row: CpuRow) {
  return {
    cores: Number(row.cores),
    threads: Number(row.threads),
    base: Number(row.base_clock_mhz),
    boost: row.boost_clock_mhz === "" ? null : Number(row.boost_clock_mhz),
    socket: row.socket,
  };
}

for (const [model, cores, threads, base, boost, socket] of knownCpus) {
  test(`${model} has the figures that its maker states`, (t) => {
    const row = rows.find((row) => row.model === model);
    t.deepEqual(row && factsOf(row), { cores, threads, base, boost, socket });
  });
}

/**
 * The compared members of a record of BuildCores OpenDB (folder open-db/CPU). Clocks are in GHz; they are 0 or absent
 * if the CPU has none.
 */
interface OpenDbCpu {
  cores: { total: number; threads: number };
  clocks: { performance: { base?: number; boost?: number } };
  metadata: { name: string; manufacturer?: string };
  socket: string;
}

function factsOfRecord(record: OpenDbCpu): ReturnType<typeof factsOf> {
  const { base = 0, boost = 0 } = record.clocks.performance;
  return {
    cores: record.cores.total,
    threads: record.cores.threads,
    base: Math.round(base * 1000),
    boost: boost === 0 ? null : Math.round(boost * 1000),
    socket: record.socket.replace(" ", ""),
  };
}

function wordsOf(name: string): string[] {
  return slugOf(name).split("-");
}

function isRecordOf(row: CpuRow, record: OpenDbCpu): boolean {
  const words = wordsOf(record.metadata.name);
  return (
    record.metadata.manufacturer === row.make && wordsOf(row.model).every((word) => words.includes(word))
  );
}

const withoutTurboBoostMax =
  "the record has the plain turbo clock; the file has the maximum, which includes Turbo Boost Max 3.0 and Thermal Velocity Boost";

/** Checked differences from OpenDB, as `differencesOf` returns them, each with the reason why cpus.csv is right. */
const decidedDifferences = new Map([
  [
    "Ryzen Threadripper 2950X socket sTR4, recorded TR4",
    "TR4 is the retail name of sTR4, which other records of it use",
  ],
  ["Pentium Gold G6400 boost null, recorded 4000", "it has no turbo; the record repeats the base clock"],
  ["Core i7-12700K boost 5000, recorded 4900", withoutTurboBoostMax],
  ["Core i7-13700K boost 5400, recorded 5300", withoutTurboBoostMax],
  ["Core i7-14700K boost 5600, recorded 5500", withoutTurboBoostMax],
  ["Core i7-14700KF boost 5600, recorded 5500", withoutTurboBoostMax],
  ["Core i9-14900K boost 6000, recorded 5600", withoutTurboBoostMax],
  ["Core i9-14900KS boost 6200, recorded 5700", withoutTurboBoostMax],
  ["Core Ultra 7 265K boost 5500, recorded 5400", withoutTurboBoostMax],
  ["Core Ultra 9 285K boost 5700, recorded 5500", withoutTurboBoostMax],
]);

/** Returns a line for each field in which `row` and `record` differ, with both values. */
function differencesOf(row: CpuRow, record: OpenDbCpu): string[] {
  const ours = factsOf(row);
  const recorded = factsOfRecord(record);
  const fields = ["cores", "threads", "base", "boost", "socket"] as const;
  return fields
    .filter((field) => ours[field] !== recorded[field])
    .map((field) => `${row.model} ${field} ${ours[field]}, recorded ${recorded[field]}`);
}

const catalogueFolder = process.env["EXTRA_CATALOGUE"];
if (catalogueFolder !== undefined) {
  test("cpus.csv agrees with the records of BuildCores OpenDB except for the differences that a person has checked", (t) => {
    const lines = readFileSync(join(catalogueFolder, "opendb-cpu.ndjson"), "utf8").trim().split("\n");
    const records = lines.map((line) => JSON.parse(line) as OpenDbCpu);
    const matches = rows.map((row) => ({ row, found: records.filter((record) => isRecordOf(row, record)) }));
    const differences = matches.flatMap(({ row, found }) =>
      found.flatMap((record) => differencesOf(row, record)),
    );
    const matched = matches.filter(({ found }) => found.length > 0).length;

    t.log(`${matched} of ${rows.length} rows matched`);
    t.true(matched >= 100, `${matched} rows matched`);
    t.deepEqual(
      differences.filter((difference) => !decidedDifferences.has(difference)),
      [],
    );
  });
}
