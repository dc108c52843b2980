import { Readable } from "node:stream";
import type { Services } from "../../../src/compose/services.ts";
import type { ProductKind } from "../../../src/products/index.ts";
import { importUntilSearchable, sampleCatalogue } from "../../load-sample-data.ts";

/** The cells of a row, by the columns of our CSV format. */
export type Cells = Readonly<Record<string, string | undefined>>;

type MadeRow = { line: number; cells: Cells };

/** The rows of each kind. */
export type MadeCatalogue = readonly { kind: ProductKind; rows: readonly MadeRow[] }[];

/** How many products of each kind there are to be, by the kind's name. */
export type Counts = Readonly<Record<string, number>>;

const NUMBER = /\d{3,5}/;
/** Beside a prime, each multiple below it leaves another rest: so the numbers of the variants of a model differ. */
const NUMBERS = 89_989;
const STEP = 7919;
/** How long it may take until searches find all products. */
const SEARCHABLE_WITHIN_MS = 300_000;

/**
 * Makes the rows of a catalogue, always the same ones: those of the sample catalogue, then variants of them whose model has another
 * number, as real catalogues have mostly the same words and other numbers.
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

/** Imports a made catalogue, and waits until the worker has made all of it searchable. @throws Error where that takes too long */
export async function storeCatalogue(services: Services, made: MadeCatalogue): Promise<void> {
  const kinds = made.map(({ kind, rows }) => ({ kind, rows: () => Readable.from(rows) }));
  await importUntilSearchable(services, kinds, { source: "made", withinMs: SEARCHABLE_WITHIN_MS });
}
