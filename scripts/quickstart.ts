import { randomInt } from "node:crypto";
import process from "node:process";
import { makeUpName } from "../src/accounts/index.ts";
import { parseConfig } from "../src/config.ts";
import type { Service } from "../embedded/index.ts";
import { createApiClient } from "./api-client.ts";
import { loadSampleData } from "./load-sample-data.ts";
import { loadPopulation } from "./load-population.ts";
import { show } from "./quickstart/show.ts";
import { runService } from "./run-service.ts";
import { flag, readOptions, scriptArguments } from "./script-arguments.ts";
import { withServices } from "./with-services.ts";

// npm run quickstart: starts the whole service on this machine, loads the sample data, shows the main uses of the
// service, and keeps serving. With --once, the program ends after it has shown the uses; with --with-population, it
// first also loads made-up results. The exit code is 0 only if every step had the right result.

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Loads the sample data and shows the main uses. Returns the address of the page of the build that `show` has created,
 * and the name of the build's owner, with which a person can sign in as the quick start has done.
 */
async function showAll({ url, env }: Service): Promise<{ page: string; accountName: string }> {
  const config = parseConfig({ ...env, LOG_LEVEL: "warn" });
  const loaded = await withServices("quickstart", config, loadSampleData);
  say(`\nLoaded ${loaded.products} products, ${loaded.cpus} of them CPUs, and ${loaded.builds} build.\n`);
  // Each quick start makes an account of its own, so that no account reaches its run limit.
  const accountName = makeUpName(randomInt);
  const buildId = await show({ api: createApiClient(url), say, accountName });
  return { page: `${url}/b/${buildId}`, accountName };
}

const options = scriptArguments("npm run quickstart -- --help lists the options.", (args) =>
  readOptions(
    {
      once: flag("ends after the demonstration"),
      "with-population": flag("first loads made-up results"),
    },
    args,
  ),
);
if (options !== null)
  await runService(async (service) => {
    if (options["with-population"]) {
      const { builds, runs } = await loadPopulation(service);
      say(`\nStored ${builds} made-up builds with ${runs} results.`);
    }
    const { page, accountName } = await showAll(service);
    if (!options.once) {
      say(`\nready ${service.url}   (docs/walk.md has the same steps with curl; Ctrl-C stops)`);
      say(`See the build and its results in a browser: ${page}`);
      say(`Sign in as "${accountName}" to change it: ${service.url}/login`);
    }
    return !options.once;
  });
