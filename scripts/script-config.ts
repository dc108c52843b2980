import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { readConfig } from "../src/config.ts";
import type { Config } from "../src/config.ts";

/** Written by npm start while it runs: where its stores are. */
export const STORES_FILE = "stores.env";

/**
 * The settings of a script. What the environment does not say is read from `.env`, and then from the running service in
 * DATA_DIR, so that a script finds the stores that npm start has started.
 * @throws InvalidConfigError
 */
export function readScriptConfig(): Config {
  const files = [".env", join(process.env["DATA_DIR"] || ".data", STORES_FILE)];
  for (const file of files) if (existsSync(file)) process.loadEnvFile(file);
  return readConfig();
}
