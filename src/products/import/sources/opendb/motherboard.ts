import { integerAt, listAt, nameCells, socketAt, textAt, type OpenDbReader } from "./record.ts";

const CHIPSET = /^(AMD|Intel|NVIDIA|VIA) (.+)$/;

/**
 * Reads a motherboard from a record of OpenDB (open-db/Motherboard), which states memory in GB and the chipset as
 * "Intel B760".
 */
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
    m2_slots: m2Slots(listAt(record, "m2_slots")),
    series: seriesOf(textAt(record, "metadata.series"), name),
    has_wifi: hasWifi(name.model, textAt(record, "wireless_networking")),
  };
};

/**
 * The maximum number of M.2 slots of a motherboard for one processor. A longer list in a record has several entries
 * for one slot: one for each length of module that fits the slot.
 */
const MAX_M2_SLOTS = 7;

/**
 * Counts the M.2 slots of a motherboard for drives; a slot with key E takes a WiFi module instead. An empty list
 * means that the board has no slots.
 */
function m2Slots(slots: readonly unknown[] | undefined): string {
  const drives = slots?.filter((slot) => textAt(slot, "key") !== "E");
  return drives === undefined || drives.length > MAX_M2_SLOTS ? "" : String(drives.length);
}

/**
 * Returns the series of a motherboard, or an empty text if a record states the maker or the chipset as the series.
 */
function seriesOf(series: string, { make, model }: { make: string; model: string }): string {
  const isSeries =
    !/\d{2}|^(?:AMD|Intel|NVIDIA|CPU|Atom)$/i.test(series) &&
    series.toLowerCase() !== make.toLowerCase() &&
    model.toLowerCase().includes(series.toLowerCase());
  return isSeries ? series : "";
}

/**
 * Matches the parts of a motherboard's name that mean WiFi. Some makers write the standard, AX or AC, as in "B650
 * AORUS ELITE AX". BATTLE-AX is a series.
 */
const WIFI_IN_NAME = /wi-?fi|\b(?:ac|(?<!battle-)ax6?)\b/i;

/**
 * Returns, as a cell, whether a motherboard has WiFi. Most records leave the field empty, so that only the name of
 * the board can tell. A slot for a WiFi module that is sold separately does not count.
 */
function hasWifi(model: string, networking: string): string {
  if (WIFI_IN_NAME.test(model)) return "true";
  if (networking === "") return "";
  const isModule =
    /wi-?fi|802\.11|wireless/i.test(networking) && !/slot only|sold separately/i.test(networking);
  return String(isModule);
}
