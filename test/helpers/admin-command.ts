import process from "node:process";
import { runScript, type ScriptResult } from "./run-script.ts";
import type { TestService } from "./service.ts";

/**
 * Returns a function that runs a command of `npm run admin` on the stores of a service.
 * @param settings further settings of the command
 */
export function adminCommandsOf(
  { stores }: Pick<TestService, "stores">,
  settings: Record<string, string> = {},
) {
  const env = { ...process.env, ...stores.env, LOG_LEVEL: "error", ...settings };
  return async (...args: string[]): Promise<ScriptResult> => runScript("scripts/admin.ts", args, env);
}

/** Returns the security events in the log of a command that ran with LOG_LEVEL=info. */
export function securityEventsIn(log: string): Record<string, unknown>[] {
  const lines = log.split("\n").filter((line) => line.includes('"security_event"'));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
