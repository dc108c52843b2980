import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseEnv } from "node:util";
import { readConfig, type Config } from "../src/config.ts";

/** Returns the folder in which `npm start` stores the logs and the data of the stores that it starts. */
export function dataDir(): string {
  return process.env["DATA_DIR"] || ".data";
}

const storesFile = () => join(dataDir(), "stores.env");
const serviceVariables = ["MONGODB_URL", "REDIS_URL", "MEILI_URL", "MEILI_KEY", "SERVER_SECRET"];

/**
 * Writes the URLs of the running service's stores, and the service's secret, to a file, where scripts find them.
 * @returns a function that removes the file
 */
export function writeStoresFile(env: NodeJS.ProcessEnv): () => void {
  const lines = serviceVariables.flatMap((name) => (env[name] ? [`${name}=${env[name]}\n`] : []));
  const file = storesFile();
  writeFileSync(file, lines.join(""), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * Reads the settings of a script. URLs of stores, and the secret, that neither the environment nor `.env` contains are
 * taken from the service that runs in DATA_DIR.
 * @throws InvalidConfigError
 */
export function readScriptConfig(): Config {
  return readConfig(runningStores);
}

/** Returns the URLs of the running service's stores, and its secret, as variables; none if no service runs. */
export function runningStores(): NodeJS.Dict<string> {
  return existsSync(storesFile()) ? parseEnv(readFileSync(storesFile(), "utf8")) : {};
}
