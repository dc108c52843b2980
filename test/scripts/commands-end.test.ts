import test from "ava";
import { runProgram } from "../helpers/processes.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

/**
 * Commands of `npm run admin`, each with arguments with which it succeeds. Other tests run the remaining commands to
 * their end.
 */
const calls: Readonly<Record<string, (account: string) => readonly string[]>> = {
  "set-tier": (account) => ["--account", account, "--tier", "pro"],
  "set-role": (account) => ["--account", account, "--role", "admin"],
  moderate: (account) => ["--account", account, "--suspend", "--reason", "made up"],
  audit: () => ["--since", "1h"],
  review: () => ["--list"],
  "retry-failed": () => ["--dry-run"],
  reprocess: () => ["--dry-run"],
  restore: () => ["--dry-run"],
  "rebuild-standings": () => [],
  "check-outliers": () => [],
  "reconcile-usage": (account) => ["--account", account],
};

for (const [name, argumentsOf] of Object.entries(calls))
  test(`npm run admin -- ${name} leaves nothing open that keeps its process from ending`, async (t) => {
    const client = await service.signIn(`for ${name}`);
    const account = (await client.get("/me")).body.account.account_id as string;
    const args = [name, ...argumentsOf(account)];
    const env = { ...process.env, ...service.stores.env, LOG_LEVEL: "error" };
    const { ended, output } = runProgram(t, "scripts/admin.ts", { args, env });
    t.is(await ended, 0, output.stderr);
  });
