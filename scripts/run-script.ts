import process from "node:process";
import { environmentScrubber, type Config } from "../src/config.ts";
import type { Services } from "../src/compose/services.ts";
import { adviseOnStore, isStoreError } from "../src/compose/start-process.ts";
import { messageOf } from "../src/infra/message-of.ts";
import { readProgram, type Options, type Program, type Values } from "./script-arguments.ts";
import { readScriptConfig } from "./script-config.ts";
import { openServicesFor } from "./with-services.ts";

/** A program that works on the services. */
export interface Script<O extends Options> extends Program<O> {
  /** The name under which the script logs. */
  name: string;
  /** Resolves with false where the exit code is to be 1. */
  run: (values: Values<O>, services: Services, config: Config) => Promise<unknown>;
}

/**
 * Checks the arguments of a script, then runs it on the services. With `--help` it only prints the usage. The exit code is 2 where the
 * arguments are wrong, and 1 where anything else failed.
 * @param args those of this process, if they are not given
 */
export async function runScript<const O extends Options>(script: Script<O>, args?: string[]): Promise<void> {
  const { name, run } = script;
  const values = readProgram(script, args);
  if (values === null) return;
  let services: Services | undefined;
  try {
    const config = readScriptConfig();
    services = await openServicesFor(name, config);
    if ((await run(values, services, config)) === false) process.exitCode = 1;
  } catch (error) {
    report(error);
  }
  await services?.close().catch(report);
}

/** Writes what went wrong to standard error, without the secrets of the settings. The exit code becomes 1. */
function report(error: unknown): void {
  console.error(environmentScrubber()(explain(error)));
  process.exitCode = 1;
}

/** Returns what went wrong in a sentence: of a store, what to do about it. */
export function explain(error: unknown): string {
  return isStoreError(error) ? adviseOnStore(error) : messageOf(error);
}
