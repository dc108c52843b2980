import { createReadStream } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { readConfig } from "../src/config.ts";
import { createLogger } from "../src/infra/logger.ts";
import { importProducts } from "../src/products/import.ts";
import type { ProductKind } from "../src/products/kind.ts";
import { findKind, productKinds } from "../src/products/kinds.ts";
import { openServices } from "../src/services.ts";

// Imports products from a CSV file into the catalogue. Exit code 1 when rows were left out or the file cannot be read.

const usage = `Usage: import-products --kind <${productKinds.map(({ name }) => name).join("|")}> --file <file.csv> --source <name> [--dry-run]
  --source   where the products come from; with a row's source_id it is the product's identity over all imports
  --dry-run  reads and compares, and writes nothing`;

interface Arguments {
  kind: ProductKind;
  file: string;
  source: string;
  isDryRun: boolean;
}

function readArguments(args: string[]): Arguments {
  const { values } = parseArgs({
    args,
    options: {
      kind: { type: "string" },
      file: { type: "string" },
      source: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const { kind: name, file, source, "dry-run": isDryRun } = values;
  const kind = findKind(name ?? "");
  if (!kind) throw new Error(`--kind: expected a kind of product, found ${name ?? "nothing"}`);
  if (!file) throw new Error("--file: expected the name of a CSV file, found nothing");
  if (!source) throw new Error("--source: expected a name, found nothing");
  return { kind, file, source, isDryRun };
}

async function run({ kind, file, source, isDryRun }: Arguments): Promise<void> {
  const config = readConfig();
  const logger = createLogger({ level: config.LOG_LEVEL, process: "import-products" });
  const services = await openServices(config, { logger, storeTimeoutMs: config.WORKER_STORE_TIMEOUT_MS });
  try {
    const summary = await importProducts({
      kind,
      source,
      file: createReadStream(file),
      catalogue: services.products.catalogue,
      isDryRun,
      onRejected: ({ line, reasons }) => console.error(`${file}:${line}: ${reasons.join("; ")}`),
    });
    const outcomes = [
      `${summary.new} new`,
      `${summary.changed} changed`,
      `${summary.unchanged} unchanged`,
      `${summary.rejected} rejected`,
    ];
    console.log(
      `${summary.read} read: ${outcomes.join(", ")}${isDryRun ? " (dry run, nothing written)" : ""}`,
    );
    if (summary.rejected > 0) process.exitCode = 1;
  } finally {
    await services.close();
  }
}

async function main(): Promise<void> {
  let given: Arguments;
  try {
    given = readArguments(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exitCode = 1;
    return;
  }
  try {
    await run(given);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

await main();
