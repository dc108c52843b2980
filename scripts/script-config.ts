import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { loadEnvFile, readConfig, type Config } from "../src/config.ts";

/** The folder of what `npm start` keeps: the stores that it starts, and the logs. */
export function dataDir(): string {
  return process.env["DATA_DIR"] || ".data";
}

const storesFile = () => join(dataDir(), "stores.env");
const storeVariables = ["MONGODB_URL", "REDIS_URL", "MEILI_URL", "MEILI_KEY"];

/**
 * Writes down where the stores of the running service are, so that scripts find them.
 * @returns removes it again
 */
export function writeStoresFile(env: NodeJS.ProcessEnv): () => void {
  const lines = storeVariables.flatMap((name) => (env[name] ? [`${name}=${env[name]}\n`] : []));
  const file = storesFile();
  writeFileSync(file, lines.join(""), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * The settings of a script. What neither the environment nor `.env` says is read from the service that runs in DATA_DIR.
 * @throws InvalidConfigError
 */
export function readScriptConfig(): Config {
  loadEnvFile();
  if (existsSync(storesFile())) process.loadEnvFile(storesFile());
  return readConfig();
}
