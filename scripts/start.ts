import process from "node:process";
import { runService } from "./run-service.ts";
import { flag, readOptions, scriptArguments } from "./script-arguments.ts";

// npm start: runs the whole service on this machine. Prints one line when the whole service is ready. With
// --with-population it first loads the sample catalogue and made-up results.

const options = scriptArguments("npm start -- --help lists the options.", (args) =>
  readOptions({ "with-population": flag("first loads made-up results") }, args),
);
if (options !== null)
  await runService(async (service) => {
    if (options["with-population"]) {
      // Import the module of the made-up population only for --with-population: it needs nearly all modules of the
      // service, which a start without --with-population need not load.
      await import("./load-population.ts").then(({ loadPopulation }) => loadPopulation(service));
    }
    const without = service.isSearchServed ? "" : "   (without search: Meilisearch is unavailable)";
    process.stdout.write(`ready ${service.url}${without}\n`);
    return true;
  });
