import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import test, { type ExecutionContext } from "ava";
import type { Constants } from "../../../src/constants.ts";
import { createClient } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { CLIENT, PUBLIC_URL, claimsFor, idTokenOf, newSigningKey, type SigningKey } from "./providers.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const key = await newSigningKey("first");
const stranger = await newSigningKey("first");
const unknown = await newSigningKey("unknown");

const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

/** Starts a sign-in provider whose responses a test may replace. Counts the requests for each path of the provider. */
async function startOddProvider(t: ExecutionContext) {
  const asked: Record<string, number> = {};
  const faults = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://any");
    asked[pathname] = (asked[pathname] ?? 0) + 1;
    const answer = faults.get(pathname) ?? faults.get("*") ?? answers[pathname];
    if (answer) answer(request, response);
    else sendJson(response, {}, 404);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { kid, kty, n, e } = key;
  const answers: Record<string, Answer> = {
    "/.well-known/openid-configuration": (_request, response) =>
      sendJson(response, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
      }),
    "/jwks": (_request, response) => sendJson(response, { keys: [{ kid, kty, n, e }] }),
    "/token": (_request, response) => sendJson(response, { error: "invalid_grant" }, 400),
  };
  return {
    issuer,
    asked,
    settings: { kind: "oidc", issuer, ...CLIENT, redirect_uris: ["http://app.test/cb"] },
    /** Makes the provider respond to requests for a path, or for every path ("*"), by the given function. */
    misbehave: (path: string, answer: Answer) => faults.set(path, answer),
    recover: () => faults.clear(),
  };
}

async function serviceWith(t: ExecutionContext, settings: unknown, constants: Partial<Constants> = {}) {
  const time = { offsetMs: 0 };
  const env = { PUBLIC_URL, LOGIN_PROVIDERS: JSON.stringify({ odd: settings }) };
  const overrides = { clock: () => () => new Date(Date.now() + time.offsetMs) };
  const service = await startTestService(t, { hasWorkers: false, env, constants, overrides });
  const start = async () => {
    const answer = await service.anonymous.post("/login/odd/start");
    if (answer.status !== 200) throw new Error(`the start answered ${answer.status}: ${answer.text}`);
    return {
      client: createClient(service.url, answer.headers.get("set-cookie")?.split(";")[0]),
      nonce: answer.body.nonce as string,
    };
  };
  return { ...service, start, time };
}

const proof = { code: "a", code_verifier: "v".repeat(43), redirect_uri: "http://app.test/cb" };
const hang: Answer = () => undefined;
const ways: Record<string, Answer> = {
  "answers 500": (_request, response) => sendJson(response, { error: "oops" }, 500),
  "breaks off": (request) => request.socket.destroy(),
  "answers a page": (_request, response) => response.end("<h1>Hello</h1>"),
  "answers broken JSON": (_request, response) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end("{"),
  "sends everybody elsewhere": (_request, response) =>
    response.writeHead(302, { Location: "http://127.0.0.1:9/" }).end(),
  "names another issuer": (_request, response) =>
    sendJson(response, { issuer: "https://evil.test", jwks_uri: "https://evil.test/jwks" }),
  "answers two mebibytes": ({ headers }, response) => {
    const issuer = `http://${headers.host}`;
    sendJson(response, {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      padding: " ".repeat(2 * 1024 * 1024),
    });
  },
};

for (const [way, misbehaviour] of Object.entries(ways)) {
  test.serial(
    `a log-in at a provider that ${way} gets a 503 with Retry-After, from programs and in browsers`,
    async (t) => {
      const provider = await startOddProvider(t);
      provider.misbehave("*", misbehaviour);
      const { anonymous } = await serviceWith(t, provider.settings);
      for (const answer of [await anonymous.post("/login/odd/start"), await anonymous.get("/login/odd")]) {
        t.is(answer.status, 503, answer.text);
        t.is(answer.body.type, `${PUBLIC_URL}/problems/provider-unavailable`);
        t.is(answer.headers.get("retry-after"), "2");
        t.false(answer.text.includes("127.0.0.1"), "no host name");
      }
      t.is((await anonymous.get("/login")).status, 200);
    },
  );
}

