import { flag, option, wholeNumber } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";
import { BUILDS_A_SEED } from "./population/documents.ts";
import { DEFAULT_BUILDS, DEFAULT_SEED, refuseProduction } from "./population/defaults.ts";
import { storePopulation } from "./population/store-population.ts";

const MAX_SEED = 9999;

/** Stores a made-up population, for trying out and measuring the comparison of results. */
export const population = adminCommand({
  name: "population",
  about: `Stores made-up accounts, builds and runs over the sample catalogue.
The same seed gives the same builds and runs with the same ids: running the command again adds nothing.`,
  options: {
    seed: option("<n>", `0 to ${MAX_SEED}; ${DEFAULT_SEED} if not given`, {
      default: String(DEFAULT_SEED),
      read: wholeNumber(0, MAX_SEED),
    }),
    builds: option("<n>", `how many builds: 1 to ${BUILDS_A_SEED}; ${DEFAULT_BUILDS} if not given`, {
      default: String(DEFAULT_BUILDS),
      read: wholeNumber(1, BUILDS_A_SEED),
    }),
    "allow-production": flag(
      "required where NODE_ENV is production: in rankings, made-up results look like real ones",
    ),
  },
  example: "--seed 7 --builds 500",
  run: async ({ seed, builds: count, "allow-production": isAllowedInProduction }, services, config) => {
    refuseProduction(config, { isAllowedInProduction });
    const { accounts, builds, runs } = await storePopulation(services, { seed, builds: count });
    console.log(`stored ${accounts} accounts, ${builds} builds and ${runs} runs of seed ${seed}`);
  },
});
