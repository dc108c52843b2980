import { Readable } from "node:stream";
import type { Services } from "../../../src/compose/services.ts";
import type { ProductKind } from "../../../src/products/index.ts";
import { importUntilSearchable, sampleCatalogue } from "../../load-sample-data.ts";

/** The cells of a row, by the columns of this project's CSV format. */
export type Cells = Readonly<Record<string, string | undefined>>;

type MadeRow = { line: number; cells: Cells };

/** The rows of a made-up catalogue, by the kind of product. */
export type MadeCatalogue = readonly { kind: ProductKind; rows: readonly MadeRow[] }[];

/** The number of products of each kind, by the kind's name. */
export type Counts = Readonly<Record<string, number>>;

const NUMBER = /\d{3,5}/;
/**
 * The modulus of the made-up model numbers. It is prime, so that multiples of STEP leave different remainders and the
 * variants of a model get different numbers.
 */
const NUMBERS = 89_989;
const STEP = 7919;
/** The maximum time from the end of an import until searches find all of its products, in ms. */
const SEARCHABLE_WITHIN_MS = 300_000;

/**
 * Makes up the rows of a catalogue, which are the same in each call: first the rows of the sample catalogue, then
 * copies of these rows with other numbers in the names of the models. In real catalogues, too, the names differ mostly
 * in numbers.
 */
export async function madeCatalogue(counts: Counts): Promise<MadeCatalogue> {
  const made = sampleCatalogue.map(async ({ kind, rows }) => ({
    kind,
    rows: await madeRows(rows(), counts[kind.name] ?? 0),
  }));
  return (await Promise.all(made)).filter(({ rows }) => rows.length > 0);
}

type SampleRows = ReturnType<(typeof sampleCatalogue)[number]["rows"]>;

async function madeRows(sampleRows: SampleRows, count: number): Promise<MadeRow[]> {
  const samples: Cells[] = [];
  for await (const row of sampleRows) if (row.faults === undefined) samples.push(row.cells);
  return Array.from({ length: count }, (_, index) => {
    const sample = samples[index % samples.length];
    if (!sample) throw new Error("expected readable rows in the sample catalogue");
    return { line: index + 2, cells: index < samples.length ? sample : variantOf(sample, index) };
  });
}

function variantOf(cells: Cells, index: number): Cells {
  const { source_id = "", model = "" } = cells;
  const number = String(10_000 + ((index * STEP) % NUMBERS));
  return {
    ...cells,
    source_id: `${source_id}-${index}`,
    model: NUMBER.test(model) ? model.replace(NUMBER, number) : `${model} ${number}`,
    ...(cells["part_numbers"] && { part_numbers: `MADE-${number}-${index}` }),
  };
}

/**
 * Imports a made-up catalogue, and waits until searches find all of its products.
 * @throws Error if searches do not find all products within SEARCHABLE_WITHIN_MS
 */
export async function storeCatalogue(services: Services, made: MadeCatalogue): Promise<void> {
  const kinds = made.map(({ kind, rows }) => ({ kind, rows: () => Readable.from(rows) }));
  await importUntilSearchable(services, kinds, { source: "made", withinMs: SEARCHABLE_WITHIN_MS });
}
