import test, { type ExecutionContext } from "ava";
import { adminCommandsOf } from "../helpers/admin-command.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { extractEntry } from "../../src/readers/zip/extract-entry.ts";
import { zipEntries } from "../../src/readers/zip/zip-entries.ts";
import type { Client } from "../helpers/client.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const service = await startTestService(test, { hasWorkers: false });
const admin = adminCommandsOf(service);
const { securityEvents, auditTrail } = service.services;

const accountIdOf = async (client: Client) => (await client.get("/me")).body.account.account_id as string;
const eventsOf = ({ stores }: TestService) => stores.db.collection("audit_events");

/** Returns the lines that the command `audit` prints about an account, without the times and the count. */
async function auditOf(t: ExecutionContext, account: string): Promise<string[]> {
  await auditTrail.close();
  const { code, stdout, stderr } = await admin("audit", "--since", "1d", "--account", account);
  t.is(code, 0, stderr);
  const lines = stdout.trimEnd().split("\n");
  t.is(lines.pop(), `${lines.length} events`);
  for (const line of lines) t.regex(line, /^\d{4}-\d\d-\d\dT[\d:.]+Z {2}/);
  return lines.map((line) => line.split("  ").slice(1).join("  "));
}

test("the audit trail records sign-ins, tokens, exports and changes of tiers and roles, also with LOG_LEVEL=error", async (t) => {
  const client = await service.signIn("audited");
  const account = await accountIdOf(client);
  const made = await client.post("/me/tokens", { name: "x", scopes: ["read"] });
  const { token_id } = made.body.access_token;
  await client.send("DELETE", `/me/tokens/${token_id}`);
  t.is((await client.get("/me/export")).status, 200);
  for (const args of [
    ["set-tier", "--account", account, "--tier", "pro"],
    ["set-role", "--account", account, "--role", "admin"],
    ["moderate", "--account", account, "--suspend", "--reason", "because of x"],
    ["moderate", "--account", account, "--lift"],
  ])
    t.is((await admin(...args)).code, 0);
  t.deepEqual(await auditOf(t, account), [
    `log_in  by ${account}  of ${account}  provider="dev"`,
    `token_made  by ${account}  of ${account}  token_id="${token_id}"  scopes="read"`,
    `token_revoked  by ${account}  of ${account}  token_id="${token_id}"`,
    `account_exported  by ${account}  of ${account}`,
    `tier_changed  by operator  of ${account}  tier="pro"`,
    `role_changed  by operator  of ${account}  role="admin"`,
    `account_suspended  by operator  of ${account}  reason="because of x"`,
    `suspension_lifted  by operator  of ${account}`,
  ]);
});

test("the audit trail names the admin who deleted a result, the owner of the result, and each admin command with its arguments", async (t) => {
  const owner = await service.signIn("owner of audited results");
  const moderator = await service.signIn("audited admin");
  const [ownerId, adminId] = [await accountIdOf(owner), await accountIdOf(moderator)];
  await service.services.accounts.setRole(adminId, "admin");
  const build_id = await owner.makeBuild();
  const { body } = await owner.add({ build_id, benchmarks: { id: 15, runs: [1000] } });
  const { run_id } = body.runs[0];
  t.is((await moderator.send("DELETE", `/benchmarks/runs/${run_id}`)).status, 204);
  t.is((await moderator.send("DELETE", `/builds/${build_id}`)).status, 204);
  t.is((await admin("reconcile-usage", "--account", ownerId)).code, 0);
  t.deepEqual((await auditOf(t, ownerId)).slice(1), [
    `deleted_by_admin  by ${adminId}  of ${ownerId}  run_id="${run_id}"`,
    `deleted_by_admin  by ${adminId}  of ${ownerId}  build_id=${build_id}`,
    `command_run  by operator  of ${ownerId}  command="reconcile-usage"  arguments="--account <account_id>"`,
  ]);
});

