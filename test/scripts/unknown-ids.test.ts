import test from "ava";
import { adminCommandsOf } from "../helpers/admin-command.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });
const admin = adminCommandsOf(service);

const NO_RETRY =
  "--run: expected a failed run with a stored file, found nope: the service stores the files of failed runs for some days only";

for (const [command, args, says] of [
  ["reconcile-usage", ["--account", "nope"], "--account: no account has the id nope"],
  ["retry-failed", ["--run", "nope"], NO_RETRY],
  ["retry-failed", ["--run", "nope", "--dry-run"], NO_RETRY],
  ["set-tier", ["--account", "nope", "--tier", "pro"], "--account: no account has the id nope"],
  ["set-role", ["--account", "nope", "--role", "admin"], "--account: no account has the id nope"],
  [
    "reprocess",
    ["--run", "nope"],
    "--run: expected a complete or failed run whose file no newer version of the service has read, found nope",
  ],
  ["review", ["--accept", "nope"], "There is no run nope."],
  ["review", ["--reject", "nope", "--reason", "made up"], "There is no run nope."],
] as const)
  test(`the command ${command} ${args.join(" ")} fails with an error that names the id`, async (t) => {
    const { code, stdout, stderr } = await admin(command, ...args);
    t.is(code, 1);
    t.is(stdout, "");
    t.is(stderr, `${says}\n`);
  });

test("reconcile-usage removes the counters of a known account", async (t) => {
  const client = await service.signIn("counted");
  const { account_id } = (await client.get("/me")).body.account;
  const { code, stdout, stderr } = await admin("reconcile-usage", "--account", account_id);
  t.is(code, 0, stderr);
  t.regex(stdout, /^removed the run counters: the next request of an account rebuilds its counter\n$/);
});
