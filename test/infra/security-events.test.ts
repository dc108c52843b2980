import test from "ava";
import { createLogger } from "../../src/infra/logger.ts";
import { startTestService } from "../helpers/service.ts";

const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const logger = createLogger({ level: "info", process: "test", secrets: [], destination });
const service = await startTestService(test, { hasWorkers: false, logger });

interface SecurityLine {
  security_event?: string;
  account_id?: string;
  address?: string;
  all?: boolean;
}

/** Returns the log lines of an account's security events. */
const eventsOf = (accountId: string): SecurityLine[] =>
  lines
    .map((line) => JSON.parse(line) as SecurityLine)
    .filter(({ security_event, account_id }) => security_event !== undefined && account_id === accountId);

test("a log-in and a log-out are logged with account and address, and without the token", async (t) => {
  const client = await service.signIn("watched");
  const { body } = await client.get("/me");
  t.is((await client.post("/logout")).status, 204);
  const token = client.cookie?.split("=")[1] ?? "";
  const events = eventsOf(body.account.account_id);
  t.deepEqual(
    events.map(({ security_event }) => security_event),
    ["log_in", "log_out"],
  );
  for (const { address } of events) t.regex(address ?? "", /127\.0\.0\.1$/);
  t.true(token.length > 20);
  t.false(lines.join("").includes(token));
});

test("the log line of a log-out tells whether the log-out ends all sessions of the account", async (t) => {
  const name = "everywhere";
  const client = await service.signIn(name);
  const accountId = (await client.get("/me")).body.account.account_id as string;
  t.is((await client.post("/logout")).status, 204);
  t.is((await (await service.signIn(name)).post("/logout?all=false")).status, 204);
  t.is((await (await service.signIn(name)).post("/logout?all=true")).status, 204);
  const logOuts = eventsOf(accountId).filter(({ security_event }) => security_event === "log_out");
  t.deepEqual(
    logOuts.map(({ all }) => all),
    [false, false, true],
  );
});
