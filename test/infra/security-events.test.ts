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
}

test("a log-in and a log-out are lines of the log with account and address, and without the token", async (t) => {
  const client = await service.signIn("watched");
  const { body } = await client.get("/me");
  t.is((await client.post("/logout")).status, 204);
  const token = client.cookie?.split("=")[1] ?? "";
  const events = lines
    .map((line) => JSON.parse(line) as SecurityLine)
    .filter(({ security_event }) => security_event !== undefined);
  t.deepEqual(
    events.map(({ security_event }) => security_event),
    ["log_in", "log_out"],
  );
  for (const { account_id, address } of events) {
    t.is(account_id, body.account.account_id);
    t.regex(address ?? "", /127\.0\.0\.1$/);
  }
  t.true(token.length > 20);
  t.false(lines.join("").includes(token));
});
