import type { FieldDefinition, FieldValue, ProductFields, ProductKind } from "../kinds/kind.ts";

/** Longer texts can be neither sorted nor filtered by in the search index. */
const MAX_TEXT_BYTES = 450;
const MAX_TEXTS = 20;
const MAX_SOURCE_ID_CHARACTERS = 200;
const MAX_PRICE_USD = 10_000_000;

/** What a source tells of a product, by the columns of our CSV form; what it does not tell of at all is left out. */
export type Cells = Readonly<Record<string, string | undefined>>;

/** A product as a source tells of it. */
interface ReadProduct {
  sourceId: string;
  fields: ProductFields;
  faults?: never;
}

/** A row as a product, or every reason why it is none. */
export type RowResult = ReadProduct | { sourceId: string; faults: readonly string[] };

/** The columns of a kind's CSV form, in their order. */
export function columnsOf({ fields }: ProductKind): string[] {
  return ["source_id", ...Object.keys(fields)];
}

/** Reads what a source tells of a product of a kind. Optional fields that it does not tell of are left out. */
export function readRow(kind: ProductKind, cells: Cells): RowResult {
  const sourceId = (cells["source_id"] ?? "").trim();
  const faults: string[] = [];
  if (sourceId === "" || sourceId.length > MAX_SOURCE_ID_CHARACTERS || !isText(sourceId))
    faults.push(`source_id: expected 1 to ${MAX_SOURCE_ID_CHARACTERS} characters, found ${show(sourceId)}`);
  const fields: Record<string, FieldValue> = {};
  for (const [name, definition] of Object.entries(kind.fields)) {
    const told = cells[name];
    if (told === undefined && definition.isOptional) continue;
    const cell = (told ?? "").trim();
    const read = readCell(definition, cell);
    if (read === undefined) faults.push(`${name}: expected ${expectation(definition)}, found ${show(cell)}`);
    else fields[name] = read;
  }
  return faults.length > 0 ? { sourceId, faults } : { sourceId, fields: fields as ProductFields };
}

/** A cell's value; unknown where it may be and is empty; undefined where it is not valid. */
function readCell(definition: FieldDefinition, cell: string): FieldValue | undefined {
  if (cell === "") return definition.isOptional ? unknownValue(definition) : undefined;
  return cellForms[definition.type].read(cell, definition.max ?? Number.MAX_SAFE_INTEGER);
}

/** How a field is stored of which nothing is known. */
export function unknownValue({ type }: FieldDefinition): FieldValue {
  return type === "texts" ? [] : null;
}

/** How the cells of a type are read, and what they are expected to be. */
interface CellForm {
  read: (cell: string, max: number) => FieldValue | undefined;
  expected: (max: number) => string;
}

const cellForms: Readonly<Record<FieldDefinition["type"], CellForm>> = {
  text: {
    read: (cell) => (isText(cell) ? cell : undefined),
    expected: () => `1 to ${MAX_TEXT_BYTES} bytes of text`,
  },
  texts: { read: readTexts, expected: () => `1 to ${MAX_TEXTS} texts separated by ;` },
  integer: {
    read: (cell, max) => readNumber(cell, /^\d{1,15}$/, max),
    expected: (max) => `a whole number from 1 to ${max}`,
  },
  price: {
    read: (cell) => readNumber(cell, /^\d{1,9}(?:\.\d{1,2})?$/, MAX_PRICE_USD),
    expected: () => `a price in USD above 0, up to ${MAX_PRICE_USD}, with at most two decimals`,
  },
  date: { read: (cell) => (isDate(cell) ? cell : undefined), expected: () => "a date as YYYY-MM-DD" },
  flag: {
    read: (cell) => (cell === "true" || cell === "false" ? cell === "true" : undefined),
    expected: () => "true or false",
  },
};

function isText(text: string): boolean {
  return Buffer.byteLength(text) <= MAX_TEXT_BYTES && !/\p{Cc}|\p{Cs}|\uFFFD/u.test(text);
}

function readTexts(cell: string): string[] | undefined {
  const texts = cell.split(";").map((text) => text.trim());
  const isValid = texts.length <= MAX_TEXTS && texts.every((text) => text !== "" && isText(text));
  return isValid ? [...new Set(texts)] : undefined;
}

function readNumber(cell: string, form: RegExp, max: number): number | undefined {
  const value = form.test(cell) ? Number(cell) : 0;
  return value > 0 && value <= max ? value : undefined;
}

/** A price as our CSV form has it, or undefined. */
export function readPrice(cell: string): number | undefined {
  return readCell({ type: "price" }, cell.trim()) as number | undefined;
}

/** Whether a text is a day of the calendar as YYYY-MM-DD. */
export function isDate(cell: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(cell) ? Date.parse(`${cell}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(cell);
}

function expectation(definition: FieldDefinition): string {
  const { type, max = Number.MAX_SAFE_INTEGER, isOptional } = definition;
  const expected = cellForms[type].expected(max);
  return isOptional ? `${expected}, or nothing` : expected;
}

function show(cell: string): string {
  if (cell === "") return "nothing";
  const MAX_SHOWN_CHARACTERS = 60;
  return JSON.stringify(
    cell.length > MAX_SHOWN_CHARACTERS ? `${cell.slice(0, MAX_SHOWN_CHARACTERS)}…` : cell,
  );
}
