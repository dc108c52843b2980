import { integerAt, nameCells, textAt, textsAt, type OpenDbReader } from "./record.ts";

/** Reads a memory kit from a record of OpenDB (open-db/RAM), which states capacities in GB and the speed in MT/s. */
export const readRam: OpenDbReader = (record) => {
  const name = nameCells(record);
  return {
    ...name,
    memory_type: textAt(record, "ram_type"),
    capacity_gb: integerAt(record, "capacity"),
    modules: integerAt(record, "modules.quantity"),
    module_gb: integerAt(record, "modules.capacity_gb"),
    speed_mts: integerAt(record, "speed"),
    cas_latency: integerAt(record, "cas_latency"),
    form_factor: textAt(record, "form_factor"),
    ecc: isNamedEcc(name.model) ? "true" : (eccCells.get(textAt(record, "ecc")) ?? ""),
    profiles: textsAt(record, "profile_support"),
  };
};

/**
 * Returns whether the name of a memory kit says that the kit corrects errors (ECC). The name takes precedence over the
 * record's field `ecc`, because the records of most such kits say "Non-ECC". Registered modules always correct errors.
 */
function isNamedEcc(model: string): boolean {
  return /\b(?:(?<!non[- ])ECC|Registered|L?RDIMM)\b/i.test(model);
}

const eccCells: ReadonlyMap<string, string> = new Map([
  ["ECC", "true"],
  ["Non-ECC", "false"],
]);
