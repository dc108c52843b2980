import process from "node:process";
import { changedSettings, type Config } from "../config.ts";
import type { Logger } from "../infra/logger.ts";
import { VERSION } from "../version.ts";
import type { Stores } from "./stores.ts";

/**
 * Logs the one line of a start: which version of the service runs on which Node, the settings that differ from their
 * defaults, without secrets, and the version of each store, or that the store is unavailable.
 * @param facts further facts for the line, such as the address on which the process listens
 */
export async function logStart(
  config: Config,
  { stores, logger, facts = {} }: { stores: Pick<Stores, "found">; logger: Logger; facts?: object },
): Promise<void> {
  const found = await stores.found();
  const { pid, version: node } = process;
  logger.info({ version: VERSION, node, pid, ...facts, settings: changedSettings(config), found }, "started");
}
