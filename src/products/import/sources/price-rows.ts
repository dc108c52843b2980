import type { Readable } from "node:stream";
import { readPrice } from "../import-row.ts";
import type { ProductKind } from "../../kinds/kind.ts";
import { readCsvRecords } from "../../../import-files/csv-records.ts";
import { UnreadableFileError } from "../../../import-files/unreadable-file-error.ts";

/** A price, and what it is the price of: make, model and what else tells it from others, in words. */
export interface PriceRow {
  line: number;
  name: string;
  /** In USD; null where none is given. */
  price: number | null;
  faults?: readonly string[];
}

type Columns = Readonly<Record<string, string>>;

/** A kind's file there: its header, and the words that name a product. */
interface PriceFile {
  header: string;
  nameOf: (columns: Columns) => string;
}

/** Headers of data/csv in docyx/pc-part-dataset on GitHub. */
const files: Readonly<Record<string, PriceFile>> = {
  cpu: {
    header: "name,price,core_count,core_clock,boost_clock,microarchitecture,tdp,graphics",
    nameOf: ({ name }) => name ?? "",
  },
  gpu: {
    header: "name,price,chipset,memory,core_clock,boost_clock,color,length",
    nameOf: ({ name, chipset, memory, color }) => `${name} ${chipset} ${memory}gb ${color}`,
  },
  ram: {
    header: "name,price,speed,modules,price_per_gb,color,first_word_latency,cas_latency",
    nameOf: ramName,
  },
  motherboard: {
    header: "name,price,socket,form_factor,max_memory,memory_slots,color",
    nameOf: ({ name }) => name ?? "",
  },
};

/** "5,6000" is DDR5 at 6000 MT/s; "2,16" two modules of 16 GB. */
function ramName({ name, speed = "", modules = "", color, cas_latency }: Columns): string {
  const [generation, rate] = speed.split(",");
  const [count, capacity] = modules.split(",");
  return `${name} ddr${generation} ${rate} cl${cas_latency} ${count}x${capacity}gb ${color}`;
}

/**
 * The rows of a CSV file of docyx/pc-part-dataset, as prices.
 * @param file the bytes, UTF-8; destroyed at the end
 * @throws UnreadableFileError where the header is another, the text is no CSV, or there is no such file for the kind
 */
export async function* readPriceRows(
  { name: kind, plural }: ProductKind,
  file: Readable,
): AsyncGenerator<PriceRow> {
  const form = files[kind];
  if (!form) throw new UnreadableFileError(`pc-part-dataset has no prices of ${plural} that are known here`);
  const columns = form.header.split(",");
  for await (const { cells, line } of readCsvRecords(file, columns)) {
    const named = Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]));
    const given = named["price"] ?? "";
    const price = given === "" ? null : readPrice(given);
    const faults = [
      ...(cells.length === columns.length
        ? []
        : [`expected ${columns.length} columns, found ${cells.length}`]),
      ...(named["name"] ? [] : ["name: expected a text, found nothing"]),
      ...(price === undefined
        ? [`price: expected a price in USD or nothing, found ${JSON.stringify(given)}`]
        : []),
    ];
    const row = { line, name: form.nameOf(named), price: price ?? null };
    yield faults.length > 0 ? { ...row, faults } : row;
  }
}
