import { createReadStream } from "node:fs";
import { extname } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { importBuilds } from "../src/builds/import-builds.ts";
import { isCsvError } from "../src/builds/read-build-records.ts";
import type { BuildFileForm } from "../src/builds/read-build-records.ts";
import { readConfig } from "../src/config.ts";
import { systemClock } from "../src/infra/clock.ts";
import { createLogger } from "../src/infra/logger.ts";
import { openServices } from "../src/services.ts";

// Imports builds that nobody owns. Exit code 1 when some were left out or the file cannot be read.

const usage = `Usage: import-builds --file <builds.csv|builds.ndjson>
  CSV:    build_id,name,cpu,gpu,ram,motherboard   parts by their url_slug; empty = none
  ndjson: {"build_id":1,"name":"Test bench","parts":{"cpu":"amd-ryzen-7-5800x"}}`;

const forms: Readonly<Record<string, BuildFileForm>> = { ".csv": "csv", ".ndjson": "ndjson" };

function readArguments(args: string[]): { file: string; form: BuildFileForm } {
  const { values } = parseArgs({ args, options: { file: { type: "string" } } });
  const { file } = values;
  const form = forms[extname(file ?? "").toLowerCase()];
  if (!file || !form) throw new Error(`--file: expected a .csv or .ndjson file, found ${file ?? "nothing"}`);
  return { file, form };
}

async function run({ file, form }: { file: string; form: BuildFileForm }): Promise<void> {
  const config = readConfig();
  const logger = createLogger({ level: config.LOG_LEVEL, process: "import-builds" });
  const services = await openServices(config, { logger, storeTimeoutMs: config.WORKER_STORE_TIMEOUT_MS });
  try {
    const summary = await importBuilds({
      file: createReadStream(file),
      form,
      builds: services.buildsRepository,
      findPartBySlug: services.products.catalogue.findPartBySlug,
      clock: systemClock,
      onRejected: (line, reasons) => console.error(`${file}:${line}: ${reasons.join("; ")}`),
    });
    console.log(`${summary.read} read: ${summary.stored} stored, ${summary.rejected} rejected`);
    if (summary.rejected > 0) process.exitCode = 1;
  } catch (error) {
    if (!isCsvError(error)) throw error;
    console.error(`${file} is not CSV: ${error.message}`);
    process.exitCode = 1;
  } finally {
    await services.close();
  }
}

try {
  const values = readArguments(process.argv.slice(2));
  await run(values);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 1;
}
