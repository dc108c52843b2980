import process from "node:process";
import { parseArgs } from "node:util";
import { loadPopulation } from "./load-population.ts";
import { runService } from "./run-service.ts";

// npm start: runs the whole service on this machine. Prints one line when all of it is ready. With --with-population it first loads
// the sample catalogue and made-up results.

const { values } = parseArgs({ options: { "with-population": { type: "boolean", default: false } } });
await runService(async (service) => {
  if (values["with-population"]) await loadPopulation(service);
  const without = service.isSearchServed ? "" : "   (without search: Meilisearch is unavailable)";
  process.stdout.write(`ready ${service.url}${without}\n`);
  return true;
});
