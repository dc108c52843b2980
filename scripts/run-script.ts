import process from "node:process";
import { environmentScrubber, secretsOf, type Config } from "../src/config.ts";
import { createLogger } from "../src/infra/logger.ts";
import { openServices, type Services } from "../src/compose/services.ts";
import { adviseOnStore, isStoreError } from "../src/compose/start-process.ts";
import { messageOf } from "../src/infra/message-of.ts";
import { scriptArguments } from "./script-arguments.ts";
import { readScriptConfig } from "./script-config.ts";

/**
 * Checks the arguments of a script, then runs it on the services. With `--help` it only prints the usage. The exit code is 1 where
 * anything failed.
 */
export async function runScript<A>({ name, usage, readArguments, run }: Script<A>): Promise<void> {
  const args = scriptArguments(usage, readArguments);
  if (args === null) return;
  let services: Services | undefined;
  try {
    const config = readScriptConfig();
    const logger = createLogger({
      level: config.LOG_LEVEL,
      process: name,
      secrets: secretsOf(config),
    });
    services = await openServices(config, { logger, storeTimeoutMs: config.WORKER_STORE_TIMEOUT_MS });
    if (!(await run(args, services, config))) process.exitCode = 1;
  } catch (error) {
    report(error);
  }
  try {
    await services?.close();
  } catch (error) {
    report(error);
  }
}

/** Writes what went wrong to standard error, without the secrets of the settings. The exit code becomes 1. */
function report(error: unknown): void {
  console.error(environmentScrubber()(explain(error)));
  process.exitCode = 1;
}

interface Script<A> {
  /** The name under which the script logs. */
  name: string;
  /** What the arguments mean, and an example of the whole command. */
  usage: string;
  /** @throws Error with a message for the person who runs the script */
  readArguments: (args: string[]) => A;
  /** Returns false where the script should end with exit code 1. */
  run: (args: A, services: Services, config: Config) => Promise<boolean>;
}

/** Returns what went wrong in a sentence: of a store, what to do about it. */
export function explain(error: unknown): string {
  return isStoreError(error) ? adviseOnStore(error) : messageOf(error);
}
