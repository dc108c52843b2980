import type { Readable } from "node:stream";
import { readCsvRecords } from "../../../import-files/csv-records.ts";
import { UnreadableFileError } from "../../../import-files/unreadable-file-error.ts";
import type { ProductKind } from "../../kinds/kind.ts";
import { readPrice } from "../import-row.ts";

/** One price of a file. */
export interface PriceRow {
  line: number;
  /** Make, model and whatever else distinguishes the product, in words. */
  name: string;
  /** In USD; null where the file states none. */
  price: number | null;
  faults?: readonly string[];
}

type Cells = Readonly<Record<string, string>>;

/** The file of one kind of product. */
interface PriceFile {
  header: string;
  /** What the words of a row say of a product besides its make and model, with names of the product's fields in braces. */
  texts: readonly string[];
  /** Returns the words that name the product of a row. */
  nameOf: (cells: Cells) => string;
}

/** The files in data/csv of docyx/pc-part-dataset on GitHub, by kind of product. To price a further kind, add its file here. */
const files: Readonly<Record<string, PriceFile>> = {
  cpu: {
    header: "name,price,core_count,core_clock,boost_clock,microarchitecture,tdp,graphics",
    texts: [],
    nameOf: ({ name }) => name ?? "",
  },
  gpu: {
    header: "name,price,chipset,memory,core_clock,boost_clock,color,length",
    texts: ["{chipset_make}", "{chipset}", "{vram_gb}gb"],
    nameOf: ({ name, chipset, memory, color }) => `${name} ${chipset} ${memory}gb ${color}`,
  },
  ram: {
    header: "name,price,speed,modules,price_per_gb,color,first_word_latency,cas_latency",
    texts: [
      "{memory_type}",
      "{speed_mts}",
      "cl{cas_latency}",
      "{capacity_gb}gb",
      "{modules}x{module_gb}gb",
      "{form_factor}",
    ],
    nameOf: ramName,
  },
  motherboard: {
    header: "name,price,socket,form_factor,max_memory,memory_slots,color",
    texts: ["{chipset_make}", "{chipset}", "{socket}", "{form_factor}", "{ram_types}"],
    nameOf: ({ name }) => name ?? "",
  },
};

/** Returns what the prices of a kind say of a product besides its make and model, with names of its fields in braces. */
export function priceTexts({ name }: ProductKind): readonly string[] {
  return files[name]?.texts ?? [];
}

/** In this dataset, speed "5,6000" means DDR5 at 6000 MT/s, and modules "2,16" means two modules of 16 GB. */
function ramName({ name, speed = "", modules = "", color, cas_latency }: Cells): string {
  const [generation, rate] = speed.split(",");
  const [count, capacity] = modules.split(",");
  return `${name} ddr${generation} ${rate} cl${cas_latency} ${count}x${capacity}gb ${color}`;
}

/**
 * Reads the prices of a CSV file of docyx/pc-part-dataset.
 * @param file the bytes, UTF-8; destroyed at the end
 * @throws UnreadableFileError where the file has another header or is not CSV, or `files` has no entry for the kind; or the
 * error of the stream
 */
export async function* readPriceRows(
  { name: kind, plural }: ProductKind,
  file: Readable,
): AsyncGenerator<PriceRow> {
  const format = files[kind];
  if (!format)
    throw new UnreadableFileError(`pc-part-dataset has no prices of ${plural} that are known here`);
  for await (const { line, cells, faults } of readCsvRecords(file, format.header.split(","))) {
    const found = cells["price"] ?? "";
    const price = found === "" ? null : readPrice(found);
    const allFaults = [
      ...faults,
      ...(cells["name"] ? [] : ["name: expected a text, found nothing"]),
      ...(price === undefined
        ? [`price: expected a price in USD or nothing, found ${JSON.stringify(found)}`]
        : []),
    ];
    const row = { line, name: format.nameOf(cells), price: price ?? null };
    yield allFaults.length > 0 ? { ...row, faults: allFaults } : row;
  }
}
