import { createReadStream } from "node:fs";
import type { Services } from "../src/compose/services.ts";
import { systemClock } from "../src/infra/clock.ts";
import {
  importPrices,
  importProducts,
  isPriceDate,
  productSources,
  readPriceRows,
  type RejectedRow,
} from "../src/products/index.ts";
import { withProgressBar, type ProgressBar } from "./progress-bar.ts";
import { kindNamed, kindNames } from "./kind-option.ts";
import { requireFile } from "./require-file.ts";
import { runScript } from "./run-script.ts";
import { flag, oneOf, option, type Options, type Values } from "./script-arguments.ts";

// npm run import:products: imports products, or their prices, into the catalogue. The exit code is 1 when the file
// cannot be read or, with --strict, when rows were rejected.

const PRICES = "pc-part-prices";
/** How many lines about prices without a product, or about doubtful records, are shown without --verbose. */
const MAX_SHOWN = 20;
const DATE = "a date YYYY-MM-DD, no later than tomorrow, or today";

const formats = new Map([...productSources].map(([name, { description }]) => [name, description]));
formats.set(
  PRICES,
  "a CSV file of docyx/pc-part-dataset: prices for products of the catalogue, matched by name",
);

const formatNamed = oneOf([...formats.keys()]);
const formatHelp = [...formats].map(([name, description]) => `${name.padEnd(16)}${description}`);

const options = {
  kind: option(`<${kindNames}>`, "the kind of products", { isRequired: true, read: kindNamed }),
  file: option("<file>", "a file, or with opendb a folder", { isRequired: true }),
  format: option("<format>", formatHelp.join("\n"), { default: "csv", read: formatNamed }),
  source: option(
    "<name>",
    `the source of the products; source and id of a row together identify the product in all imports.
Required for csv; default for opendb: opendb`,
  ),
  "dry-run": flag("reads and compares, but writes nothing"),
  "delete-missing": flag(
    "removes products that their source no longer has; refuses to remove more than a tenth without --yes",
  ),
  yes: flag("allows --delete-missing to remove more than a tenth"),
  "price-date": option("<date>", `the day of the prices: ${DATE}. Required for ${PRICES}`, {
    read: readDate,
  }),
  verbose: flag("lists every price that matches no product, and every record that is probably wrong"),
  strict: flag(
    "exit code 1 when rows were rejected as invalid; without --strict they are reported and the exit code is 0",
  ),
} as const satisfies Options;

type Arguments = Values<typeof options>;

function readDate(text: string): string {
  if (text === "today") return systemClock().toISOString().slice(0, "YYYY-MM-DD".length);
  if (isPriceDate(text)) return text;
  throw new Error(`expected ${DATE}, found ${text || "nothing"}`);
}

/**
 * Returns the faults of the options that the format of the imported file needs. The day of the prices has no default,
 * because a file of prices may be years old.
 */
function faultsOf(args: Partial<Arguments>): string[] {
  const needsDate = args.format === PRICES && "price-date" in args && args["price-date"] === undefined;
  return [
    ...(sourceOf(args) ? [] : ["--source: expected a name, found nothing"]),
    ...(needsDate ? [`--price-date: expected ${DATE}, found nothing`] : []),
  ];
}

/**
 * Returns the name of the source of the products. Prices belong to products of any source, so an import of
 * prices needs no name of a source.
 */
function sourceOf({ source, format = PRICES }: Partial<Arguments>): string | undefined {
  return source ?? (format === PRICES ? PRICES : productSources.get(format)?.defaultName);
}

/** Describes a rejected row: `file:line: reasons`, or `folder/file:line: reasons` if the source is a folder. */
function describeRejected(path: string, { file, line, reasons }: RejectedRow): string {
  return `${file === undefined ? path : `${path}/${file}`}:${line}: ${reasons.join("; ")}`;
}

/**
 * Imports products. Returns a summary in words, and the number of rows that were rejected as invalid, as {@link
 * runPrices} does.
 */
async function runProducts(args: Arguments, { catalogue }: Services, bar: ProgressBar) {
  const { kind, file, verbose: isVerbose } = args;
  const doubts: string[] = [];
  const source = productSources.get(args.format);
  if (!source) throw new Error(`expected a source of products, found ${args.format}`);
  const { read, removed, ...outcomes } = await importProducts({
    kind,
    source: sourceOf(args) ?? "",
    isDryRun: args["dry-run"],
    deleteMissing: args["delete-missing"] ? (args.yes ? "any" : "few") : "none",
    hasTwins: source.hasTwins ?? false,
    rows: () => source.read(kind, file),
    catalogue,
    onRejected: (row) => bar.say(describeRejected(file, row)),
    onDoubtful: ({ sourceId, reason }) => doubts.push(`${file}: record ${sourceId}: ${reason}`),
    onProgress: bar.show,
  });
  sayMost(bar, doubts, isVerbose);
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  const summary = `${read} read: ${counts.join(", ")}${removed > 0 ? `; ${removed} removed` : ""}`;
  return { summary, rejected: outcomes.rejected };
}

/** Shows at most MAX_SHOWN of the lines about imported rows, or all lines with --verbose. */
function sayMost(bar: ProgressBar, lines: readonly string[], isVerbose = false): void {
  const shown = isVerbose ? lines : lines.slice(0, MAX_SHOWN);
  for (const line of shown) bar.say(line);
  if (lines.length > shown.length)
    bar.say(`${lines.length - shown.length} further lines are left out; --verbose shows all lines`);
}

async function runPrices(args: Arguments, services: Services, bar: ProgressBar) {
  const { kind, file, verbose: isVerbose, "dry-run": isDryRun, "price-date": priceDate = "" } = args;
  const rows: RejectedRow[] = [];
  const { read, matched, unmatched, withoutPrice, rejected, changed } = await importPrices({
    kind,
    rows: () => readPriceRows(kind, createReadStream(file)),
    catalogue: services.catalogue,
    priceDate,
    isDryRun,
    onRejected: (row) => rows.push(row),
    onProgress: bar.show,
  });
  sayMost(
    bar,
    rows.map((row) => describeRejected(file, row)),
    isVerbose,
  );
  const summary = `${read} read: ${matched} matched, ${unmatched} unmatched, ${withoutPrice} without a price, ${rejected} rejected; ${changed} products changed`;
  return { summary, rejected };
}

await runScript({
  name: "import-products",
  call: "npm run import:products --",
  about: "Imports products, or their prices, into the catalogue.",
  options,
  example: "--kind cpu --file data/cpus.csv --source sample",
  faultsOf,
  run: async (args, services) => {
    const { kind, file, format, "dry-run": isDryRun, strict: isStrict } = args;
    requireFile("--file", file);
    const runImport = format === PRICES ? runPrices : runProducts;
    const work = (bar: ProgressBar) => runImport(args, services, bar);
    const { summary, rejected } = await withProgressBar(() => kind.name, work);
    console.log(`${summary}${isDryRun ? " (dry run, nothing written)" : ""}`);
    return rejected === 0 || !isStrict;
  },
});
