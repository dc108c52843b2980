import process from "node:process";
import { environmentScrubber, type Config } from "../src/config.ts";
import type { Services } from "../src/compose/services.ts";
import { adviseOnStore, isStoreError } from "../src/compose/start-process.ts";
import { messageOf } from "../src/infra/message-of.ts";
import { readProgram, type Options, type Program, type Values } from "./script-arguments.ts";
import { readScriptConfig } from "./script-config.ts";
import { openServicesFor } from "./with-services.ts";

/** A program to which `runScript` passes the opened services. */
export interface Script<O extends Options> extends Program<O> {
  /** The name of the script in the log. */
  name: string;
  /**
   * True if the script itself records its actions as security events; else `runScript` records each start of the
   * script.
   */
  hasOwnEvents?: true;
  /**
   * True if people also run the script while the web container is stopped: the usage then names a separate container.
   */
  needsOwnContainer?: true;
  /** Runs the script. If the promise resolves to false, the exit code is 1. */
  run: (values: Values<O>, services: Services, config: Config) => Promise<unknown>;
}

/**
 * Checks the arguments of a script, then opens the services and runs the script. With `--help` it only prints the
 * usage. The exit code is 2 for wrong arguments, and 1 for any other failure.
 * @param args default: the arguments of this process
 */
export async function runScript<const O extends Options>(script: Script<O>, args?: string[]): Promise<void> {
  const { name, call, hasOwnEvents = false, needsOwnContainer = false, run } = script;
  const compose = needsOwnContainer ? "docker compose run --rm web" : "docker compose exec web";
  const callInContainer = `${compose} ${call.replace("npm run admin --", "admin")}`;
  const values = readProgram({ ...script, callInContainer }, args);
  if (values === null) return;
  let services: Services | undefined;
  try {
    const config = readScriptConfig();
    services = await openServicesFor(name, config);
    if (!hasOwnEvents) await recordRun(services, name, values, args ?? process.argv.slice(2));
    if ((await run(values, services, config)) === false) process.exitCode = 1;
  } catch (error) {
    report(error);
  }
  await services?.close().catch(report);
}

/**
 * Matches the ids of accounts in arguments. The audit trail must not contain them, because the deletion of an account
 * does not find ids in arguments.
 */
const ACCOUNT_IDS = /(--(?:deleted-accounts|account)[= ])\S+/g;

/**
 * Records that a script was started, with its arguments, as a security event. The event names an account only if there
 * is such an account: the id of a deleted account must not return to the audit trail.
 */
async function recordRun(
  { securityEvents, accounts }: Services,
  command: string,
  values: { account?: unknown },
  args: readonly string[],
): Promise<void> {
  const { account } = values;
  const isKnown = typeof account === "string" && (await accounts.personOf(account)) !== null;
  const account_id = isKnown ? account : null;
  const given = args.join(" ").replaceAll(ACCOUNT_IDS, "$1<account_id>");
  securityEvents.record("command_run", { account_id, address: null, command, arguments: given });
}

/** Writes the error to standard error, without the secrets of the settings, and sets exit code 1. */
function report(error: unknown): void {
  console.error(environmentScrubber()(explain(error)));
  process.exitCode = 1;
}

/** Describes an error in a sentence; for an error of a store, the sentence says what to do. */
export function explain(error: unknown): string {
  return isStoreError(error) ? adviseOnStore(error) : messageOf(error);
}
