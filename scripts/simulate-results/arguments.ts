import { parseArgs } from "node:util";
import { BUILDS_A_SEED } from "./documents.ts";

/** The parsed arguments. */
export interface SimulationArguments {
  seed: number;
  builds: number;
  isAllowedInProduction: boolean;
}

/** How many builds are made up where nobody says how many. */
export const DEFAULT_BUILDS = 2000;
/** The seed where nobody names one. */
export const DEFAULT_SEED = 1;
const MAX_SEED = 9999;

/** The usage of the script. */
export const usage = `Usage: simulate-results [--seed <n>] [--builds <n>] [--allow-production]
  Stores made-up accounts, builds and runs over the sample catalogue: ${DEFAULT_BUILDS} builds, or --builds of them (1 to ${BUILDS_A_SEED}).
  The same --seed (0 to ${MAX_SEED}, ${DEFAULT_SEED} if not given) gives the same builds and runs under the same ids: a second time adds nothing.
  Where NODE_ENV is production it refuses, unless --allow-production is given: nobody can tell made-up results from real ones in rankings.
Example: npm run simulate-results -- --seed 7 --builds 500`;

/** Parses the arguments. @throws Error with a message for the person who runs the script */
export function readSimulationArguments(args: string[]): SimulationArguments {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: "string", default: String(DEFAULT_SEED) },
      builds: { type: "string", default: String(DEFAULT_BUILDS) },
      "allow-production": { type: "boolean", default: false },
    },
  });
  return {
    seed: wholeNumber("--seed", values.seed, { min: 0, max: MAX_SEED }),
    builds: wholeNumber("--builds", values.builds, { min: 1, max: BUILDS_A_SEED }),
    isAllowedInProduction: values["allow-production"],
  };
}

function wholeNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`${name}: expected a whole number from ${min} to ${max}, found ${text}`);
}

/** @throws Error where made-up results would get among real ones */
export function refuseProduction(
  { NODE_ENV }: { NODE_ENV: string },
  { isAllowedInProduction }: Pick<SimulationArguments, "isAllowedInProduction">,
): void {
  if (NODE_ENV === "production" && !isAllowedInProduction)
    throw new Error(
      "NODE_ENV is production: expected --allow-production, because made-up results would stand among real ones in every ranking",
    );
}
