import { createReadStream } from "node:fs";
import { projectFile } from "../../embedded/index.ts";
import { productKinds, readCsvRows, type ProductKind } from "../../src/products/index.ts";

/** A row of a made catalogue. */
interface MadeRow {
  line: number;
  cells: Cells;
}

/** The cells of a row, by the columns of our CSV format. */
type Cells = Readonly<Record<string, string | undefined>>;

/** The file of each kind in the sample catalogue. */
const files: Readonly<Record<string, string>> = {
  cpu: "data/cpus.csv",
  gpu: "data/gpus.csv",
  ram: "data/ram.csv",
  motherboard: "data/motherboards.csv",
};

const NUMBER = /\d{3,5}/;
/** Beside a prime, each multiple below it leaves another rest: so the numbers of the variants of a model differ. */
const NUMBERS = 89_989;
const STEP = 7919;

/** How many products of each kind there are to be, by the kind's name. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Makes the rows of a catalogue of any size, always the same ones: those of the sample catalogue, then variants of them whose model
 * has another number, as real catalogues have mostly the same words and other numbers.
 */
async function madeRows(kind: ProductKind, count: number): Promise<MadeRow[]> {
  const file = files[kind.name];
  if (file === undefined) throw new Error(`Expected a file of the sample catalogue for ${kind.name}`);
  const samples: Cells[] = [];
  for await (const row of readCsvRows(kind, createReadStream(projectFile(file))))
    if (row.faults === undefined) samples.push(row.cells);
  return Array.from({ length: count }, (_, index) => {
    const sample = samples[index % samples.length];
    if (!sample) throw new Error(`Expected readable rows in ${file}`);
    const variant = Math.floor(index / samples.length);
    return { line: index + 2, cells: variant === 0 ? sample : variantOf(sample, index) };
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

/** The rows of each kind. */
export type MadeCatalogue = readonly { kind: ProductKind; rows: readonly MadeRow[] }[];

/** Makes the rows of several kinds. */
export async function madeCatalogue(counts: Counts): Promise<MadeCatalogue> {
  const wanted = productKinds.filter(({ name }) => (counts[name] ?? 0) > 0);
  return Promise.all(
    wanted.map(async (kind) => ({ kind, rows: await madeRows(kind, counts[kind.name] ?? 0) })),
  );
}
