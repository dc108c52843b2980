import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Returns an OpenDB record of a processor. */
export const cpuRecord = (id: string, name = "AMD Ryzen 9 9999X", more: object = {}) => ({
  opendb_id: id,
  cores: { total: 8, threads: 16 },
  clocks: { performance: { base: 4.2, boost: 5.05 } },
  cache: { l2: 8, l3: 32 },
  specifications: {
    memory: { types: ["DDR5", "DDR4"] },
    integratedGraphics: { model: "None" },
    tdp: 120,
    eccSupport: true,
  },
  metadata: { name, manufacturer: "AMD", part_numbers: [name, "100-100009999WOF", " 100-100009999WOF "] },
  series: "Ryzen 9 9000",
  microarchitecture: "Zen 5",
  coreFamily: "Granite Ridge",
  socket: "LGA 1700",
  ...more,
});

/** An OpenDB record of each kind of product except processors. */
export const records = {
  gpu: {
    opendb_id: "g1",
    metadata: {
      name: "Acme Storm GeForce RTX 4070 12GB",
      manufacturer: "ACME",
      part_numbers: ["RTX 4070 STORM", "GV-N4070 STORM-12GD"],
    },
    chipset_manufacturer: "NVIDIA",
    chipset: "GeForce RTX 4070",
    memory: 12,
    memory_type: "GDDR6X",
    core_base_clock: 1920,
    core_boost_clock: 0,
    length: 261.4,
    tdp: 200,
  },
  ram: {
    opendb_id: "r1",
    metadata: { name: "Acme Swift DDR5-6000 CL30 32GB (2x16GB)", manufacturer: "Acme" },
    ram_type: "DDR5",
    capacity: 32,
    modules: { quantity: 2, capacity_gb: 16 },
    speed: 6000,
    cas_latency: 30,
    form_factor: "288-pin DIMM",
    ecc: "Non-ECC",
    profile_support: ["XMP", "EXPO"],
  },
  motherboard: {
    opendb_id: "m1",
    metadata: { name: "Acme B650 Anvil WIFI", manufacturer: "Acme", series: "Anvil" },
    m2_slots: [{ key: "M" }, { key: "M" }, { key: "E" }],
    socket: "AM5",
    chipset: "AMD B650",
    form_factor: "Micro ATX",
    memory: { ram_type: "DDR5", slots: 4, max: 192 },
    wireless_networking: null,
  },
};

/** Writes records as JSON, and strings unchanged, as lines of a file in a folder. Returns the path of the file. */
export function ndjson(folder: string, ...lines: unknown[]): string {
  const file = join(folder, "records.ndjson");
  writeFileSync(
    file,
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  return file;
}
