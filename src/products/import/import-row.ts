import { systemClock } from "../../infra/clock.ts";
import { DAY_MS } from "../../infra/days.ts";
import { show } from "../../validation/faults.ts";
import { unknownValue, type FieldDefinition, type FieldValue, type ProductFields } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";

/**
 * The maximum length of a text in the catalogue, in bytes: Meilisearch can neither sort nor filter by longer texts.
 */
const MAX_TEXT_BYTES = 450;
/** The maximum number of texts in one cell of a CSV file. */
export const MAX_TEXTS = 20;
const MAX_SOURCE_ID_CHARACTERS = 200;
const MIN_PRICE_USD = 0.01;
const MAX_PRICE_USD = 10_000_000;

/**
 * Reads a row of a source, such as a CSV file, as a product of a kind. An optional field without a cell in the row is
 * left out.
 */
export function readRow(kind: ProductKind, cells: Cells): RowResult {
  const sourceId = (cells["source_id"] ?? "").trim();
  const faults: string[] = [];
  if (sourceId === "" || sourceId.length > MAX_SOURCE_ID_CHARACTERS || !isText(sourceId))
    faults.push(
      `source_id: expected 1 to ${MAX_SOURCE_ID_CHARACTERS} characters, found ${showCell(sourceId)}`,
    );
  const fields: Record<string, FieldValue> = {};
  for (const [name, definition] of Object.entries(kind.fields)) {
    const given = cells[name];
    if (given === undefined && definition.isOptional) continue;
    const cell = (given ?? "").trim();
    const value = readCell(definition, cell);
    if (value === undefined)
      faults.push(`${name}: expected ${expectation(definition)}, found ${showCell(cell)}`);
    else fields[name] = value;
  }
  return faults.length > 0 ? { sourceId, faults } : { sourceId, fields: fields as ProductFields };
}

/**
 * The cells of a row, by the columns of this service's CSV format. A column that the source does not have is left
 * out.
 */
export type Cells = Readonly<Record<string, string | undefined>>;

/** The product that a row describes, or every reason why the row cannot be imported. */
type RowResult =
  | { sourceId: string; fields: ProductFields; faults?: never }
  | { sourceId: string; faults: readonly string[] };

/**
 * Returns the columns of the CSV format for a kind of product, in their order. A file may leave out the optional
 * columns.
 */
export function columnsOf({ fields }: ProductKind): Columns {
  const names = Object.entries(fields);
  return {
    all: ["source_id", ...names.map(([name]) => name)],
    needed: ["source_id", ...names.filter(([, { isOptional }]) => !isOptional).map(([name]) => name)],
  };
}

/** The columns that a CSV file may have (`all`) and the columns that it must have (`needed`). */
interface Columns {
  all: readonly string[];
  needed: readonly string[];
}

/** Reads a price in USD with at most two decimals from a cell of a file; undefined if the cell contains no price. */
export function readPrice(cell: string): number | undefined {
  return readCell({ type: "price" }, cell.trim()) as number | undefined;
}

/** Whether a text is a day of the calendar, written YYYY-MM-DD, and no later than tomorrow in UTC. */
export function isPriceDate(cell: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(cell) ? Date.parse(`${cell}T00:00:00Z`) : Number.NaN;
  return time <= systemClock().getTime() + DAY_MS && new Date(time).toISOString().startsWith(cell);
}

/**
 * Returns the value of a cell of an imported row, or undefined if the cell is not valid. An empty cell is valid only
 * for an optional field.
 */
function readCell(definition: FieldDefinition, cell: string): FieldValue | undefined {
  if (cell === "") return definition.isOptional ? unknownValue(definition) : undefined;
  return cellFormats[definition.type].read(cell, boundsOf(definition));
}

/** How the import reads the cells of a type of field, and how an error message describes the expected value. */
interface CellFormat {
  read: (cell: string, bounds: Bounds) => FieldValue | undefined;
  expected: (bounds: Bounds) => string;
}

/** The smallest and the largest number that a cell of an imported row may contain. */
interface Bounds {
  min: number;
  max: number;
}

function boundsOf({ min = 1, max = Number.MAX_SAFE_INTEGER }: FieldDefinition): Bounds {
  return { min, max };
}

const cellFormats: Readonly<Record<FieldDefinition["type"], CellFormat>> = {
  text: {
    read: (cell) => (isText(cell) ? cell : undefined),
    expected: () => `1 to ${MAX_TEXT_BYTES} bytes of text`,
  },
  texts: { read: readTexts, expected: () => `1 to ${MAX_TEXTS} texts separated by ;` },
  integer: {
    read: (cell, bounds) => readNumber(cell, /^\d{1,15}$/, bounds),
    expected: ({ min, max }) => `a whole number from ${min} to ${max}`,
  },
  price: {
    read: (cell) => readNumber(cell, /^\d{1,9}(?:\.\d{1,2})?$/, { min: MIN_PRICE_USD, max: MAX_PRICE_USD }),
    expected: () => `a price in USD above 0, up to ${MAX_PRICE_USD}, with at most two decimals`,
  },
  date: {
    read: (cell) => (isPriceDate(cell) ? cell : undefined),
    expected: () => "a date as YYYY-MM-DD, no later than tomorrow",
  },
  flag: {
    read: (cell) => (cell === "true" || cell === "false" ? cell === "true" : undefined),
    expected: () => "true or false",
  },
};

/**
 * Returns whether a text is short enough, and has neither control characters nor characters that were lost in decoding.
 */
function isText(text: string): boolean {
  return Buffer.byteLength(text) <= MAX_TEXT_BYTES && !/\p{Cc}|\p{Cs}|\uFFFD/u.test(text);
}

function readTexts(cell: string): string[] | undefined {
  const texts = cell.split(";").map((text) => text.trim());
  const isValid = texts.length <= MAX_TEXTS && texts.every((text) => text !== "" && isText(text));
  return isValid ? [...new Set(texts)] : undefined;
}

function readNumber(cell: string, pattern: RegExp, { min, max }: Bounds): number | undefined {
  const value = pattern.test(cell) ? Number(cell) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

function expectation(definition: FieldDefinition): string {
  const { type, isOptional } = definition;
  const expected = cellFormats[type].expected(boundsOf(definition));
  return isOptional ? `${expected}, or nothing` : expected;
}

const showCell = (cell: string) => show(cell === "" ? undefined : cell);
