import test from "ava";
import { adminCommandsOf, securityEventsIn } from "../helpers/admin-command.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

const adminCommand = adminCommandsOf(service, { LOG_LEVEL: "info" });

async function run(command: string, ...args: string[]) {
  const result = await adminCommand(command, ...args);
  return { ...result, events: securityEventsIn(result.stderr) };
}

test("a new role takes effect on the next request of existing sessions, and the change is logged", async (t) => {
  const admin = await service.signIn("future admin");
  const { account_id } = (await admin.get("/me")).body.account;
  const owner = await service.signIn("owner");
  const [first, second] = [await owner.makeBuild(), await owner.makeBuild()];
  t.is((await admin.send("DELETE", `/builds/${first}`)).status, 403);
  t.is((await admin.get("/admin/queues/api/queues")).status, 403);

  const promoted = await run("set-role", "--account", account_id, "--role", "admin");
  t.is(promoted.code, 0, promoted.stderr);
  t.is(promoted.stdout, `future admin (${account_id}) has the role admin\n`);
  t.is(promoted.events.length, 1);
  t.like(promoted.events[0], { security_event: "role_changed", account_id, address: null, role: "admin" });
  t.is((await admin.send("DELETE", `/builds/${first}`)).status, 204);
  t.is((await admin.get("/admin/queues/api/queues")).status, 200);

  const demoted = await run("set-role", "--account", account_id, "--role", "user");
  t.is(demoted.code, 0, demoted.stderr);
  t.like(demoted.events[0], { security_event: "role_changed", account_id, role: "user" });
  t.is((await admin.get("/admin/queues/api/queues")).status, 403);
  t.is((await admin.send("DELETE", `/builds/${second}`)).status, 403);
});

test("set-role logs the change of an account's tier", async (t) => {
  const client = await service.signIn("on a tier");
  const { account_id } = (await client.get("/me")).body.account;
  const { code, events, stderr } = await run("set-tier", "--account", account_id, "--tier", "pro");
  t.is(code, 0, stderr);
  t.is(events.length, 1);
  t.like(events[0], { security_event: "tier_changed", account_id, address: null, tier: "pro" });
});

test("set-role refuses invalid arguments with a message that names the argument, and logs no change", async (t) => {
  for (const [args, exitCode, says] of [
    [["--role", "admin"], 2, /^--account: expected <account_id>, found nothing$/m],
    [["--account", "x"], 2, /^--role: expected <user\|admin>, found nothing$/m],
    [["--account", "x", "--role", "root"], 2, /^--role: expected one of user, admin, found root$/m],
    [[], 2, /^--account: expected .*\n--role: expected /],
    [["--acount", "x"], 2, /^expected --account, --role, found --acount x$/m],
    [["--account", "--role", "admin"], 2, /^--account: expected <account_id>, found --role$/m],
    [["x"], 2, /^expected --account, --role, found x$/m],
    [["--account", "x", "--role", "admin"], 1, /^--account: no account has the id x$/m],
  ] as const) {
    const { code, stderr, events } = await run("set-role", ...args);
    t.is(code, exitCode);
    t.regex(stderr, says);
    t.deepEqual(events, []);
  }
});
