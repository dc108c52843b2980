import test from "ava";
import { createServices } from "../../../src/compose/services.ts";
import { startWeb } from "../../../src/compose/web.ts";
import type { Config } from "../../../src/config.ts";
import { createLogger } from "../../../src/infra/logger.ts";
import { createClient } from "../../helpers/client.ts";
import { startGithub } from "../../helpers/github-provider.ts";
import { openTestService } from "../../helpers/service.ts";
import { visitsOf } from "../../pages/page-visits.ts";
import { APP_URL, PUBLIC_URL, startProvider } from "./providers.ts";
import { byIdToken, byRedirect, ways } from "./ways.ts";

const provider = await startProvider();
const github = await startGithub([APP_URL]);
const open = await openTestService({
  hasWorkers: false,
  env: { PUBLIC_URL, LOGIN_PROVIDERS: JSON.stringify({ test: provider.settings, github: github.settings }) },
});
const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const logger = createLogger({ level: "info", process: "test", secrets: [], destination });

// A deployment whose operator has closed the sign-up: another web process on the same stores.
const config: Config = { ...open.config, SIGN_UP: "closed", CONTACT_URL: "mailto:operator@bench.test" };
const services = createServices(config, open.services.stores, { logger, storeTimeoutMs: 60_000 });
const closed = await startWeb(config, services, logger);
test.after.always(async () => {
  await closed.stop();
  await open.close();
  await provider.stop();
  github.close();
});

const places = {
  open: { url: open.url, provider, github },
  closed: { url: closed.url, provider, github },
};
const { db } = open.stores;
const stored = async () => ({
  accounts: await db.collection("accounts").countDocuments(),
  sessions: await db.collection("sessions").countDocuments(),
});
const sessionIn = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith("session="))
    ?.split(";")[0];

for (const [name, signIn] of Object.entries(ways))
  test.serial(
    `while sign-up is closed, ${name} signs in people who have an account, and nobody else`,
    async (t) => {
      const first = await signIn(places.open, `known by ${name}`);
      const known = await signIn(places.closed, `known by ${name}`);
      t.true(known.status === 200 || known.status === 303, known.text);
      const ids = [first, known].map(async ({ headers }) => {
        const { body } = await createClient(closed.url, sessionIn(headers)).get("/me");
        return body.account.account_id as string;
      });
      t.is(new Set(await Promise.all(ids)).size, 1, "both sign-ins lead to one account");

      const before = await stored();
      const stranger = await signIn(places.closed, `stranger by ${name}`);
      t.is(stranger.status, 403, stranger.text);
      t.is(stranger.headers.get("content-type"), "application/problem+json");
      const problem = JSON.parse(stranger.text) as Record<string, unknown>;
      t.is(problem["type"], `${PUBLIC_URL}/problems/sign-up-closed`);
      t.regex(String(problem["detail"]), /takes no new accounts/);
      t.is(sessionIn(stranger.headers), undefined);
      t.deepEqual(await stored(), before);

      t.true((await signIn(places.open, `stranger by ${name}`)).status < 400, "the sign-up is open again");
    },
  );

test.serial(
  "a browser that a provider sends back for a person without an account gets a page that says why sign-up is closed, and whom to ask",
  async (t) => {
    const page = await byRedirect(places.closed, "a stranger with a browser", { Accept: "text/html" });
    t.is(page.status, 403);
    t.is(page.headers.get("content-type"), "text/html; charset=utf-8");
    t.regex(page.text, /<h1>This service takes no new accounts<\/h1>/);
    t.regex(page.text, /<a href="mailto:operator@bench\.test">Contact<\/a>/);
  },
);

test.serial(
  "while sign-up is closed, the development log-in signs in only names that have an account",
  async (t) => {
    const { account } = (await open.anonymous.post("/login/dev", { name: "ada" })).body;
    const client = createClient(closed.url);
    const again = await client.post("/login/dev", { name: "ada", tier: "pro" });
    t.deepEqual(again.body, { account: { ...account, tier: "pro" } });

    const before = await stored();
    const stranger = await client.post("/login/dev", { name: "eve", tier: "pro" });
    t.is(stranger.status, 403);
    t.is(stranger.body.type, `${PUBLIC_URL}/problems/sign-up-closed`);
    const form = await visitsOf(closed, null).post("/login", { name: "eve", return_to: "/" });
    t.is(form.status, 403);
    t.regex(form.html, /<h1>This service takes no new accounts<\/h1>/);
    t.deepEqual(
      [form, stranger].map(({ headers }) => sessionIn(headers)),
      [undefined, undefined],
    );
    t.deepEqual(await stored(), before);
  },
);

test.serial(
  "while sign-up is closed, a person who has deleted their account gets no new account",
  async (t) => {
    const client = await open.signIn("leaves");
    t.is((await client.send("DELETE", "/me")).status, 204);
    t.is((await createClient(closed.url).post("/login/dev", { name: "leaves" })).status, 403);
  },
);

test.serial("the sign-in page says that sign-up is closed, but only while it is closed", async (t) => {
  const says = /This service takes no new accounts: only people who have an account can sign in\./;
  t.regex((await visitsOf(closed, null).open("/login")).html, says);
  t.notRegex((await visitsOf(open, null).open("/login")).html, says);
});

test.serial(
  "while sign-up is closed, the sign-in of a person without an account is logged as failed, with the reason and the client's address",
  async (t) => {
    lines.length = 0;
    await byIdToken(places.closed, "logged");
    await createClient(closed.url).post("/login/dev", { name: "logged" });
    const events = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ security_event }) => security_event !== undefined)
      .map(({ security_event, provider: name, reason, account_id, address }) => ({
        event: [security_event, name, reason, account_id],
        address,
      }));
    t.deepEqual(
      events.map(({ event }) => event),
      [
        ["log_in_failed", "test", "sign_up_closed", null],
        ["log_in_failed", "dev", "sign_up_closed", null],
      ],
    );
    for (const { address } of events) t.regex(String(address), /127\.0\.0\.1$/);
  },
);
