import { integerAt, nameCells, textAt, type OpenDbReader } from "./record.ts";

/**
 * Reads a graphics card from a record of OpenDB (open-db/GPU). OpenDB states clock rates in MHz, and memory in whole
 * GB, so that 0 means less than 1 GB.
 */
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
  series: seriesOf(textAt(record, "chipset")),
});

const GEFORCE = /^GeForce (?:RTX \d{2}|GTX 1\d)(?=\d{2}\b)/;
const OLDER_GEFORCE = /^GeForce GTX \d(?=\d{2}\b)/;
const RADEON = /^Radeon RX \d(?=\d{3}\b)/;
const OLDER_RADEON = /^Radeon RX \d(?=\d{2}\b)/;
const ARC = /^Arc [AB](?=\d{3}\b)/;

/** Returns the series of a graphics chip as its maker names it: "GeForce RTX 40 Series" for a GeForce RTX 4070 Ti. */
function seriesOf(chipset: string): string {
  const named = (pattern: RegExp, zeros: string) => {
    const [start] = pattern.exec(chipset) ?? [];
    return start === undefined ? "" : `${start}${zeros} Series`;
  };
  return (
    named(GEFORCE, "") ||
    named(OLDER_GEFORCE, "00") ||
    named(RADEON, "000") ||
    named(OLDER_RADEON, "00") ||
    named(ARC, "")
  );
}
