import { createReadStream } from "node:fs";
import { parseArgs } from "node:util";
import type { Services } from "../src/compose/services.ts";
import {
  findKind,
  importPrices,
  importProducts,
  isDate,
  productKinds,
  productSources,
  readPriceRows,
  type ImportOptions,
  type ProductKind,
  type RejectedRow,
} from "../src/products/index.ts";
import { createProgressBar, type ProgressBar } from "./progress-bar.ts";
import { requireFile } from "./require-file.ts";
import { runScript } from "./run-script.ts";

// Imports products, or their prices, into the catalogue. Exit code 1 when the file cannot be read or, with --strict, when rows were
// left out.

const PRICES = "pc-part-prices";
const MAX_SHOWN_PRICES = 20;

const kindNames = productKinds.map(({ name }) => name).join("|");
const formats = new Map([
  ...[...productSources].map(([name, { description }]) => [name, description] as const),
  [PRICES, "a CSV file of docyx/pc-part-dataset: prices for products that the catalogue has by name"],
]);
const formatHelp = [...formats].map(([name, description]) => `${name.padEnd(16)}${description}`);

const usage = `Usage: import-products --kind <${kindNames}> --file <file> [--format <format>] [--source <name>] [--dry-run]
  --format   ${formatHelp.join(`\n${" ".repeat(13)}`)}
  --source   where the products come from; with a row's id there it is the product's identity over all imports.
             Needed for csv; opendb if not given for opendb
  --dry-run  reads and compares, and writes nothing
  --delete-missing   removes products of the source that it no longer has; refuses more than a tenth without --yes
  --price-date <YYYY-MM-DD>   the day of the prices; today if not given
  --verbose  names every price that matches nothing
  --strict   ends with exit code 1 when rows were left out because they are invalid; else that is reported and the exit code is 0
Example: npm run import:products -- --kind cpu --file data/cpus.csv --source sample`;

interface Arguments {
  kind: ProductKind;
  file: string;
  /** A key of `formats`. */
  format: string;
  source: string;
  isDryRun: boolean;
  deleteMissing: "none" | "few" | "any";
  priceDate: string | undefined;
  isVerbose: boolean;
  isStrict: boolean;
}

function readArguments(args: string[]): Arguments {
  const { values } = parseArgs({
    args,
    options: {
      kind: { type: "string" },
      file: { type: "string" },
      format: { type: "string", default: "csv" },
      source: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      "delete-missing": { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
      "price-date": { type: "string" },
      verbose: { type: "boolean", default: false },
      strict: { type: "boolean", default: false },
    },
  });
  const { kind: name, file, format, "price-date": priceDate } = values;
  const kind = findKind(name ?? "");
  // Prices belong to products of any source, so that a source is not needed for them.
  const defaultSource = productSources.has(format) ? productSources.get(format)?.defaultName : PRICES;
  const source = values.source ?? defaultSource;
  const faults = [
    ...(kind ? [] : [`--kind: expected one of ${kindNames}, found ${name ?? "nothing"}`]),
    ...(formats.has(format)
      ? []
      : [`--format: expected one of ${[...formats.keys()].join(", ")}, found ${format}`]),
    ...(file ? [] : ["--file: expected the name of a file, found nothing"]),
    ...(source ? [] : ["--source: expected a name, found nothing"]),
    ...(priceDate === undefined || isDate(priceDate)
      ? []
      : [`--price-date: expected YYYY-MM-DD, found ${priceDate}`]),
  ];
  if (!kind || !file || !source || faults.length > 0) throw new Error(faults.join("\n"));
  const deleteAs = values.yes ? "any" : "few";
  return {
    kind,
    file,
    format,
    source,
    isDryRun: values["dry-run"],
    deleteMissing: values["delete-missing"] ? deleteAs : "none",
    priceDate,
    isVerbose: values.verbose,
    isStrict: values.strict,
  };
}

/** Returns a rejected row in words: `file:line: reasons`, or `folder/file:line: reasons` where the source is a folder. */
function describeRejected(path: string, { file, line, reasons }: RejectedRow): string {
  return `${file === undefined ? path : `${path}/${file}`}:${line}: ${reasons.join("; ")}`;
}

/** What an import did, in words, and how many rows it left out because they are invalid. */
interface Outcome {
  summary: string;
  rejected: number;
}

async function runProducts(
  args: Arguments & Pick<ImportOptions, "rows" | "hasTwins">,
  { catalogue }: Services,
  bar: ProgressBar,
): Promise<Outcome> {
  const { read, removed, ...outcomes } = await importProducts({
    ...args,
    catalogue,
    onRejected: (row) => bar.say(describeRejected(args.file, row)),
    onProgress: bar.show,
  });
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  const summary = `${read} read: ${counts.join(", ")}${removed > 0 ? `; ${removed} removed` : ""}`;
  return { summary, rejected: outcomes.rejected };
}

async function runPrices(args: Arguments, services: Services, bar: ProgressBar): Promise<Outcome> {
  const { kind, file, isDryRun, isVerbose, priceDate } = args;
  const rows: RejectedRow[] = [];
  const { read, matched, unmatched, withoutPrice, rejected, changed } = await importPrices({
    kind,
    rows: () => readPriceRows(kind, createReadStream(file)),
    catalogue: services.catalogue,
    priceDate: priceDate ?? services.clock().toISOString().slice(0, 10),
    isDryRun,
    onRejected: (row) => rows.push(row),
    onProgress: bar.show,
  });
  const shown = isVerbose ? rows : rows.slice(0, MAX_SHOWN_PRICES);
  for (const row of shown) bar.say(describeRejected(file, row));
  if (rows.length > shown.length) bar.say(`and ${rows.length - shown.length} more; --verbose names them all`);
  const summary = `${read} read: ${matched} matched, ${unmatched} unmatched, ${withoutPrice} without a price, ${rejected} rejected; ${changed} products changed`;
  return { summary, rejected };
}

await runScript({
  name: "import-products",
  usage,
  readArguments,
  run: async (args, services) => {
    const { kind, file, format, isDryRun, isStrict } = args;
    requireFile("--file", file);
    const bar = createProgressBar({ describe: () => kind.name });
    const source = productSources.get(format);
    const running = source
      ? runProducts(
          { ...args, hasTwins: source.hasTwins ?? false, rows: () => source.read(kind, file) },
          services,
          bar,
        )
      : runPrices(args, services, bar);
    const { summary, rejected } = await running.finally(bar.end);
    console.log(`${summary}${isDryRun ? " (dry run, nothing written)" : ""}`);
    return rejected === 0 || !isStrict;
  },
});
