import { integerAt, nameCells, socketAt, textAt, type OpenDbReader } from "./record.ts";

const CHIPSET = /^(AMD|Intel|NVIDIA|VIA) (.+)$/;

/** Reads a record of open-db/Motherboard; OpenDB states memory in GB and the chipset as "Intel B760". */
export const readMotherboard: OpenDbReader = (record) => {
  const name = nameCells(record);
  const [, chipsetMake = "", chipset = textAt(record, "chipset")] =
    CHIPSET.exec(textAt(record, "chipset")) ?? [];
  return {
    ...name,
    socket: socketAt(record, "socket"),
    chipset_make: chipsetMake,
    chipset,
    form_factor: textAt(record, "form_factor"),
    ram_types: textAt(record, "memory.ram_type"),
    memory_slots: integerAt(record, "memory.slots"),
    max_memory_gb: integerAt(record, "memory.max"),
    has_wifi: String(hasWifi(name.model, textAt(record, "wireless_networking"))),
  };
};

/** Whether a board has WiFi. Most records leave the field empty; then the name of the board decides. */
function hasWifi(model: string, networking: string): boolean {
  return /wi-?fi|802\.11|wireless/i.test(networking) || /wi-?fi/i.test(model);
}
