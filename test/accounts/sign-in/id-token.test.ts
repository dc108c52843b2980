import test from "ava";
import { createClient } from "../../helpers/client.ts";
import { openTestService } from "../../helpers/service.ts";
import { CLIENT, PUBLIC_URL, claimsFor, idTokenOf, newSigningKey, startProvider } from "./providers.ts";

let clockOffsetMs = 0;
const provider = await startProvider();
const service = await openTestService({
  hasWorkers: false,
  env: { PUBLIC_URL, LOGIN_PROVIDERS: JSON.stringify({ test: provider.settings, other: provider.settings }) },
  overrides: { clock: () => () => new Date(Date.now() + clockOffsetMs) },
});
test.after.always(async () => {
  await service.close();
  await provider.stop();
});

/** Starts a log-in. Returns a client with the cookie of the log-in, and the nonce of the log-in. */
async function start(name = "test") {
  const answer = await service.anonymous.post(`/login/${name}/start`);
  if (answer.status !== 200) throw new Error(`the start answered ${answer.status}: ${answer.text}`);
  const client = createClient(service.url, answer.headers.get("set-cookie")?.split(";")[0]);
  return { answer, client, nonce: answer.body.nonce as string };
}

const claims = (nonce: string, subject?: string) => claimsFor(provider, nonce, subject);

/** Starts a log-in and finishes the log-in with an ID token that has the nonce of the log-in. */
async function signIn(subject: string, name = "test") {
  const { client, nonce } = await start(name);
  return client.post(`/login/${name}`, { id_token: idTokenOf(claims(nonce, subject), provider.key) });
}