test("the audit trail stores no addresses and no refused requests of strangers, and keeps each event for AUDIT_DAYS", async (t) => {
  const own = await startTestService(t, { hasWorkers: false, env: { AUDIT_DAYS: "7" } });
  await own.signIn("seven days");
  const stranger = { Authorization: "Bearer pcb_unknown" };
  t.is((await own.anonymous.get("/me", stranger)).status, 401);
  await own.services.auditTrail.close();
  const found = await eventsOf(own).find({}).toArray();
  t.deepEqual(
    found.map(({ event }) => event as string),
    ["log_in"],
  );
  const [{ at, expires_at, ...rest } = { at: new Date(0), expires_at: new Date(0) }] = found;
  t.is(expires_at.getTime() - at.getTime(), 7 * 24 * 60 * 60 * 1000);
  t.false(JSON.stringify(rest).includes("127.0.0.1"));
});

test("the command `audit` lists only events younger than --since, and refuses a --since that is not an age", async (t) => {
  await eventsOf(service).insertOne({
    at: new Date(Date.now() - 3 * 24 * 60 * 60 * 1000),
    event: "tier_changed",
    who: "operator",
    whose: "three days old",
    facts: {},
    expires_at: new Date(Date.now() + 1_000_000),
  });
  t.false((await admin("audit", "--since", "2d")).stdout.includes("three days old"));
  t.true((await admin("audit", "--since", "73h")).stdout.includes("three days old"));
  const { code, stderr } = await admin("audit", "--since", "soon");
  t.is(code, 2);
  t.regex(stderr, /^--since: expected an age such as 30d or 12h, found soon$/m);
});

test("a sign-in succeeds although its audit event cannot be stored, and the log reports this even with LOG_LEVEL=error", async (t) => {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = createLogger({ level: "error", process: "test", secrets: [], destination });
  const own = await startTestService(t, { hasWorkers: false, logger });
  // A unique index makes MongoDB refuse the second audit event with the same name.
  await eventsOf(own).createIndex({ event: 1 }, { unique: true });
  await own.signIn("first");
  const second = await own.signIn("second");
  t.is((await second.get("/me")).status, 200);
  await until(async () => lines.length > 0, "the log has a line");
  t.is(lines.length, 1);
  t.like(lines[0], {
    level: "error",
    security_event: "log_in",
    msg: "the audit trail could not store an event; the audited act was done",
  });
});

test("the export of an account has its audit events without ids of other accounts; after its deletion, events of others name a pseudonym", async (t) => {
  const client = await service.signIn("leaving");
  const account = await accountIdOf(client);
  const deleter = await service.signIn("deleting admin");
  const adminId = await accountIdOf(deleter);
  await service.services.accounts.setRole(adminId, "admin");
  t.is((await deleter.send("DELETE", `/builds/${await client.makeBuild()}`)).status, 204);
  securityEvents.record("tier_changed", { account_id: account, address: null, tier: "pro" });
  await auditTrail.close();
  const response = await fetch(`${service.url}/me/export`, { headers: { Cookie: client.cookie ?? "" } });
  const zip = Buffer.from(await response.arrayBuffer());
  const entry = zipEntries(zip).find(({ name }) => name === "audit.json");
  const text = entry ? (await extractEntry(zip, entry)).toString() : "";
  const exported = JSON.parse(text) as { event: string; by_yourself: boolean }[];
  t.true(exported.some(({ event, by_yourself }) => event === "log_in" && by_yourself));
  t.true(exported.some(({ event, by_yourself }) => event === "deleted_by_admin" && !by_yourself));
  t.false(text.includes(adminId));

  t.is((await client.send("DELETE", "/me")).status, 204);
  t.deepEqual(await auditOf(t, account), []);
  const pseudonym = (await eventsOf(service).findOne({ event: "account_deleted" }, { sort: { at: -1 } }))?.[
    "whose"
  ];
  t.regex(pseudonym, /^[0-9a-f]{64}$/);
  const left = (await auditOf(t, pseudonym)).map((line) => line.split("  ").slice(0, 3).join("  "));
  t.deepEqual(left, [
    `deleted_by_admin  by ${adminId}  of ${pseudonym}`,
    `tier_changed  by operator  of ${pseudonym}`,
    `account_deleted  by ${pseudonym}  of ${pseudonym}`,
  ]);
});