test.serial(
  "the service starts although a provider does not run, and accepts log-ins as soon as the provider is back",
  async (t) => {
    const provider = await startOddProvider(t);
    provider.misbehave("*", (request) => request.socket.destroy());
    const { anonymous, start, time } = await serviceWith(t, provider.settings);
    t.is((await anonymous.get("/health/ready")).status, 200);
    t.is((await anonymous.post("/login/odd/start")).status, 503);
    provider.recover();
    time.offsetMs += 2001;
    const { client, nonce } = await start();
    const id_token = idTokenOf(claimsFor(provider as never, nonce), key);
    t.is((await client.post("/login/odd", { id_token })).status, 200);
  },
);

test.serial(
  "a provider that hangs delays no other request: the service sends the provider one request at a time, and pauses after a failure",
  async (t) => {
    const provider = await startOddProvider(t);
    provider.misbehave("*", hang);
    const { anonymous, signIn } = await serviceWith(t, provider.settings, {
      LOGIN_PROVIDER_TIMEOUT_MS: 1000,
      LOGIN_PROVIDER_RETRY_MS: 600_000,
    });
    const logins = Promise.all(Array.from({ length: 50 }, async () => anonymous.post("/login/odd/start")));
    const ada = await signIn("ada");
    t.is((await ada.get("/me")).status, 200);
    t.is((await anonymous.get("/health/ready")).status, 200);
    t.deepEqual(new Set((await logins).map(({ status }) => status)), new Set([503]));
    t.is((await anonymous.post("/login/odd/start")).status, 503);
    t.deepEqual(Object.values(provider.asked), [1], "fifty log-ins cost the provider one request");
  },
);

test.serial(
  "a provider that hangs while it redeems codes is sent only a limited number of authorization codes at once",
  async (t) => {
    const provider = await startOddProvider(t);
    const { start } = await serviceWith(t, provider.settings, {
      LOGIN_PROVIDER_REQUESTS: 3,
      LOGIN_PROVIDER_TIMEOUT_MS: 30_000,
    });
    const clients = await Promise.all(Array.from({ length: 8 }, start));
    const waiting: (() => void)[] = [];
    const statuses: number[] = [];
    // Let the provider respond once it has got all codes within the limit, and the service has refused all log-ins
    // beyond the limit.
    const goOn = () => {
      if (statuses.length === 5 && waiting.length === 3) for (const go of waiting) go();
    };
    provider.misbehave("/token", (_request, response) => {
      waiting.push(() => sendJson(response, { error: "invalid_grant" }, 400));
      goOn();
    });
    const answers = clients.map(async ({ client }) => {
      statuses.push((await client.post("/login/odd", proof)).status);
      goOn();
    });
    await Promise.all(answers);
    t.deepEqual(statuses, [503, 503, 503, 503, 503, 401, 401, 401]);
    t.is(provider.asked["/token"], 3);
  },
);

test.serial("log-ins read a provider's keys while authorization codes wait for the provider", async (t) => {
  const provider = await startOddProvider(t);
  const { start, time } = await serviceWith(t, provider.settings, {
    LOGIN_PROVIDER_REQUESTS: 1,
    LOGIN_PROVIDER_TIMEOUT_MS: 30_000,
    LOGIN_START_TTL_MS: 86_400_000,
  });
  const [slow, other] = [await start(), await start()];
  let answerCode: (() => void) | undefined;
  const arrived = new Promise<void>((resolve) =>
    provider.misbehave("/token", (_request, response) => {
      answerCode = () => sendJson(response, { error: "invalid_grant" }, 400);
      resolve();
    }),
  );
  const waiting = slow.client.post("/login/odd", proof);
  await arrived;
  time.offsetMs += 600_001;
  const id_token = idTokenOf(claimsFor(provider as never, other.nonce), key);
  const { status, text } = await other.client.post("/login/odd", { id_token });
  t.is(status, 200, text);
  t.is(provider.asked["/jwks"], 2, "the keys were too old");
  answerCode?.();
  t.is((await waiting).status, 401);
});

