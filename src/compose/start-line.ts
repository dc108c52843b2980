import process from "node:process";
import { changedSettings, type Config } from "../config.ts";
import type { Logger } from "../infra/logger.ts";
import { VERSION } from "../version.ts";
import type { Stores } from "./stores.ts";

/**
 * Logs one line about the start of a process: the versions of the service and of Node, the settings that differ from
 * their defaults, without secrets, and for each store its version, or why the version is unknown.
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
