import process from "node:process";
import { environmentScrubber, examineEnvironment, type Config } from "../../src/config.ts";
import { readOptions, readProgram } from "../script-arguments.ts";
import { runningStores } from "../script-config.ts";
import { environmentWarnings } from "./check-settings/check-environment.ts";
import { checkMeilisearch } from "./check-settings/check-meilisearch.ts";
import { checkMongodb } from "./check-settings/check-mongodb.ts";
import { checkObjectStore } from "./check-settings/check-object-store.ts";
import { checkRedis } from "./check-settings/check-redis.ts";
import { faults, warnings, type Finding } from "./check-settings/finding.ts";
import type { Command } from "./command.ts";

/** The check of each store, with the prefix of the names of the store's settings, such as `REDIS_`. */
const storeChecks: readonly [string, (config: Config) => Promise<Finding[]>][] = [
  ["MONGODB_", checkMongodb],
  ["REDIS_", checkRedis],
  ["MEILI_", checkMeilisearch],
  ["FILES_", checkObjectStore],
];

const LEVEL_WIDTH = "warning".length + 2;

const program = {
  call: "npm run admin -- check-settings",
  callInContainer: "docker compose run --rm --no-deps web admin check-settings",
  about: `Checks all settings, and whether each store can be used with them. Starts nothing.
Lists every fault and warning. Exit code 1 if there is a fault, otherwise 0.`,
  options: {},
  example: "",
} as const;

/** The command that checks the settings before a start. */
export const checkSettings: Command = {
  name: "check-settings",
  summary: program.about.split("\n")[0] ?? "",
  read: (args) => readOptions(program.options, args),
  run: async (args) => {
    if (readProgram(program, args) === null) return;
    const findings = await findAll();
    const scrub = environmentScrubber();
    for (const { level, text } of findings) console.log(scrub(`${level.padEnd(LEVEL_WIDTH)}${text}`));
    const count = (wanted: Finding["level"]) => findings.filter(({ level }) => level === wanted).length;
    console.log(`faults: ${count("fault")}, warnings: ${count("warning")}`);
    if (count("fault") > 0) process.exitCode = 1;
  },
};

async function findAll(): Promise<Finding[]> {
  const { config, faults: ofSettings } = examineEnvironment(runningStores);
  const asked = storeChecks.map(async ([prefix, check]) => {
    const faulty = ofSettings.find(({ setting }) => setting.startsWith(prefix));
    return faulty
      ? warnings(`The store of ${faulty.setting} is not checked, because the setting has a fault.`)
      : check(config);
  });
  return [
    ...faults(...ofSettings.map(({ fault }) => fault)),
    ...warnings(...environmentWarnings(config)),
    ...(await Promise.all(asked)).flat(),
  ];
}
