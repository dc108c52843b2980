import test from "ava";
import { adminCommands } from "../../scripts/admin/commands.ts";
import { runProgram } from "../helpers/processes.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

/** Arguments with which each command succeeds. Other tests run the commands that are left out to their end. */
const calls = (account: string): Record<string, readonly string[]> => ({
  "set-tier": ["--account", account, "--tier", "pro"],
  "set-role": ["--account", account, "--role", "admin"],
  moderate: ["--account", account, "--suspend", "--reason", "made up"],
  audit: ["--since", "1h"],
  review: ["--list"],
  "retry-failed": ["--dry-run"],
  reprocess: ["--dry-run"],
  restore: ["--dry-run"],
  "rebuild-standings": [],
  "check-outliers": [],
  "reconcile-usage": ["--account", account],
});

for (const { name } of adminCommands.filter((command) => calls("")[command.name]))
  test(`npm run admin -- ${name} leaves nothing open that keeps its process from ending`, async (t) => {
    const client = await service.signIn(`for ${name}`);
    const account = (await client.get("/me")).body.account.account_id as string;
    const args = [name, ...(calls(account)[name] ?? [])];
    const env = { ...process.env, ...service.stores.env, LOG_LEVEL: "error" };
    const { ended, output } = runProgram(t, "scripts/admin.ts", { args, env });
    t.is(await ended, 0, output.stderr);
  });
