import { setTimeout as sleep } from "node:timers/promises";
import { loadSampleData } from "../../../scripts/load-sample-data.ts";
import { productKinds } from "../../../src/kinds/kinds.ts";
import { makeCapture, makeFrameTimes } from "../../helpers/capture-generator.ts";
import type { Client } from "../../helpers/client.ts";
import { openTestService, type TestService } from "../../helpers/service.ts";
import { onTeardown, type TestScope } from "../../helpers/stores.ts";
import { stripeSettings } from "../../helpers/stripe-server.ts";

/** Two accounts that send requests, and a third that owns resources and sends no requests. */
const accounts = ["owner", "ada", "bob"] as const;
type AccountName = (typeof accounts)[number];

/** The senders of generated requests, each with its account, if any, and the kind of its credential. */
export const senders = [
  { account: "ada", by: "session" },
  { account: "bob", by: "session" },
  { account: "ada", by: "read token" },
  { account: "ada", by: "submit token" },
  { account: null, by: "nothing" },
  { account: null, by: "dead session" },
  { account: null, by: "unknown token" },
] as const satisfies readonly { account: AccountName | null; by: string }[];
export type Sender = (typeof senders)[number];

const FRAMES = 300;
const POLL_MS = 50;

/** A capture of a few frames. */
export const capture = makeCapture(
  "presentmon-1.0",
  makeFrameTimes(FRAMES, 7).map((frameTimeMs) => ({
    application: "harbour.exe",
    processId: 4711,
    swapChain: "0x1",
    isDropped: false,
    frameTimeMs,
  })),
);

/** Starts a service with a catalogue, accounts, and a resource for every path parameter. */
export async function startWorld(scope: TestScope) {
  const service = await openTestService({
    hasIndexes: true,
    env: { ...stripeSettings, LOGIN_PROVIDERS: JSON.stringify(providers) },
    // The limit on tokens of an account is raised, because generated requests also create tokens.
    constants: { MAX_TOKENS: 1000 },
  });
  await loadSampleData(service.services);
  await service.services.ranks.refill();
  const things = new Map<AccountName, Things>();
  const renew = async (name: AccountName) => {
    things.set(name, await thingsOf(service, name, things.get(name)));
  };
  for (const name of accounts) await renew(name);
  const slugs: string[] = [];
  for (const { name } of productKinds) {
    const { body } = await service.anonymous.get(`/products/${name}?limit=1`);
    slugs.push(body.results[0].url_slug as string);
  }
  // Add the slug of a chip last: `rightParameterOf` expects it after the slugs of one product of each kind.
  slugs.push((await service.anonymous.get("/products/gpu?limit=1")).body.results[0].chip as string);
  // Register the hook that closes the service only after all awaits, because ava demands that a file declares its first
  // hook and all tests in one turn of the event loop.
  onTeardown(scope, service.close);

  return {
    service,
    /** Returns the headers with the credentials of a sender. */
    credentialsOf: ({ account, by }: Sender): (readonly [string, string])[] => {
      const of = account === null ? undefined : things.get(account);
      const random = "x".repeat(43);
      const headers: Record<Sender["by"], readonly (readonly [string, string])[]> = {
        session: [["Cookie", of?.client.cookie ?? ""]],
        "read token": [["Authorization", `Bearer ${of?.readToken.token}`]],
        "submit token": [["Authorization", `Bearer ${of?.submitToken.token}`]],
        nothing: [],
        "dead session": [["Cookie", `session=${random}`]],
        "unknown token": [["Authorization", `Bearer pcb_${random}`]],
      };
      return [...headers[by]];
    },
    /**
     * Returns the known values of a path parameter: resources of all accounts, with those of the sender three times as
     * often.
     */
    knownValues: (parameter: string, { account }: Sender): readonly string[] => {
      const own = account ?? "ada";
      const of = (pick: (one: Things) => string) =>
        [own, own, ...accounts].flatMap((name) => things.get(name) ?? []).map(pick);
      const known: Readonly<Record<string, () => readonly string[]>> = {
        version: () => ["any"],
        asset: () => ["start.js", "swagger-ui.css"],
        benchmark_id: () => ["15", "15", "16", "7"],
        build_id: () => [...of(({ buildId }) => String(buildId)), "1"],
        run_id: () => [...of(({ captureRunId }) => captureRunId), ...of(({ runId }) => runId)],
        session_id: () => of(({ sessionId }) => sessionId),
        token_id: () => of(({ readToken }) => readToken.id),
        provider: () => Object.keys(providers),
        url_slug: () => slugs,
        slug: () => ["not-found", "invalid-input"],
      };
      return known[parameter]?.() ?? [];
    },
    /**
     * Signs an account in again and recreates its resources, because a request may have ended its session or deleted
     * the resources.
     */
    repair: async ({ account }: Sender): Promise<void> => {
      if (account !== null) await renew(account);
    },
  };
}

