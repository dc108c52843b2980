import type { PartsForSale } from "../../scripts/admin/population/machines.ts";

/**
 * Parts from which tests simulate populations of builds: two processors with boards, a processor without a board, and
 * one card.
 */
export const parts: PartsForSale = {
  cpu: [
    { id: 1, model: "Ryzen 7 5800X", socket: "AM4" },
    { id: 2, model: "Core i5-10400F", socket: "LGA1200" },
    { id: 10, model: "FX-8350", socket: "AM3+" },
  ],
  gpu: [{ id: 3, chipset: "GeForce RTX 3080 10GB" }],
  ram: [
    { id: 4, memory_type: "DDR4", capacity_gb: 32, speed_mts: 3600 },
    { id: 5, memory_type: "DDR5", capacity_gb: 32, speed_mts: 6000 },
    { id: 8, memory_type: "DDR4", capacity_gb: 32, speed_mts: 3600, form_factor: "260-pin SO-DIMM" },
  ],
  motherboard: [
    { id: 6, socket: "AM4", chipset: "B550", ram_types: ["DDR4"] },
    { id: 7, socket: "AM5", chipset: "B650", ram_types: ["DDR5"] },
    { id: 9, socket: "LGA1200", chipset: "B560", ram_types: ["DDR4"] },
  ],
};
