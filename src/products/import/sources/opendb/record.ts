import type { Cells } from "../../import-row.ts";

/** A record's cells, of every column that OpenDB can tell. Anything that is not as expected is an empty cell. */
export type OpenDbReader = (record: unknown) => Cells;

/** What stands in a record at a path such as `metadata.name`; undefined where nothing does. */
function valueAt(record: unknown, path: string): unknown {
  let value = record;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** A text of a record, or an empty one. */
export function textAt(record: unknown, path: string): string {
  const value = valueAt(record, path);
  return typeof value === "string" ? value.trim() : "";
}

/** A list of texts as a cell. */
export function textsAt(record: unknown, path: string): string {
  const value = valueAt(record, path);
  return Array.isArray(value) ? value.filter((text) => typeof text === "string").join(";") : "";
}

/** A number as a cell, times a factor, rounded; empty for 0, which stands for "unknown" there. */
export function integerAt(record: unknown, path: string, factor = 1): string {
  const value = valueAt(record, path);
  return typeof value === "number" && value !== 0 ? String(Math.round(value * factor)) : "";
}

/** Identity, make and model, which every kind has. The name there mostly begins with the make. */
export function nameCells(record: unknown): { source_id: string; make: string; model: string } {
  const make = textAt(record, "metadata.manufacturer");
  const name = textAt(record, "metadata.name").replaceAll(/\s+/g, " ");
  const isPrefixed = make !== "" && name.toLowerCase().startsWith(`${make.toLowerCase()} `);
  return {
    source_id: textAt(record, "opendb_id"),
    make,
    model: isPrefixed ? name.slice(make.length + 1) : name,
  };
}

/** "LGA 1700" as people write it: LGA1700. */
export function socketAt(record: unknown, path: string): string {
  return textAt(record, path).replaceAll(/\bLGA /g, "LGA");
}
