import { createReadStream } from "node:fs";
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { importBuilds, type BuildFileFormat } from "../src/builds/index.ts";
import { requireFile } from "./require-file.ts";
import { runScript } from "./run-script.ts";

// Imports builds that have no owner. Exit code 1 when some were left out or the file cannot be read.

const formats: Readonly<Record<string, BuildFileFormat>> = { ".csv": "csv", ".ndjson": "ndjson" };

await runScript({
  name: "import-builds",
  usage: `Usage: import-builds --file <builds.csv|builds.ndjson>
  CSV:    build_id,name,cpu,gpu,ram,motherboard   parts by their url_slug; empty = none
  ndjson: {"build_id":1,"name":"Test bench","parts":{"cpu":"amd-ryzen-7-5800x"}}
Example: npm run import:builds -- --file data/builds.csv`,
  readArguments: (args) => {
    const { values } = parseArgs({ args, options: { file: { type: "string" } } });
    const { file } = values;
    const format = formats[extname(file ?? "").toLowerCase()];
    if (!file || !format)
      throw new Error(`--file: expected a .csv or .ndjson file, found ${file ?? "nothing"}`);
    return { file, format };
  },
  run: async ({ file, format }, { builds, catalogue }) => {
    requireFile("--file", file);
    const summary = await importBuilds({
      file: createReadStream(file),
      format,
      builds,
      catalogue,
      onRejected: (line, reasons) => console.error(`${file}:${line}: ${reasons.join("; ")}`),
    });
    console.log(`${summary.read} read: ${summary.stored} stored, ${summary.rejected} rejected`);
    return summary.rejected === 0;
  },
});
