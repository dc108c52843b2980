import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { constants, type Constants } from "./constants.ts";
import { createScrubber, type Scrub } from "./infra/scrub.ts";
import { accountSettings } from "./settings/account-settings.ts";
import { billingSettings, faultsOfBilling } from "./settings/billing-settings.ts";
import { budgetSettings } from "./settings/budget-settings.ts";
import { readEnvText } from "./settings/env-file.ts";
import { faultsOfFilesKey } from "./settings/files-url.ts";
import { httpSettings } from "./settings/http-settings.ts";
import { limitSettings } from "./settings/limit-settings.ts";
import { loginSettings } from "./settings/login-settings.ts";
import { metricsSettings } from "./settings/metrics-settings.ts";
import { misspeltSettings } from "./settings/misspelt-settings.ts";
import { processSettings } from "./settings/process-settings.ts";
import { productSettings } from "./settings/product-settings.ts";
import { defaultPublicUrl, faultsInProduction } from "./settings/production-rules.ts";
import { secretSettings, secretValues, shownValue } from "./settings/secret-settings.ts";
import { siteSettings } from "./settings/site-settings.ts";
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
  ...siteSettings,
  ...limitSettings,
  ...storeSettings,
  ...accountSettings,
  ...loginSettings,
  ...billingSettings,
  ...submissionSettings,
  ...budgetSettings,
  ...workerSettings,
  ...productSettings,
  ...metricsSettings,
});

/** The parsed settings by the names of their variables, and the constants of the code, which no variable sets. */
export type Config = Readonly<Omit<z.output<typeof settings>, "PUBLIC_URL"> & { PUBLIC_URL: string }> &
  Constants;

/** The variables that are settings, in the order of the schema. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/** The settings, and the variables that `npm start` alone reads. */
export const knownNames: readonly string[] = [...settingNames, "DATA_DIR", "MONGODB_BINARY"];

/**
 * The settings in the environment are not valid. The message of the error lists every fault, each on a separate line.
 */
export class InvalidConfigError extends Error {
  override name = "InvalidConfigError";

  constructor(faults: readonly string[]) {
    super(`The settings are not valid:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  }
}

/**
 * Parses the settings, and adds the constants. The setting TEST_CONSTANTS replaces constants in a program that a test
 * starts; a test that creates the services itself replaces constants in the returned object.
 * @param env environment variables; those that are not settings are ignored
 * @throws InvalidConfigError with every fault at once
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    settingNames.map((name) => [name, env[name] === "" ? undefined : env[name]]),
  );
  const parsed = settings.safeParse(given, { reportInput: true });
  const formFaults = parsed.error?.issues ?? [];
  const faulty = new Set(formFaults.map(({ path: [name] }) => String(name)));
  const faults = [
    ...formFaults.map(({ path: [name, ...inside], message, input }) =>
      inside.length === 0
        ? describeFault(String(name), message, given[String(name)])
        : describeFault(String(name), `at /${inside.join("/")}: ${message}`, input),
    ),
    ...[...faultsInProduction(given), ...faultsOfFilesKey(given), ...faultsOfBilling(given)].flatMap(
      ({ setting, fault }) => (faulty.has(setting) ? [] : [`${setting}: ${fault}`]),
    ),
  ];
  if (!parsed.success || faults.length > 0) throw new InvalidConfigError(faults);
  const { PUBLIC_URL, ...rest } = parsed.data;
  const { PAUSE_AT: _step, ...replaced } = rest.TEST_CONSTANTS;
  return { ...rest, ...constants, ...replaced, PUBLIC_URL: PUBLIC_URL ?? defaultPublicUrl(rest) };
}

function describeFault(name: string, message: string, found: unknown): string {
  if (found === undefined) return `${name}: ${message}`;
  const isSecret = Object.hasOwn(secretSettings, name);
  return `${name}: ${message}, found ${isSecret ? "a value that is not shown, because it may hold a secret" : JSON.stringify(found)}`;
}

/** Returns the secrets in the settings, which no log and no message may contain. */
export function secretsOf(config: Config): string[] {
  return secretValues(config);
}

/** Returns the settings that differ from their defaults, without their secrets, in the order of the schema. */
export function changedSettings(config: Config): Record<string, unknown> {
  const { PUBLIC_URL: _derived, ...others } = parseConfig({});
  const defaults: Readonly<Record<string, unknown>> = { ...others, PUBLIC_URL: defaultPublicUrl(config) };
  const values: Readonly<Record<string, unknown>> = config;
  const changed = settingNames.filter((name) => !isDeepStrictEqual(values[name], defaults[name]));
  return Object.fromEntries(changed.map((name) => [name, shownValue(name, values[name])]));
}

const ENV_FILE = ".env";

/**
 * Adds the variables of a file `.env`, if there is one, to the environment. Variables of the environment keep their
 * values.
 * @throws InvalidConfigError where lines of the file are meant for settings but assign nothing, or are the reason why
 * Node does not read other settings
 */
export function loadEnvFile(): void {
  if (!existsSync(ENV_FILE)) return;
  const { variables, faults } = readEnvText(readFileSync(ENV_FILE, "utf8"), knownNames);
  if (faults.length > 0) throw new InvalidConfigError(faults);
  // oxlint-disable-next-line node/no-process-env -- beside readConfig, the one place that changes the environment
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
}

/**
 * Returns a sentence for each variable of the environment that looks like a setting and has no effect. The sentences do
 * not contain the values of the variables.
 */
export function settingsWithoutEffect(): string[] {
  // oxlint-disable-next-line node/no-process-env -- beside readConfig, the one place that reads the environment
  return misspeltSettings(Object.keys(process.env), knownNames);
}

/**
 * Returns a function that replaces the secrets of this process's settings in a text. The function knows the secrets
 * even if the settings are not valid, so that the message about invalid settings can be printed.
 */
export function environmentScrubber(): Scrub {
  // oxlint-disable-next-line node/no-process-env -- beside readConfig, the one place that reads the environment
  return createScrubber(secretValues(process.env));
}

/** Reads the settings of this process from its environment and from `.env`. @throws InvalidConfigError */
export function readConfig(): Config {
  loadEnvFile();
  // oxlint-disable-next-line node/no-process-env -- the one place that reads the environment
  return parseConfig(process.env);
}
