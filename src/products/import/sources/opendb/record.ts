import { usualSocket } from "../socket-memory.ts";
import { MAX_TEXTS, type Cells } from "../../import-row.ts";

/**
 * Turns a record of OpenDB into the cells of the CSV columns that OpenDB knows. A value of an unexpected type becomes
 * an empty cell.
 */
export type OpenDbReader = (record: unknown) => Cells;

/** Returns the text at a path of an OpenDB record; an empty text if the record has no text there. */
export function textAt(record: unknown, path: string): string {
  const value = valueAt(record, path);
  return typeof value === "string" ? value.trim() : "";
}

/** Returns the list of texts at a path of an OpenDB record, as a CSV cell. */
export function textsAt(record: unknown, path: string): string {
  const value = valueAt(record, path);
  return Array.isArray(value) ? value.filter((text) => typeof text === "string").join(";") : "";
}

/**
 * Returns the number at a path of an OpenDB record, multiplied by a factor and rounded, as a CSV cell. The cell is
 * empty for 0, by which OpenDB means "unknown".
 */
export function integerAt(record: unknown, path: string, factor = 1): string {
  const value = valueAt(record, path);
  return typeof value === "number" && value !== 0 ? String(Math.round(value * factor)) : "";
}

/** Returns the flag (true or false) at a path of an OpenDB record, as a CSV cell. */
export function flagAt(record: unknown, path: string): string {
  const value = valueAt(record, path);
  return typeof value === "boolean" ? String(value) : "";
}

/** Returns the list at a path of an OpenDB record; undefined if the record has no list there. */
export function listAt(record: unknown, path: string): readonly unknown[] | undefined {
  const value = valueAt(record, path);
  return Array.isArray(value) ? value : undefined;
}

/**
 * Returns the CSV cells that every kind of product has. Removes the make from the beginning of the product's name,
 * because most names in OpenDB begin with the make.
 */
export function nameCells(record: unknown): NameCells {
  const name = textAt(record, "metadata.name").replaceAll(/\s+/g, " ");
  const make = textAt(record, "metadata.manufacturer") || makerIn(name);
  const isPrefixed = make !== "" && name.toLowerCase().startsWith(`${make.toLowerCase()} `);
  return {
    source_id: textAt(record, "opendb_id"),
    make,
    model: isPrefixed ? name.slice(make.length + 1) : name,
    part_numbers: partNumbersOf(record),
  };
}

/** The makers whose names may begin the name of a product, for records that do not state the maker. */
const MAKERS = [
  "Acer|ADATA|AMD|Apacer|ASRock|ASUS|Biostar|Biwin|Colorful|Corsair|Crucial|ECS|EVGA|G.Skill",
  "Gainward|GALAX|GeIL|Gigabyte|Gigastone|HP|Inno3D|Intel|KFA2|Kingston|Klevv|Lexar|MSI|Mushkin",
  "NVIDIA|NZXT|Palit|Patriot|PNY|PowerColor|Samsung|Sapphire|Silicon Power|Sparkle|Supermicro",
  "TEAMGROUP|Thermaltake|Timetec|v-color|XFX|Yeston|Zotac",
].flatMap((names) => names.split("|"));

function makerIn(name: string): string {
  return MAKERS.find((maker) => name.toLowerCase().startsWith(`${maker.toLowerCase()} `)) ?? "";
}

interface NameCells {
  source_id: string;
  make: string;
  model: string;
  part_numbers: string;
}

/**
 * Matches a part number: it has a digit, no blank and at least five characters. Many lists of part numbers also
 * contain names and sizes ("RTX 4060 VENTUS 2X", "16"). Part numbers of Gigabyte may have a blank: "GV-N407TSWF3MAX
 * OC-16GD".
 */
const PART_NUMBER = /^(?=.*\d)(?:\S{5,100}|GV-.{3,97})$/;

function partNumbersOf(record: unknown): string {
  const texts = (listAt(record, "metadata.part_numbers") ?? []).filter((text) => typeof text === "string");
  const trimmed = texts.map((text) => text.trim()).filter((text) => PART_NUMBER.test(text));
  return [...new Set(trimmed)].slice(0, MAX_TEXTS).join(";");
}

/** Returns the socket at a path of an OpenDB record, in its usual spelling. */
export function socketAt(record: unknown, path: string): string {
  return usualSocket(textAt(record, path));
}

/**
 * Returns the value at a path of an OpenDB record, such as `metadata.name`; undefined if the record has no value
 * there.
 */
function valueAt(record: unknown, path: string): unknown {
  let value = record;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
