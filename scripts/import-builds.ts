import { createReadStream } from "node:fs";
import { extname } from "node:path";
import { buildColumns, importBuilds, type BuildFileFormat } from "../src/builds/index.ts";
import { requireFile } from "./require-file.ts";
import { runScript } from "./run-script.ts";
import { option } from "./script-arguments.ts";

// This file is the program `npm run import:builds`, which imports builds that belong to no account.

const formats: Readonly<Record<string, BuildFileFormat>> = { ".csv": "csv", ".ndjson": "ndjson" };

await runScript({
  name: "import-builds",
  call: "npm run import:builds --",
  about:
    "Imports builds without an owner. The exit code is 1 where builds were rejected, or the file cannot be read.",
  options: {
    file: option(
      "<builds.csv|builds.ndjson>",
      `CSV:    ${buildColumns.join(",")}   parts by their url_slug; empty = none
ndjson: {"build_id":1,"name":"Test bench","parts":{"cpu":"amd-ryzen-7-5800x"}}`,
      { isRequired: true, read: readFileName },
    ),
  },
  example: "--file data/builds.csv",
  run: async ({ file: { file, format } }, { builds, catalogue }) => {
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

function readFileName(file: string): { file: string; format: BuildFileFormat } {
  const format = formats[extname(file).toLowerCase()];
  if (format) return { file, format };
  throw new Error(`expected a .csv or .ndjson file, found ${file}`);
}
