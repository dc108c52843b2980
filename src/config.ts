import { existsSync } from "node:fs";
import { z } from "zod";
import { accountSettings, DEVELOPMENT_SECRET } from "./settings/account-settings.ts";
import { httpSettings } from "./settings/http-settings.ts";
import { processSettings } from "./settings/process-settings.ts";
import { storeSettings } from "./settings/store-settings.ts";
import { submissionSettings } from "./settings/submission-settings.ts";
import { workerSettings } from "./settings/worker-settings.ts";

/**
 * Every setting: its variable, its format and its default. `.env.example` lists the same variables in the same order.
 * A variable that is set to the empty string counts as not set.
 */
const settings = z.object({
  ...processSettings,
  ...httpSettings,
  ...storeSettings,
  ...accountSettings,
  ...submissionSettings,
  ...workerSettings,
});

/** The parsed settings, by the names of their variables. */
export type Config = Readonly<Omit<z.output<typeof settings>, "PUBLIC_URL"> & { PUBLIC_URL: string }>;

/** The variables that are settings, in the order of the schema. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/** The settings of the environment are not valid. The message lists every fault, one a line. */
export class InvalidConfigError extends Error {
  override name = "InvalidConfigError";

  constructor(faults: readonly string[]) {
    super(`The settings are not valid:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  }
}

function faultsInProduction(config: z.output<typeof settings>): string[] {
  if (config.NODE_ENV !== "production") return [];
  const faults: string[] = [];
  if (config.TEST_PAUSE_AT !== "none")
    faults.push("TEST_PAUSE_AT: it stops submissions; production refuses it.");
  if (config.DEV_LOGIN)
    faults.push("DEV_LOGIN: it signs anybody in; production refuses it. Set it to false.");
  if (config.SERVER_SECRET === DEVELOPMENT_SECRET)
    faults.push(
      "SERVER_SECRET: production needs one of its own, of at least 32 characters. Make one, for instance by openssl rand -hex 32, and keep it.",
    );
  if (config.MEILI_KEY === undefined)
    faults.push("MEILI_KEY: production needs one. Set it to Meilisearch's key.");
  return faults;
}

/**
 * Parses the settings.
 * @param env environment variables; those that are not settings are ignored
 * @throws InvalidConfigError with every fault at once
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    settingNames.map((name) => [name, env[name] === "" ? undefined : env[name]]),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    throw new InvalidConfigError(
      parsed.error.issues.map(({ path: [name], message }) => {
        const found = typeof name === "string" ? given[name] : undefined;
        const shown =
          name === "MEILI_KEY" || name === "SERVER_SECRET" || found === undefined
            ? ""
            : `, found ${JSON.stringify(found)}`;
        return `${String(name)}: ${message}${shown}`;
      }),
    );
  }
  const faults = faultsInProduction(parsed.data);
  if (faults.length > 0) throw new InvalidConfigError(faults);
  const { PUBLIC_URL, ...rest } = parsed.data;
  return { ...rest, PUBLIC_URL: (PUBLIC_URL ?? `http://${rest.HOST}:${rest.PORT}`).replace(/\/+$/, "") };
}

/** Adds the variables of a file `.env`, if there is one, to the environment. Variables of the environment keep their values. */
export function loadEnvFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** Reads the settings of this process from its environment and from `.env`. @throws InvalidConfigError */
export function readConfig(): Config {
  loadEnvFile();
  // oxlint-disable-next-line node/no-process-env -- the one place that reads the environment
  return parseConfig(process.env);
}