/**
 * The settings of a sign-in provider that does not exist. The service would call the provider only after a valid
 * callback.
 */
const providers = {
  github: {
    kind: "github",
    client_id: "client",
    client_secret: "the secret of the client",
    authorization_endpoint: "https://provider.test/authorize",
    token_endpoint: "https://provider.test/token",
    user_endpoint: "https://provider.test/user",
  },
};

/** The credentials of an account and the ids of its resources. */
interface Things {
  client: Client;
  sessionId: string;
  readToken: MadeToken;
  submitToken: MadeToken;
  buildId: number;
  runId: string;
  captureRunId: string;
}

interface MadeToken {
  id: string;
  token: string;
}

/** Signs an account in, and creates again those of its resources that no longer exist. */
async function thingsOf(service: TestService, name: AccountName, known?: Things): Promise<Things> {
  const isThere = async (path: string) => (await service.anonymous.get(path)).status === 200;
  const client = await signIn(service, name);
  const sessions = await client.get("/me/sessions");
  const isKnown = known !== undefined && (await client.get("/builds")).body.total > 0;
  const buildId =
    isKnown && (await isThere(`/builds/${known.buildId}`)) ? known.buildId : await client.makeBuild(name);
  const hasRun = isKnown && (await isThere(`/benchmarks/runs/${known.runId}`));
  const hasCapture = isKnown && (await isThere(`/benchmarks/runs/${known.captureRunId}`));
  const { body } = await client.get("/me/tokens");
  const left = new Set((body.results as { token_id: string }[]).map(({ token_id }) => token_id));
  const token = async (made: MadeToken | undefined, scope: string) =>
    made !== undefined && left.has(made.id) ? made : makeToken(client, scope);
  return {
    client,
    sessionId: sessions.body.results[0].session_id as string,
    readToken: await token(known?.readToken, "read"),
    submitToken: await token(known?.submitToken, "submit"),
    buildId,
    runId: hasRun ? known.runId : await addScore(client, buildId),
    captureRunId: hasCapture ? known.captureRunId : await addCapture(client, buildId),
  };
}

/**
 * Signs an account in. If a request whose response was lost has begun to delete the account, waits for the end of the
 * deletion.
 */
async function signIn(service: TestService, name: AccountName): Promise<Client> {
  for (;;) {
    const { status } = await service.anonymous.post("/login/dev", { name, tier: "unlimited" });
    if (status !== 409) return service.signIn(name, "unlimited");
    await sleep(POLL_MS);
  }
}

async function makeToken(client: Client, scope: string): Promise<MadeToken> {
  const made = await client.post("/me/tokens", { name: scope, scopes: [scope] });
  return { id: made.body.access_token.token_id as string, token: made.body.token as string };
}

async function addScore(client: Client, build_id: number): Promise<string> {
  const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [15_000] } });
  return body.runs[0].run_id as string;
}

async function addCapture(client: Client, build_id: number): Promise<string> {
  const files = [{ name: "capture.csv", content: capture }];
  const { body } = await client.add({ build_id, benchmarks: { id: 16 }, files });
  const runId = body.runs[0].run_id as string;
  const run = await client.waitForRun(runId);
  if (run.body.status !== "complete") throw new Error(`the capture became ${run.text}`);
  return runId;
}
