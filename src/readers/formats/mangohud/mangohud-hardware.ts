import { namedHardware, type NamedHardware } from "../../recorded-on.ts";

const KIB_PER_GIB = 1024 * 1024;

/**
 * Returns the hardware and the system that a MangoHud log names in the two lines before the names of its columns:
 * `os,cpu,gpu,ram,kernel,driver`, and the values. Returns no hardware if a value contains a comma, because MangoHud
 * writes no quotation marks and the values are then ambiguous.
 */
export function mangoHudHardware(linesBefore: readonly string[]): NamedHardware {
  const place = linesBefore.findIndex((line) => line.toLowerCase().startsWith("os,cpu,gpu,"));
  const names = linesBefore[place]?.toLowerCase().trimEnd().split(",") ?? [];
  const values = linesBefore[place + 1]?.split(",") ?? [];
  if (place === -1 || names.length !== values.length) return { recordedOn: null, warnings: [] };
  const valueOf = (name: string) => values[names.indexOf(name)];
  return namedHardware({
    os: [valueOf("os")],
    processor: [valueOf("cpu")],
    gpu: [valueOf("gpu")],
    ram: [ramOf(Number(valueOf("ram")))],
    driver: [valueOf("driver")],
  });
}

function ramOf(kib: number): string {
  return kib > 0 ? `${Math.round(kib / KIB_PER_GIB)} GB` : "";
}
