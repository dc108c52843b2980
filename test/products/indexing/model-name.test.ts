import test from "ava";
import { modelNameOf } from "../../../src/products/indexing/model-name.ts";
import { normaliseQuery } from "../../../src/products/indexing/normalise.ts";
import { precedenceOf } from "../../../src/products/indexing/precedence.ts";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { gpuKind } from "../../../src/kinds/gpu.ts";
import type { ProductFields } from "../../../src/kinds/kind.ts";
import type { ProductKind } from "../../../src/kinds/kinds.ts";
import { motherboardKind } from "../../../src/kinds/motherboard.ts";
import { ramKind } from "../../../src/kinds/ram.ts";
import { distanceFrom } from "../../../src/products/search/model-distance.ts";

const cpu = (make: string, model: string, more: object = {}): ProductFields => ({ make, model, ...more });
const board = (chipset: string, model: string): ProductFields => ({ make: "ASUS", model, chipset });

const names: [ProductKind, ProductFields, string | null, number][] = [
  [cpuKind, cpu("AMD", "Ryzen 7 5800X"), "amd ryzen 7 5800x", 0],
  [cpuKind, cpu("Intel", "Xeon E5-2650 v4"), "intel xeon e5 2650", 1],
  [cpuKind, cpu("Intel", "Core i7-13700K OEM/Tray"), "intel core i7 13700k", 0.2],
  [cpuKind, cpu("AMD", "Athlon X4 860K"), "amd athlon x4 860k", 0],
  [motherboardKind, board("Z97", "PRIME Z97-A"), "z97", 0],
  [motherboardKind, board("B650", "PRIME B650M-A"), "b650", 0.5],
  [motherboardKind, { make: "ASRock", model: "Deskmini", chipset: null }, null, 1],
  [
    gpuKind,
    { make: "MSI", model: "SUPRIM X", chipset_make: "NVIDIA", chipset: "GeForce RTX 4070 Ti SUPER" },
    "nvidia geforce rtx 4070tisuper",
    0.5,
  ],
  [
    gpuKind,
    { make: "MSI", model: "RTX 4060 Ti", chipset_make: "NVIDIA", chipset: "GeForce RTX 5060 Ti" },
    "nvidia geforce rtx 5060ti",
    1,
  ],
  [
    gpuKind,
    { make: "MSI", model: "RTX 5060 Ti", chipset_make: "NVIDIA", chipset: "GeForce RTX 5060 Ti 16 GB" },
    "nvidia geforce rtx 5060ti",
    0,
  ],
  [
    ramKind,
    { make: "Corsair", model: "LPX DDR5-6000", memory_type: "DDR5", speed_mts: 6000 },
    "ddr5 6000",
    0,
  ],
];

for (const [kind, fields, name, variant] of names) {
  test(`the model of ${fields.make} ${fields.model} (${String(fields["chipset"] ?? "no chip")}) is ${name}`, (t) => {
    const found = modelNameOf(kind, fields);
    t.is(found.model_name, name);
    t.is(Number(found.variant.toFixed(1)), variant);
  });
}

/**
 * Typed queries by the kind of product, each with models in the order of their distance from the query, nearest first.
 */
const distances: [ProductKind, string, string[]][] = [
  [cpuKind, "ryzen 7 5850x", ["amd ryzen 7 5800x", "amd ryzen 7 9800x3d", "amd ryzen 9 5900x"]],
  [cpuKind, "ryzen 5 9800x", ["amd ryzen 5 9600x", "amd ryzen 7 9800x3d", "intel core i5 11400"]],
  [cpuKind, "ryzen 7 7800x", ["amd ryzen 7 7800x3d", "amd ryzen 7 7700x", "intel core i7 7800x"]],
  [cpuKind, "ryzen 9 5800x", ["amd ryzen 7 5800x", "amd ryzen 9 5900x", "amd ryzen 7 5700x"]],
  [cpuKind, "i7 15700k", ["intel core i7 14700k", "intel core i9 14900k"]],
  [cpuKind, "q6600", ["intel core i5 6600", "intel core i7 6700"]],
  [cpuKind, "q9550", ["intel core i5 9500", "amd a6 9550"]],
  [cpuKind, "ryzen 5 9500x", ["amd ryzen 5 9600x", "amd ryzen 5 8500g"]],
  [cpuKind, "13600kx", ["intel core i5 13600k", "intel core i5 13500"]],
  [cpuKind, "58000x", ["amd ryzen 7 5800x", "intel core i5 13500"]],
  [gpuKind, "rtx 6090", ["nvidia geforce rtx 5090", "nvidia geforce rtx 4090", "amd radeon rx 6900xt"]],
  [gpuKind, "rx 8800 xt", ["amd radeon rx 7800xt", "amd radeon rx 9060xt", "nvidia geforce 8800gt"]],
  [gpuKind, "rtx 5090 ti", ["nvidia geforce rtx 5090", "nvidia geforce rtx 5070ti"]],
  [gpuKind, "rtx 6060", ["nvidia geforce rtx 5060", "nvidia quadro rtx 6000"]],
  [gpuKind, "rtx 5080 ti", ["nvidia geforce rtx 5080", "nvidia geforce rtx 5070ti"]],
  [gpuKind, "rtx 7800 xt", ["amd radeon rx 7800xt", "nvidia quadro rtx 8000", "amd radeon rx 7900xt"]],
  [gpuKind, "gtx 2080", ["nvidia geforce rtx 2080super", "nvidia geforce gtx 1080"]],
  [ramKind, "ddr5 6200", ["ddr5 6400", "ddr5 5200"]],
  [motherboardKind, "z791", ["z790", "z690", "b760"]],
];

for (const [kind, typed, models] of distances) {
  test(`the model nearest to the query ${typed} is ${models[0]}`, (t) => {
    const far = models.map((name) => distanceFrom(kind, normaliseQuery(typed))?.(name) ?? NaN);
    t.deepEqual(
      far,
      far.toSorted((a, b) => a - b),
    );
    t.is(new Set(far).size, far.length);
  });
}

test("a query that is a part number is similar to no model", (t) => {
  t.is(distanceFrom(ramKind, normaliseQuery("CMK32GX5M2B6000C36")), undefined);
  t.is(distanceFrom(cpuKind, normaliseQuery("100-100000651WOF")), undefined);
});

test("of models equally similar to a query the newer generation comes first, then desktop models, then the larger number", (t) => {
  const ordered = [
    cpu("AMD", "Ryzen 9 9950X", { socket: "AM5", ram_types: ["DDR5"] }),
    cpu("AMD", "Ryzen 5 7600", { socket: "AM5", ram_types: ["DDR5"] }),
    cpu("AMD", "Ryzen Threadripper 9980X", { socket: "sTR5", ram_types: ["DDR5"] }),
    cpu("Intel", "Core i5-7600", { socket: "LGA1151", ram_types: ["DDR3", "DDR4"] }),
    cpu("Intel", "Core i7-9800X", { socket: "LGA2066", ram_types: ["DDR4"] }),
    cpu("AMD", "A8-7600", { socket: "FM2+", ram_types: ["DDR3"] }),
    cpu("AMD", "A8-7700", { socket: "FM2+", ram_types: [] }),
  ];
  const found = ordered.map((fields) =>
    precedenceOf(cpuKind, fields, { ...modelNameOf(cpuKind, fields), word_count: 4 }),
  );
  t.deepEqual(
    found,
    found.toSorted((a, b) => b - a),
  );
  t.is(new Set(found).size, ordered.length);
});
