import { flag, option, wholeNumber } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";
import { BUILDS_A_SEED } from "./population/documents.ts";
import { defaults, refuseProduction, storePopulation } from "./population/store-population.ts";

const MAX_SEED = 9999;

/**
 * The command that stores a made-up population (accounts, builds and runs), for trying out and measuring the comparison
 * of results.
 */
export const population = adminCommand({
  name: "population",
  about: `Stores made-up accounts, builds and runs over the sample catalogue.
The same seed gives the same builds and runs with the same ids: running the command again adds nothing.`,
  options: {
    seed: numberOption("the seed", defaults.seed, { from: 0, to: MAX_SEED }),
    builds: numberOption("how many builds", defaults.builds, { from: 1, to: BUILDS_A_SEED }),
    "allow-production": flag("required in production: in rankings, made-up results look like real ones"),
  },
  example: "--seed 7 --builds 500",
  run: async ({ seed, builds: count, "allow-production": isAllowedInProduction }, services, config) => {
    refuseProduction(config, { isAllowedInProduction });
    const { accounts, builds, runs } = await storePopulation(services, { seed, builds: count });
    console.log(`stored ${accounts} accounts, ${builds} builds and ${runs} runs of seed ${seed}`);
  },
});

function numberOption(about: string, byDefault: number, { from, to }: { from: number; to: number }) {
  const text = `${about}: ${from} to ${to}; ${byDefault} if not given`;
  return option("<n>", text, { default: String(byDefault), read: wholeNumber(from, to) });
}
