import test from "ava";
import { comparedAsOf, titleOfCompared } from "../../../src/products/catalogue/compared-as.ts";
import { gpuKind } from "../../../src/kinds/gpu.ts";

const card = (chipset_make: string, chipset: string, vram_gb: number | null) => ({
  make: "Gigabyte",
  model: "Eagle",
  chipset_make,
  chipset,
  vram_gb,
});

test("graphics cards with the same chip and memory size are compared as one, however a source spells the chipset", (t) => {
  for (const [make, chipset, size, title, slug] of [
    [
      "NVIDIA",
      "GeForce RTX 4070 SUPER",
      12,
      "NVIDIA GeForce RTX 4070 SUPER 12 GB",
      "nvidia-geforce-rtx-4070-super-12gb",
    ],
    [
      "NVIDIA",
      "GeForce RTX 5060 Ti 16 GB",
      16,
      "NVIDIA GeForce RTX 5060 Ti 16 GB",
      "nvidia-geforce-rtx-5060-ti-16gb",
    ],
    [
      "NVIDIA",
      "GeForce RTX 5060 Ti",
      16,
      "NVIDIA GeForce RTX 5060 Ti 16 GB",
      "nvidia-geforce-rtx-5060-ti-16gb",
    ],
    [
      "NVIDIA",
      "GeForce RTX 3060 12GB",
      null,
      "NVIDIA GeForce RTX 3060 12 GB",
      "nvidia-geforce-rtx-3060-12gb",
    ],
    [
      "NVIDIA",
      "RTX PRO 5000 72GB Blackwell",
      72,
      "NVIDIA RTX PRO 5000 Blackwell 72 GB",
      "nvidia-rtx-pro-5000-blackwell-72gb",
    ],
    ["NVIDIA", "GeForce RTX 3070 LHR", 8, "NVIDIA GeForce RTX 3070 8 GB", "nvidia-geforce-rtx-3070-8gb"],
    ["Nvidia", "NVIDIA GeForce GT 710", null, "NVIDIA GeForce GT 710", "nvidia-geforce-gt-710"],
    ["Intel", "Arc A770", 16, "Intel Arc A770 16 GB", "intel-arc-a770-16gb"],
  ] as const) {
    t.is(titleOfCompared(gpuKind.comparedAs, card(make, chipset, size)), title);
    t.is(comparedAsOf("gpu", card(make, chipset, size)), slug);
  }
});

test("processors of the same model are compared as one, whether they are sold boxed or as tray", (t) => {
  for (const [make, models, slug] of [
    [
      "Intel",
      [
        "Core i7-9700K",
        "Core i7 9700K",
        "Core i7 9700K OEM/Tray",
        "Core i7-9700K (OEM / Tray)",
        "Core i7-9700K Tray",
      ],
      "intel-core-i7-9700k",
    ],
    [
      "Intel",
      ["Core i9-9900K", "Core i9-9900K (Standard Folding Box)", "Core i9-9900K Boxed"],
      "intel-core-i9-9900k",
    ],
    [
      "AMD",
      ["Ryzen™ 5 7500F", "Ryzen 5 7500F OEM/Tray", "Ryzen 5 7500F MPK", "Ryzen 5 7500F WOF"],
      "amd-ryzen-5-7500f",
    ],
    ["AMD", ["A10-7860K", "A 10 7860k OEM/Tray", "A10 7860K"], "amd-a10-7860k"],
    ["AMD", ["A4-6300 OEM/Tray", "A-Series A4 6300"], "amd-a4-6300"],
    ["AMD", ["FX-4150", "FX FX-4150 OEM/Tray"], "amd-fx-4150"],
  ] as const)
    for (const model of models) t.is(comparedAsOf("cpu", { make, model }), slug, model);
  t.not(
    comparedAsOf("cpu", { make: "AMD", model: "Ryzen 5 1600 (12nm)" }),
    comparedAsOf("cpu", { make: "AMD", model: "Ryzen 5 1600 (14nm)" }),
  );
  t.is(comparedAsOf("ram", { make: "Corsair", model: "Vengeance" }), undefined);
});
