import { setTimeout as sleep } from "node:timers/promises";
import { serveReadings } from "../../../../src/benchmarks/parse/serve-readings.ts";
import { inspectResult } from "../../../../src/readers/inspect.ts";

// A process that reads files: it takes four seconds longer than usual to start, and never finishes the inspection of
// the file endless.csv.

await sleep(4000);
serveReadings({
  read: () => Promise.reject(new Error("this process only inspects files")),
  extract: () => Promise.reject(new Error("this process only inspects files")),
  inspect: async (content, file) => {
    const inspection = await inspectResult(content, file);
    return file.name === "endless.csv" ? new Promise(() => undefined) : inspection;
  },
});
