import { withProgressBar } from "../progress-bar.ts";
import { flag, option, wholeNumber } from "../script-arguments.ts";
import { adminCommand } from "./command.ts";
import { BUILDS_A_SEED } from "./population/documents.ts";
import { DEFAULT_BUILDS, DEFAULT_SEED, refuseProduction } from "./population/defaults.ts";
import { storePopulation } from "./population/store-population.ts";

const MAX_SEED = 9999;

/** Stores a made-up population, to try out and to measure what compares results with each other. */
export const population = adminCommand({
  name: "population",
  about: `Stores made-up accounts, builds and runs over the sample catalogue.
The same seed gives the same builds and runs under the same ids: a second time adds nothing.`,
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
      "needed where NODE_ENV is production: nobody can tell made-up results from real ones in rankings",
    ),
  },
  example: "--seed 7 --builds 500",
  run: async ({ seed, builds: count, "allow-production": isAllowedInProduction }, services, config) => {
    refuseProduction(config, { isAllowedInProduction });
    const describe = (share: number) => `${Math.round(share * count)}/${count} builds`;
    const { accounts, builds, runs } = await withProgressBar(describe, ({ show: onProgress }) =>
      storePopulation(services, { seed, builds: count, onProgress }),
    );
    console.log(`stored ${accounts} accounts, ${builds} builds and ${runs} runs of seed ${seed}`);
  },
});
