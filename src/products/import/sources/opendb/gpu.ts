import { integerAt, nameCells, textAt, type OpenDbReader } from "./record.ts";

/** Reads a record of open-db/GPU; OpenDB states clocks in MHz and memory in whole GB, 0 where it is less than 1 GB. */
export const readGpu: OpenDbReader = (record) => ({
  ...nameCells(record),
  chipset_make: textAt(record, "chipset_manufacturer"),
  chipset: textAt(record, "chipset"),
  vram_gb: integerAt(record, "memory"),
  memory_type: textAt(record, "memory_type"),
  base_clock_mhz: integerAt(record, "core_base_clock"),
  boost_clock_mhz: integerAt(record, "core_boost_clock"),
  length_mm: integerAt(record, "length"),
  tdp_w: integerAt(record, "tdp"),
});