test.serial(
  "a started log-in has a nonce and a state, bound to a cookie that scripts cannot read, and the service stores neither",
  async (t) => {
    const { answer } = await start();
    t.like(answer.body, {
      authorization_endpoint: `${provider.issuer}/auth`,
      client_id: CLIENT.client_id,
      scope: "openid",
      code_challenge_method: "S256",
    });
    t.regex(answer.body.nonce, /^[\w-]{43}$/);
    t.regex(answer.body.state, /^[\w-]{43}$/);
    const cookie = answer.headers.get("set-cookie") ?? "";
    t.regex(cookie, /^login_start=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    const stored = JSON.stringify(await service.stores.db.collection("login_starts").find().toArray());
    for (const secret of [answer.body.nonce, answer.body.state, cookie.slice(12, 55)])
      t.false(stored.includes(secret));
  },
);

test.serial(
  "a valid ID token signs in: the account has a made-up name, and the cookie of the log-in is removed",
  async (t) => {
    const { client, nonce } = await start();
    const id_token = idTokenOf(
      { ...claims(nonce, "ada"), email: "ada@mail.test", name: "Ada Lovelace", preferred_username: "ada" },
      provider.key,
    );
    const answer = await client.post("/login/test", { id_token });
    t.is(answer.status, 200, answer.text);
    t.regex(answer.body.account.name, /^[A-Z][a-z]+ [A-Z][a-z]+ \d{4}$/);
    const [session = "", ended = ""] = answer.headers.getSetCookie();
    t.regex(session, /^session=[\w-]{43}; /);
    t.regex(ended, /^login_start=; Max-Age=0; /);
    const me = await createClient(service.url, session.split(";")[0]).get("/me");
    t.deepEqual(me.body.account, answer.body.account);
    const { db } = service.stores;
    for (const collection of await db.listCollections().toArray()) {
      const documents = JSON.stringify(await db.collection(collection.name).find().toArray());
      t.notRegex(documents, /ada@|Lovelace/, collection.name);
      t.false(documents.includes(id_token), collection.name);
    }
  },
);

test.serial(
  "a subject that signs in again at a provider gets the same account, and the same subject at another provider gets a different account",
  async (t) => {
    const [first, again, elsewhere] = [
      await signIn("grace"),
      await signIn("grace"),
      await signIn("grace", "other"),
    ];
    t.is(again.body.account.account_id, first.body.account.account_id);
    t.is(again.body.account.name, first.body.account.name);
    t.is(elsewhere.status, 200);
    t.not(elsewhere.body.account.account_id, first.body.account.account_id);
  },
);

test.serial("the service finds an account by its subject, never by its e-mail", async (t) => {
  const [one, two] = [await start(), await start()];
  const email = { email: "same@mail.test", email_verified: true };
  const answers = [
    await one.client.post("/login/test", {
      id_token: idTokenOf({ ...claims(one.nonce, "one"), ...email }, provider.key),
    }),
    await two.client.post("/login/test", {
      id_token: idTokenOf({ ...claims(two.nonce, "two"), ...email }, provider.key),
    }),
  ];
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  t.not(answers[0]?.body.account.account_id, answers[1]?.body.account.account_id);
});

test.serial(
  "a stolen ID token is refused, because its nonce belongs to a log-in that another browser began",
  async (t) => {
    const victim = await start();
    const id_token = idTokenOf(claims(victim.nonce, "victim"), provider.key);
    const thief = await start();
    t.is((await thief.client.post("/login/test", { id_token })).status, 401);
    t.is((await service.anonymous.post("/login/test", { id_token })).status, 401, "without a start");
    const unknown = createClient(service.url, `login_start=${"x".repeat(43)}`);
    t.is((await unknown.post("/login/test", { id_token })).status, 401, "with a made-up cookie");
    t.is((await victim.client.post("/login/test", { id_token })).status, 200, "the victim can still sign in");
  },
);

test.serial("of several simultaneous requests that finish the same log-in, one signs in", async (t) => {
  const { client, nonce } = await start();
  const tokens = Array.from({ length: 8 }, (_, n) =>
    idTokenOf({ ...claims(nonce, "racer"), jti: String(n) }, provider.key),
  );
  const answers = await Promise.all(tokens.map(async (id_token) => client.post("/login/test", { id_token })));
  t.deepEqual(
    answers.map(({ status }) => status).filter((status) => status === 200),
    [200],
  );
  t.is(
    (await client.post("/login/test", { id_token: tokens[0] })).status,
    401,
    "a later request with the same start is refused too",
  );
});

test.serial(
  "a log-in that was started for one provider cannot be finished at another provider",
  async (t) => {
    const { client, nonce } = await start("other");
    const id_token = idTokenOf(claims(nonce), provider.key);
    t.is((await client.post("/login/test", { id_token })).status, 401);
    t.is((await client.post("/login/other", { id_token })).status, 200);
  },
);

test.serial("a started log-in expires after ten minutes", async (t) => {
  const { client, nonce } = await start();
  t.teardown(() => {
    clockOffsetMs = 0;
  });
  clockOffsetMs = 601_000;
  const id_token = idTokenOf(claims(nonce), provider.key);
  const answer = await client.post("/login/test", { id_token });
  t.is(answer.status, 401);
  t.regex(answer.body.detail, /begun too long ago/);
});

test.serial(
  "an ID token is accepted once until it expires, even if its log-in is restored in MongoDB and its signature is encoded differently",
  async (t) => {
    const { client, nonce } = await start();
    const starts = service.stores.db.collection("login_starts");
    const stored = await starts.find().toArray();
    const id_token = idTokenOf(claims(nonce, "once"), provider.key);
    t.is((await client.post("/login/test", { id_token })).status, 200);
    const [used] = await service.stores.db
      .collection("used_id_tokens")
      .find()
      .sort({ expires_at: -1 })
      .toArray();
    t.true(Number(used?.["expires_at"]) > Date.now() + 600_000, "the used token is stored until it expires");
    const lastCharacter = id_token.at(-1) ?? "";
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    // In the base64 of 256 bytes, only two bits of the last character count. Another last character with the same two
    // bits therefore encodes the same bytes.
    const twin = alphabet[alphabet.indexOf(lastCharacter) ^ 1] ?? "";
    const again = async (token: string) => {
      await starts.deleteMany({});
      await starts.insertMany(stored);
      return client.post("/login/test", { id_token: token });
    };
    const same = await again(id_token);
    t.is(same.status, 401);
    t.regex(same.body.detail, /signed in with the same token before/);
    t.is((await again(id_token.slice(0, -1) + twin)).status, 401);
  },
);

test.serial("GET /login lists the providers and how to use each, without their secrets", async (t) => {
  const { status, body, text } = await service.anonymous.get("/login");
  t.is(status, 200);
  t.deepEqual(body.results[0], {
    name: "test",
    kind: "oidc",
    proofs: ["id_token", "code"],
    redirect_url: `${PUBLIC_URL}/login/test`,
    start_url: `${PUBLIC_URL}/login/test/start`,
    login_url: `${PUBLIC_URL}/login/test`,
  });
  t.deepEqual(
    body.results.map(({ name }: { name: string }) => name),
    ["test", "other", "dev"],
  );
  t.is(body.total, 3);
  t.false(text.includes(CLIENT.client_secret));
});

test.serial(
  "a page of another site can neither start nor finish a log-in in the browser of its visitor",
  async (t) => {
    const { client, nonce } = await start();
    const id_token = idTokenOf(claims(nonce), provider.key);
    for (const headers of [{ Origin: "https://evil.test" }, { "Sec-Fetch-Site": "cross-site" }] as Record<
      string,
      string
    >[]) {
      t.is((await service.anonymous.post("/login/test/start", undefined, headers)).status, 403);
      t.is((await client.post("/login/test", { id_token }, headers)).status, 403);
    }
    t.is((await client.post("/login/test", { id_token }, { Origin: PUBLIC_URL })).status, 200);
  },
);

test.serial(
  "signing in ends the session whose cookie the request had, and a refused log-in ends no session",
  async (t) => {
    const old = await service.signIn("before");
    const { answer, nonce } = await start();
    const both = createClient(
      service.url,
      `${old.cookie}; ${answer.headers.get("set-cookie")?.split(";")[0]}`,
    );
    t.is((await both.post("/login/other", { id_token: idTokenOf(claims(nonce), provider.key) })).status, 401);
    t.is((await old.get("/me")).status, 200);
    t.is((await both.post("/login/test", { id_token: idTokenOf(claims(nonce), provider.key) })).status, 200);
    t.is((await old.get("/me")).status, 401);
  },
);

test.serial(
  "after the provider replaces its keys, tokens with the new key are accepted and tokens with the old key are refused",
  async (t) => {
    const key = await newSigningKey("second");
    await provider.stop();
    await provider.restart([key]);
    t.teardown(() => {
      clockOffsetMs = 0;
    });
    clockOffsetMs = 11_000;
    const fresh = await start();
    const byNewKey = idTokenOf(claims(fresh.nonce, "ada"), key);
    t.is((await fresh.client.post("/login/test", { id_token: byNewKey })).status, 200);
    const old = await start();
    const byOldKey = idTokenOf(claims(old.nonce, "ada"), provider.key);
    t.is((await old.client.post("/login/test", { id_token: byOldKey })).status, 401);
  },
);
