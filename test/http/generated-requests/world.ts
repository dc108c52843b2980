import { createLogger } from "../../../src/infra/logger.ts";
import { loadSampleData } from "../../../scripts/load-sample-data.ts";
import { makeCapture, makeFrameTimes } from "../../helpers/capture-generator.ts";
import type { Client } from "../../helpers/client.ts";
import { openTestService, type TestService } from "../../helpers/service.ts";
import { onTeardown, type TestScope } from "../../helpers/stores.ts";

/** Who sends a generated request: nobody, one of two accounts, or a client whose session does not exist. */
export const senders = ["nobody", "ada", "bob", "somebody with a dead session"] as const;
export type Sender = (typeof senders)[number];

const FRAMES = 300;

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

/** Starts a service with a catalogue, two accounts that send requests, a third that owns things, and something for every address. */
export async function startWorld(scope: TestScope) {
  // GitHub is asked for nothing before somebody brings a code, so no request leaves this machine.
  const github = { kind: "github", client_id: "bench", client_secret: "secret-of-the-client" };
  const service = await openTestService({ env: { LOGIN_PROVIDERS: JSON.stringify({ github }) } });
  await loadSampleData(service.config, createLogger({ level: "silent", process: "test", secrets: [] }));
  const things = new Map<Sender | "owner", Things>();
  const renew = async (name: Sender | "owner") =>
    things.set(name, await thingsOf(service, name, things.get(name)));
  for (const name of ["owner", "ada", "bob"] as const) await renew(name);
  const slugs: string[] = [];
  for (const kind of ["cpu", "gpu", "ram", "motherboard"]) {
    const { body } = await service.anonymous.get(`/products/${kind}?limit=1`);
    slugs.push(body.results[0].url_slug as string);
  }
  // Registered last: ava demands that every test of a file is declared in the same turn as the first hook.
  onTeardown(scope, service.close);

  return {
    service,
    /** Returns the headers that say who sends a request. */
    credentialsOf: (sender: Sender): (readonly [string, string])[] => {
      if (sender === "nobody") return [];
      return [["Cookie", things.get(sender)?.client.cookie ?? `session=${"x".repeat(43)}`]];
    },
    /** Returns what stands for a parameter of a path: things of all accounts, the sender's own more often. */
    knownValues: (parameter: string, sender: Sender): readonly string[] => {
      const owned = [sender, sender, "owner", "ada", "bob"] as const;
      const of = (pick: (one: Things) => string) => owned.flatMap((name) => things.get(name) ?? []).map(pick);
      const known: Readonly<Record<string, () => readonly string[]>> = {
        build_id: () => [...of(({ buildId }) => String(buildId)), "1"],
        run_id: () => [...of(({ runId }) => runId), ...of(({ captureRunId }) => captureRunId)],
        session_id: () => of(({ sessionId }) => sessionId),
        url_slug: () => slugs,
        slug: () => ["not-found", "invalid-input"],
        provider: () => ["github"],
      };
      return known[parameter]?.() ?? [];
    },
    /** Signs an account in again and makes its things again where a request may have ended or deleted them. */
    repair: async (sender: Sender): Promise<void> => {
      if (things.has(sender)) await renew(sender);
    },
  };
}

/** An account's session and what it owns. */
interface Things {
  client: Client;
  buildId: number;
  runId: string;
  captureRunId: string;
  sessionId: string;
}

/** Signs an account in, and makes of its things what is not there any more. */
async function thingsOf(service: TestService, name: string, known?: Things): Promise<Things> {
  const isThere = async (path: string) => (await service.anonymous.get(path)).status === 200;
  const client = await service.signIn(name, "unlimited");
  const isKnown = known !== undefined && (await client.get("/builds")).body.total > 0;
  const buildId =
    isKnown && (await isThere(`/builds/${known.buildId}`)) ? known.buildId : await client.makeBuild(name);
  const hasRun = isKnown && (await isThere(`/benchmarks/runs/${known.runId}`));
  const hasCapture = isKnown && (await isThere(`/benchmarks/runs/${known.captureRunId}`));
  const sessions = await client.get("/me/sessions");
  return {
    client,
    buildId,
    runId: hasRun ? known.runId : await addScore(client, buildId),
    captureRunId: hasCapture ? known.captureRunId : await addCapture(client, buildId),
    sessionId: sessions.body.results[0].session_id as string,
  };
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
