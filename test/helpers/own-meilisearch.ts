import type { ExecutionContext } from "ava";
import { startStores } from "../../embedded/index.ts";
import { openSearchEngine } from "../../src/infra/meilisearch.ts";
import { envWithoutStores } from "./processes.ts";
import { onTeardown } from "./stores.ts";

const TIMEOUT_MS = 60_000;

/**
 * Starts a Meilisearch for a test alone, on a folder that may have data of an earlier Meilisearch. The server ends with
 * the test, or by `stop`.
 */
export async function startOwnMeilisearch(t: ExecutionContext, dataDir: string) {
  // Give made-up URLs of MongoDB and Redis, so that the launcher starts only Meilisearch.
  const given = { ...envWithoutStores(), MONGODB_URL: "mongodb://given", REDIS_URL: "redis://given" };
  const stores = await startStores({ dataDir, given, log: () => undefined });
  const { client, close } = openSearchEngine({
    url: stores.env.MEILI_URL ?? "",
    apiKey: stores.env.MEILI_KEY,
    connections: 1,
    timeoutMs: TIMEOUT_MS,
    silenceTimeoutMs: TIMEOUT_MS,
  });
  let stopped: Promise<void> | undefined;
  const stopBoth = async (): Promise<void> => {
    await close();
    await stores.stop();
  };
  const stop = () => (stopped ??= stopBoth());
  onTeardown(t, stop);
  return { client, stop };
}
