import type { ExecutionContext } from "ava";
import { runProgram } from "./processes.ts";
import type { TestService } from "./service.ts";

/**
 * Returns a function that runs a command of `npm run admin` on the stores of a service, in a process of its own.
 * @param settings further settings of the command
 */
export function adminCommandsOf(
  { stores }: Pick<TestService, "stores">,
  settings: Record<string, string> = {},
) {
  return async (t: ExecutionContext, ...args: string[]) => {
    const env = { ...process.env, ...stores.env, LOG_LEVEL: "error", ...settings };
    const program = runProgram(t, "scripts/admin.ts", { args, env });
    const code = await program.ended;
    return { code, ...program.output };
  };
}
