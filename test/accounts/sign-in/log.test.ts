import test from "ava";
import { createLogger } from "../../../src/infra/logger.ts";
import { createClient } from "../../helpers/client.ts";
import { openTestService } from "../../helpers/service.ts";
import {
  APP_URL,
  CLIENT,
  PUBLIC_URL,
  authorize,
  claimsFor,
  idTokenOf,
  newCodeVerifier,
  startProvider,
} from "./providers.ts";

const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
// The logger of these tests redacts no secrets, so that the log shows every secret that code passes to the logger.
const logger = createLogger({ level: "trace", process: "test", secrets: [], destination });
const provider = await startProvider();
const misconfigured = { ...provider.settings, client_secret: "a-secret-that-the-provider-refuses" };
const service = await openTestService({
  hasWorkers: false,
  logger,
  env: { PUBLIC_URL, LOGIN_PROVIDERS: JSON.stringify({ test: provider.settings, misconfigured }) },
});
test.after.always(async () => {
  await service.close();
  await provider.stop();
});

async function start(name: string) {
  const answer = await service.anonymous.post(`/login/${name}/start`);
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { client: createClient(service.url, cookie), cookie, nonce: answer.body.nonce as string };
}

test("every accepted or refused log-in is logged with the client's address, and without secrets, codes and tokens", async (t) => {
  const good = await start("test");
  const id_token = idTokenOf(claimsFor(provider, good.nonce), provider.key);
  const answer = await good.client.post("/login/test", { id_token });
  t.is(answer.status, 200);
  const bad = await start("test");
  const forged = idTokenOf({ ...claimsFor(provider, bad.nonce), aud: "another" }, provider.key);
  t.is((await bad.client.post("/login/test", { id_token: forged })).status, 401);
  const broken = await start("misconfigured");
  const { codeVerifier, codeChallenge } = newCodeVerifier();
  const code = await authorize(provider, { nonce: broken.nonce, codeChallenge });
  const proof = { code, code_verifier: codeVerifier, redirect_uri: APP_URL };
  t.is((await broken.client.post("/login/misconfigured", proof)).status, 503);
  await service.anonymous.get(`/login/test/callback?code=${code}&state=${bad.nonce}`);

  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const events = entries.filter(({ security_event }) => security_event !== undefined);
  t.deepEqual(
    events.map(({ security_event, provider: name, reason }) => [security_event, name, reason]),
    [
      ["log_in", "test", undefined],
      ["log_in_failed", "test", "bad_id_token"],
      ["log_in_failed", "misconfigured", "provider_unavailable"],
      ["log_in_failed", "test", "no_start"],
    ],
  );
  t.is(events[0]?.["account_id"], answer.body.account.account_id);
  for (const { address } of events) t.regex(String(address), /127\.0\.0\.1$/);
  const log = lines.join("");
  t.regex(
    log,
    /the answer of the provider cannot be used \((?:OAUTH_WWW_AUTHENTICATE_CHALLENGE|invalid_client)\)/,
    "the log names the reason for the operator",
  );
  const secrets = {
    id_token,
    forged,
    code,
    codeVerifier,
    nonce: good.nonce,
    start: bad.cookie.split("=")[1] ?? "",
  };
  for (const [what, secret] of Object.entries(secrets)) t.false(log.includes(secret), what);
  t.false(log.includes(CLIENT.client_secret));
  t.false(log.includes(misconfigured.client_secret));
});
