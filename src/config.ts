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
import {
  fileVariable,
  readSecretFiles,
  secretFileVariables,
  type SettingFault,
} from "./settings/secret-files.ts";
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

/** The names of the environment variables that are settings, in the order of the schema. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/**
 * The names of all variables that the service or `npm start` reads: the settings, the variables with paths of secrets,
 * and the variables that `npm start` alone reads.
 */
export const knownNames: readonly string[] = [
  ...settingNames,
  ...secretFileVariables,
  "DATA_DIR",
  "MONGODB_BINARY",
];

/**
 * The error for settings in the environment that are not valid. The message lists every fault, each on a separate line.
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
 * @param earlier faults that the caller has found before; the error lists them first
 * @throws InvalidConfigError with every fault at once
 */
export function parseConfig(env: Variables, earlier: readonly SettingFault[] = []): Config {
  const { config, faults } = examine(env, earlier);
  if (config === null) throw new InvalidConfigError(faults.map(({ fault }) => fault));
  return config;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Parses settings. Returns their faults, each as a sentence; the config is null if there are any faults. */
function examine(
  env: Variables,
  earlier: readonly SettingFault[],
): { config: Config | null; faults: readonly SettingFault[] } {
  const given = givenIn(env);
  const parsed = settings.safeParse(given, { reportInput: true });
  const faults = [
    ...earlier,
    ...(parsed.error?.issues ?? []).map(({ path: [name, ...inside], message, input }) => ({
      setting: String(name),
      fault:
        inside.length === 0
          ? describeFault(String(name), message, given[String(name)])
          : describeFault(String(name), `at /${inside.join("/")}: ${message}`, input),
    })),
  ];
  const faulty = new Set(faults.map(({ setting }) => setting));
  const ofSeveral = [...faultsInProduction(given), ...faultsOfFilesKey(given), ...faultsOfBilling(given)];
  for (const { setting, fault } of ofSeveral)
    if (!faulty.has(setting)) faults.push({ setting, fault: `${setting}: ${fault}` });
  if (!parsed.success || faults.length > 0) return { config: null, faults };
  return { config: withConstants(parsed.data), faults };
}

const givenIn = (env: Variables): Variables =>
  Object.fromEntries(settingNames.map((name) => [name, env[name] === "" ? undefined : env[name]]));

function withConstants({ PUBLIC_URL, ...rest }: z.output<typeof settings>): Config {
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
 * values. Then adds the secrets whose files are named by variables such as MEILI_KEY_FILE, and removes these variables.
 * @throws InvalidConfigError if a line of `.env` names a setting without assigning a value, or makes Node ignore a
 * setting after it; or if a variable names a file from which no secret can be read
 */
export function loadEnvironment(): void {
  const faults = addToEnvironment();
  if (faults.length > 0) throw new InvalidConfigError(faults.map(({ fault }) => fault));
}

/**
 * Adds the variables of the file `.env` and the secrets of files to the environment. Returns the faults for which
 * `loadEnvironment` throws an error.
 * @param runningStores returns settings of the stores that run on this machine, for settings that are not set
 */
function addToEnvironment(runningStores: () => Variables = () => ({})): readonly SettingFault[] {
  // oxlint-disable-next-line node/no-process-env -- no other function changes the environment
  const env = process.env;
  const file = existsSync(ENV_FILE)
    ? readEnvText(readFileSync(ENV_FILE, "utf8"), knownNames)
    : { variables: {}, faults: [] };
  for (const [name, value] of Object.entries(file.variables)) env[name] ??= value;
  const { secrets, faults } = readSecretFiles(env);
  Object.assign(env, secrets);
  // Remove the variables with the paths of secret files: a process that this process starts inherits the secrets
  // themselves, and would refuse to start with both a secret and its path.
  for (const setting of Object.keys(secrets)) delete env[fileVariable(setting)];
  // A setting that the environment sets to the empty string counts as not set.
  for (const [name, value] of Object.entries(runningStores())) env[name] ||= value;
  return [...file.faults.map((fault) => ({ setting: ENV_FILE, fault })), ...faults];
}

/**
 * Returns a sentence for each variable of the environment that looks like a setting and has no effect. The sentences do
 * not contain the values of the variables.
 */
export function settingsWithoutEffect(): string[] {
  // oxlint-disable-next-line node/no-process-env -- only functions of this file read the environment
  return misspeltSettings(Object.keys(process.env), knownNames);
}

/**
 * Returns a function that replaces the secrets of this process's settings in a text. The function knows the secrets
 * even if the settings are not valid, so that the message about invalid settings can be printed.
 */
export function environmentScrubber(): Scrub {
  // oxlint-disable-next-line node/no-process-env -- only functions of this file read the environment
  return createScrubber(secretValues(process.env));
}

/**
 * Reads the settings of this process from its environment, `.env` and files with secrets.
 * @param runningStores returns settings of the stores that run on this machine, for settings that are not set
 * @throws InvalidConfigError
 */
export function readConfig(runningStores?: () => Variables): Config {
  const faults = addToEnvironment(runningStores);
  // oxlint-disable-next-line node/no-process-env -- only functions of this file read the environment
  return parseConfig(process.env, faults);
}

/**
 * Reads the settings as `readConfig` does, for a program that checks the settings and asks the stores even if settings
 * are faulty. Returns every fault, each a sentence, and the settings, in which defaults replace faulty settings.
 */
export function examineEnvironment(runningStores?: () => Variables): {
  config: Config;
  faults: readonly SettingFault[];
} {
  const earlier = addToEnvironment(runningStores);
  // oxlint-disable-next-line node/no-process-env -- only functions of this file read the environment
  const env = process.env;
  const { config, faults } = examine(env, earlier);
  if (config) return { config, faults };
  const faulty = Object.fromEntries(faults.map(({ setting }) => [setting, undefined]));
  // Do not check the rules about several settings, because the defaults that replace faulty settings may break these
  // rules.
  return { config: withConstants(settings.parse(givenIn({ ...env, ...faulty }))), faults };
}