test.serial("a started log-in may be tried again if the provider did not respond to its code", async (t) => {
  const provider = await startOddProvider(t);
  const { start } = await serviceWith(t, provider.settings);
  const { client, nonce } = await start();
  provider.misbehave("/token", (_request, response) => sendJson(response, {}, 502));
  t.is((await client.post("/login/odd", proof)).status, 503);
  provider.misbehave("/token", (_request, response) =>
    sendJson(response, {
      access_token: "x",
      token_type: "Bearer",
      id_token: idTokenOf(claimsFor(provider as never, nonce), key),
    }),
  );
  t.is((await client.post("/login/odd", proof)).status, 200);
});

test.serial(
  "an ID token from a code exchange is checked like any other, including its signature",
  async (t) => {
    const provider = await startOddProvider(t);
    const { start } = await serviceWith(t, provider.settings);
    for (const signer of [stranger, null]) {
      const { client, nonce } = await start();
      provider.misbehave("/token", (_request, response) =>
        sendJson(response, {
          access_token: "x",
          token_type: "Bearer",
          id_token: idTokenOf(claimsFor(provider as never, nonce), signer),
        }),
      );
      t.not((await client.post("/login/odd", proof)).status, 200);
    }
  },
);

test.serial(
  "the service reads a provider's signing keys once, and reads them again for tokens with unknown keys at most once in ten seconds",
  async (t) => {
    const provider = await startOddProvider(t);
    const { start, time } = await serviceWith(t, provider.settings);
    const tryToken = async (by: SigningKey) => {
      const { client, nonce } = await start();
      return client.post("/login/odd", { id_token: idTokenOf(claimsFor(provider as never, nonce), by) });
    };
    for (let n = 0; n < 3; n++) t.is((await tryToken(key)).status, 200);
    t.is(provider.asked["/jwks"], 1);
    await Promise.all(Array.from({ length: 5 }, async () => tryToken(unknown)));
    t.is(provider.asked["/jwks"], 1, "the keys are new");
    time.offsetMs += 10_001;
    const answers = await Promise.all(Array.from({ length: 5 }, async () => tryToken(unknown)));
    t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([401]));
    t.is(provider.asked["/jwks"], 2);
    t.is(provider.asked["/.well-known/openid-configuration"], 1);
    time.offsetMs += 600_001;
    t.is(
      (
        await start().then(async ({ client, nonce }) =>
          client.post("/login/odd", { id_token: idTokenOf(claimsFor(provider as never, nonce), key) }),
        )
      ).status,
      200,
    );
    t.is(provider.asked["/jwks"], 3, "keys are read again when they are ten minutes old");
  },
);

test.serial(
  "clients with an ID token can sign in while the provider is unavailable, if the service has read the provider's keys before",
  async (t) => {
    const provider = await startOddProvider(t);
    const { start } = await serviceWith(t, provider.settings);
    const first = await start();
    t.is(
      (
        await first.client.post("/login/odd", {
          id_token: idTokenOf(claimsFor(provider as never, first.nonce), key),
        })
      ).status,
      200,
    );
    provider.misbehave("*", (request) => request.socket.destroy());
    const second = await start();
    t.is(
      (
        await second.client.post("/login/odd", {
          id_token: idTokenOf(claimsFor(provider as never, second.nonce), key),
        })
      ).status,
      200,
    );
    const third = await start();
    t.is((await third.client.post("/login/odd", proof)).status, 503);
  },
);
