import { createHmac } from "node:crypto";
import test from "ava";
import { createClient } from "../../helpers/client.ts";
import { openTestService } from "../../helpers/service.ts";
import { CLIENT, PUBLIC_URL, claimsFor, idTokenOf, newSigningKey, startProvider } from "./providers.ts";

const provider = await startProvider();
const stranger = await newSigningKey("first");
const unknownKey = await newSigningKey("unknown");
const service = await openTestService({
  hasWorkers: false,
  env: { PUBLIC_URL, LOGIN_PROVIDERS: JSON.stringify({ test: provider.settings }) },
});
test.after.always(async () => {
  await service.close();
  await provider.stop();
});

/** Starts a log-in. Returns a client with the cookie of the log-in, and the nonce of the log-in. */
async function start() {
  const answer = await service.anonymous.post("/login/test/start");
  const client = createClient(service.url, answer.headers.get("set-cookie")?.split(";")[0]);
  return { client, nonce: answer.body.nonce as string };
}

const claims = (nonce: string, subject?: string) => claimsFor(provider, nonce, subject);

const now = () => Math.floor(Date.now() / 1000);
const hs256 = (nonce: string) => {
  const [head, body] = idTokenOf(claims(nonce), provider.key, { alg: "HS256" }).split(".");
  const signature = createHmac("sha256", CLIENT.client_secret).update(`${head}.${body}`).digest("base64url");
  return `${head}.${body}.${signature}`;
};
const cutPayload = (nonce: string) => {
  const [head, , signature] = idTokenOf(claims(nonce), provider.key).split(".");
  const payload = Buffer.from(JSON.stringify(claims(nonce, "victim"))).toString("base64url");
  return `${head}.${payload}.${signature}`;
};

/**
 * For each fault of an ID token, a function that makes a token with this fault alone, and a pattern for the message of
 * the refusal.
 */
const badTokens: Record<string, [(nonce: string) => string, RegExp]> = {
  "is signed by another key of the same name": [
    (nonce) => idTokenOf(claims(nonce), stranger),
    /its signature is wrong/,
  ],
  "is signed by a key that the provider does not have": [
    (nonce) => idTokenOf(claims(nonce), unknownKey),
    /none of the provider's keys/,
  ],
  "was changed after it was signed": [cutPayload, /its signature is wrong/],
  "has no signature (alg none)": [(nonce) => idTokenOf(claims(nonce), null), /not a valid ID token/],
  "has no signature but names a key (alg none)": [
    (nonce) => idTokenOf(claims(nonce), null, { kid: provider.key.kid }),
    /not a valid ID token/,
  ],
  "is signed with the client's secret (HS256)": [hs256, /not a valid ID token/],
  "is for another client": [
    (nonce) => idTokenOf({ ...claims(nonce), aud: "another" }, provider.key),
    /another client \(aud\)/,
  ],
  "is for several clients and not authorized for this one": [
    (nonce) =>
      idTokenOf({ ...claims(nonce), aud: [CLIENT.client_id, "another"], azp: "another" }, provider.key),
    /another client \(azp\)/,
  ],
  "is for several clients and authorized for none": [
    (nonce) => idTokenOf({ ...claims(nonce), aud: [CLIENT.client_id, "another"] }, provider.key),
    /another client \(aud\)/,
  ],
  "is of another issuer": [
    (nonce) => idTokenOf({ ...claims(nonce), iss: "https://evil.test" }, provider.key),
    /another issuer/,
  ],
  "has expired": [(nonce) => idTokenOf({ ...claims(nonce), exp: now() - 60 }, provider.key), /expired/],
  "is not valid yet": [
    (nonce) => idTokenOf({ ...claims(nonce), nbf: now() + 600 }, provider.key),
    /not valid yet/,
  ],
  "has no expiry": [
    (nonce) => idTokenOf({ ...claims(nonce), exp: undefined }, provider.key),
    /not a valid ID token/,
  ],
  "has no nonce": [
    (nonce) => idTokenOf({ ...claims(nonce), nonce: undefined }, provider.key),
    /not a valid ID token|nonce/,
  ],
  "has a nonce of no start": [() => idTokenOf(claims("n".repeat(43)), provider.key), /nonce/],
  "has no subject": [
    (nonce) => idTokenOf({ ...claims(nonce), sub: undefined }, provider.key),
    /not a valid ID token/,
  ],
  "has an empty subject": [
    (nonce) => idTokenOf({ ...claims(nonce), sub: "" }, provider.key),
    /subject|valid/,
  ],
  "has an endless subject": [
    (nonce) => idTokenOf({ ...claims(nonce), sub: "s".repeat(256) }, provider.key),
    /subject/,
  ],
  "is no token": [() => "abc", /not a valid ID token/],
  "has parts that are not JSON": [() => "YQ.YQ.YQ", /not a valid ID token/],
};

for (const [how, [make, reason]] of Object.entries(badTokens)) {
  test(`an ID token that ${how} is refused with 401`, async (t) => {
    const { client, nonce } = await start();
    const answer = await client.post("/login/test", { id_token: make(nonce) });
    t.is(answer.status, 401, answer.text);
    t.is(answer.body.type, `${PUBLIC_URL}/problems/log-in-refused`);
    t.regex(answer.body.detail, reason);
    t.deepEqual(answer.headers.getSetCookie(), []);
  });
}
