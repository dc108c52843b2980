import type { Config } from "../src/config.ts";
import type { Services } from "../src/compose/services.ts";
import { createProgressBar } from "./progress-bar.ts";
import { runScript } from "./run-script.ts";
import {
  readSimulationArguments,
  refuseProduction,
  usage,
  type SimulationArguments,
} from "./simulate-results/arguments.ts";
import { storePopulation } from "./simulate-results/store-population.ts";

// Stores a made-up population, to try out and to measure what compares results with each other.

async function simulate(args: SimulationArguments, services: Services, config: Config): Promise<boolean> {
  refuseProduction(config, args);
  const bar = createProgressBar({
    describe: (share) => `${Math.round(share * args.builds)}/${args.builds} builds`,
  });
  const { accounts, builds, runs } = await storePopulation(services, { ...args, onProgress: bar.show });
  bar.end();
  console.log(`stored ${accounts} accounts, ${builds} builds and ${runs} runs of seed ${args.seed}`);
  return true;
}

await runScript({ name: "simulate-results", usage, readArguments: readSimulationArguments, run: simulate });
