import type { Readable } from "node:stream";
import { readCsvRecords } from "../../../import-files/csv-records.ts";
import { UnreadableFileError } from "../../../import-files/unreadable-file-error.ts";
import type { ProductKind } from "../../../kinds/kinds.ts";
import { readPrice } from "../import-row.ts";
import { memoryTypesOf, usualSocket } from "./socket-memory.ts";

/** One row of a file of prices. */
export interface PriceRow {
  line: number;
  /** The make, the model and all other facts about the product in the price row, for messages. */
  title: string;
  /** The make and model of the product, with its colours. */
  name: string;
  /** The facts about the product that the price row states, by the names of the product's fields. */
  facts: PriceFacts;
  /** The price in USD; null if the price file states none. */
  price: number | null;
  faults?: readonly string[];
}

/**
 * Facts by which the import compares a price row with a product. A text or number must be equal; of several texts, at
 * least one must be equal.
 */
export type PriceFacts = Readonly<Record<string, string | number | readonly string[]>>;

type Cells = Readonly<Record<string, string>>;

/** The format of the file of prices for one kind of product. */
interface PriceFile {
  header: string;
  /**
   * Templates of texts, such as "{vram_gb}gb", that some product names contain although an import of prices compares
   * the facts in them separately. Names of fields stand in braces.
   */
  factTexts: readonly string[];
  /** Returns the facts about the product in a row of the price file. */
  factsOf: (cells: Cells) => Readonly<Record<string, PriceFacts[string] | undefined>>;
}

/**
 * The price files in data/csv of docyx/pc-part-dataset on GitHub, by kind of product. To import prices of another kind
 * of product, add its file to this table.
 */
const files: Readonly<Record<string, PriceFile>> = {
  cpu: {
    header: "name,price,core_count,core_clock,boost_clock,microarchitecture,tdp,graphics",
    factTexts: [],
    factsOf: ({ core_count }) => ({ cores: numberOf(core_count) }),
  },
  gpu: {
    header: "name,price,chipset,memory,core_clock,boost_clock,color,length",
    factTexts: ["{chipset}", "{vram_gb}gb"],
    factsOf: ({ chipset, memory }) => ({ chipset, vram_gb: numberOf(memory) }),
  },
  ram: {
    header: "name,price,speed,modules,price_per_gb,color,first_word_latency,cas_latency",
    // Do not compare the form factor of a memory kit: a price row does not state it, and a SO-DIMM has another price
    // than a DIMM of the same name.
    factTexts: [
      "{memory_type}",
      "{speed_mts}",
      "cl{cas_latency}",
      "{capacity_gb}gb",
      "{modules}x{module_gb}gb",
    ],
    factsOf: ramFacts,
  },
  motherboard: {
    header: "name,price,socket,form_factor,max_memory,memory_slots,color",
    factTexts: ["{socket}", "{form_factor}", "ddr2 ddr3 ddr4 ddr5 d2 d3 d4 d5"],
    factsOf: boardFacts,
  },
};

/** In docyx/pc-part-dataset, speed "5,6000" means DDR5 at 6000 MT/s, and modules "2,16" means two modules of 16 GB. */
function ramFacts({ speed = "", modules = "", cas_latency }: Cells) {
  const [generation, rate] = speed.split(",");
  const [count, size] = modules.split(",").map(numberOf);
  return {
    memory_type: `DDR${generation}`,
    speed_mts: numberOf(rate),
    cas_latency: numberOf(cas_latency),
    modules: count,
    module_gb: size,
    capacity_gb: count !== undefined && size !== undefined ? count * size : undefined,
  };
}

/** The maximum size of memory, in GB, that DDR4 allows in one slot of a motherboard for desktop processors. */
const MAX_DDR4_GB = 32;

/**
 * Derives the facts of a motherboard from a price row. The type of memory follows from the name ("PRIME B760M-A D4"),
 * from a socket that takes only one type, or from a capacity that only the newest type reaches. If the type remains
 * unknown, the maximum memory of the board is compared instead.
 */
function boardFacts({ name = "", socket: stated = "", form_factor, max_memory, memory_slots }: Cells) {
  const socket = usualSocket(stated);
  const types = memoryTypesOf(socket);
  const [, label] = /\bd(?:dr)?([2-5])\b/i.exec(name) ?? [];
  const most = numberOf(max_memory);
  const slots = numberOf(memory_slots);
  const isNewest =
    types[0] === "DDR5" && most !== undefined && slots !== undefined && most / slots > MAX_DDR4_GB;
  const known =
    label === undefined ? (isNewest || types.length === 1 ? types.slice(0, 1) : undefined) : [`DDR${label}`];
  return {
    socket,
    form_factor,
    memory_slots: slots,
    ...(known ? { ram_types: known } : { max_memory_gb: most }),
  };
}

/** Returns the whole number in a CSV cell; undefined if the cell contains none. */
function numberOf(cell: string | undefined): number | undefined {
  return cell !== undefined && /^\d{1,9}$/.test(cell) ? Number(cell) : undefined;
}

/**
 * Returns templates of texts, such as "{vram_gb}gb", that some product names contain although an import of prices
 * compares the facts in them separately. Names of fields stand in braces.
 */
export function factTextsOf({ name }: ProductKind): readonly string[] {
  return files[name]?.factTexts ?? [];
}

/**
 * Reads the prices of a CSV file of docyx/pc-part-dataset.
 * @param file the bytes, UTF-8; destroyed at the end
 * @throws UnreadableFileError if the file has another header or is not CSV, or if `files` has no entry for the kind;
 *   or the error of the stream
 */
export async function* readPriceRows(
  { name: kind, plural }: ProductKind,
  file: Readable,
): AsyncGenerator<PriceRow> {
  const format = files[kind];
  if (!format) throw new UnreadableFileError(`The import of pc-part-dataset reads no prices of ${plural}`);
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
    const facts = Object.entries(format.factsOf(cells)).filter(
      ([, fact]) => fact !== undefined && fact !== "",
    );
    const row = {
      line,
      title: Object.entries(cells)
        .filter(([column, cell]) => column !== "price" && cell !== "")
        .map(([, cell]) => cell)
        .join(", "),
      name: `${cells["name"]} ${cells["color"] ?? ""}`,
      facts: Object.fromEntries(facts) as PriceFacts,
      price: price ?? null,
    };
    yield allFaults.length > 0 ? { ...row, faults: allFaults } : row;
  }
}
