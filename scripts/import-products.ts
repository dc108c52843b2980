import { createReadStream } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { importPrices } from "../src/products/import/import-prices.ts";
import { isDate } from "../src/products/import/import-row.ts";
import {
  importProducts,
  type ImportSummary,
  type RejectedRow,
} from "../src/products/import/import-products.ts";
import type { ProductKind } from "../src/products/kinds/kind.ts";
import { findKind, productKinds } from "../src/products/kinds/kinds.ts";
import { readCsvRows } from "../src/products/import/sources/csv-rows.ts";
import { readOpenDbRows } from "../src/products/import/sources/opendb-rows.ts";
import { readPriceRows } from "../src/products/import/sources/price-rows.ts";
import { createProgressBar } from "./progress-bar.ts";
import { runScript } from "./run-script.ts";

// Imports products, or their prices, into the catalogue. Exit code 1 when rows were left out or the file cannot be read.

const names = productKinds.map(({ name }) => name).join("|");
const formats = ["csv", "opendb", "pc-part-prices"] as const;
const MAX_SHOWN_UNMATCHED = 20;

const usage = `Usage: import-products --kind <${names}> --file <file> [--format <format>] [--source <name>] [--dry-run]
  --format   csv             our own form (default)
             opendb          records of BuildCores OpenDB: a folder of JSON files, or an ndjson file
             pc-part-prices  a CSV file of docyx/pc-part-dataset: prices for products that the catalogue has by name
  --source   where the products come from; with a row's id there it is the product's identity over all imports.
             Needed for csv; opendb if not given for opendb
  --dry-run  reads and compares, and writes nothing
  --delete-missing   removes products of the source that it no longer has; refuses more than a tenth without --yes
  --price-date <YYYY-MM-DD>   the day of the prices; today if not given
  --verbose  names every price that matches nothing`;

interface Arguments {
  kind: ProductKind;
  file: string;
  format: (typeof formats)[number];
  source: string;
  isDryRun: boolean;
  deleteMissing: "none" | "few" | "any";
  priceDate: string | undefined;
  isVerbose: boolean;
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
    },
  });
  const { kind: name, file, "price-date": priceDate } = values;
  const format = formats.find((one) => one === values.format);
  const kind = findKind(name ?? "");
  const source = values.source ?? (format === "csv" ? undefined : "opendb");
  const faults = [
    ...(kind ? [] : [`--kind: expected one of ${names}, found ${name ?? "nothing"}`]),
    ...(format ? [] : [`--format: expected one of ${formats.join(", ")}, found ${values.format}`]),
    ...(file ? [] : ["--file: expected the name of a file, found nothing"]),
    ...(source ? [] : ["--source: expected a name, found nothing"]),
    ...(priceDate === undefined || isDate(priceDate)
      ? []
      : [`--price-date: expected YYYY-MM-DD, found ${priceDate}`]),
  ];
  if (!kind || !format || !file || !source || faults.length > 0) throw new Error(faults.join("\n"));
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
  };
}

function describe(summary: ImportSummary): string {
  const { read, removed, ...outcomes } = summary;
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  return `${read} read: ${counts.join(", ")}${removed > 0 ? `; ${removed} removed` : ""}`;
}

/** Where something stands: `file:line`, or in a folder `folder/file:line`. */
function placeIn(path: string, { file, line }: RejectedRow): string {
  return `${file === undefined ? path : `${path}/${file}`}:${line}`;
}

await runScript({
  name: "import-products",
  usage,
  readArguments,
  run: async (args, { catalogue, clock }) => {
    const { kind, file, format, isDryRun } = args;
    const suffix = isDryRun ? " (dry run, nothing written)" : "";
    const bar = createProgressBar(kind.name, process.stderr);
    const onProgress = (done: number, total: number) => bar.show(total === 0 ? 1 : done / total);
    const tell = (row: RejectedRow) => console.error(`${placeIn(file, row)}: ${row.reasons.join("; ")}`);
    try {
      if (format === "pc-part-prices") {
        const rejected: RejectedRow[] = [];
        const rows = () => readPriceRows(kind, createReadStream(file));
        const priceDate = args.priceDate ?? clock().toISOString().slice(0, 10);
        const onRejected = (row: RejectedRow) => rejected.push(row);
        const summary = await importPrices({
          kind,
          rows,
          catalogue,
          priceDate,
          isDryRun,
          onRejected,
          onProgress,
        });
        bar.end();
        const shown = args.isVerbose ? rejected : rejected.slice(0, MAX_SHOWN_UNMATCHED);
        for (const row of shown) tell(row);
        const hidden = rejected.length - shown.length;
        if (hidden > 0) console.error(`and ${hidden} more; --verbose names them all`);
        console.log(
          `${summary.read} read: ${summary.matched} matched, ${summary.unmatched} unmatched, ${summary.withoutPrice} without a price, ${summary.rejected} rejected; ${summary.changed} products changed${suffix}`,
        );
        return summary.rejected === 0;
      }
      const rows = () =>
        format === "opendb" ? readOpenDbRows(kind, file) : readCsvRows(kind, createReadStream(file));
      const summary = await importProducts({ ...args, rows, catalogue, onRejected: tell, onProgress });
      bar.end();
      console.log(`${describe(summary)}${suffix}`);
      return summary.rejected === 0;
    } finally {
      bar.end();
    }
  },
});
