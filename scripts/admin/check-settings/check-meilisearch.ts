import type { Config } from "../../../src/config.ts";
import { openSearchEngine, searchEngineAnswer, type SearchEngine } from "../../../src/infra/meilisearch.ts";
import { ANSWER_TIMEOUT_MS, faults, unusable, type Finding } from "./finding.ts";

/** Checks that Meilisearch answers, and that its key permits everything that the service does. Changes nothing. */
export async function checkMeilisearch(config: Config): Promise<Finding[]> {
  const engine = openSearchEngine({
    url: config.MEILI_URL,
    apiKey: config.MEILI_KEY,
    connections: 1,
    timeoutMs: ANSWER_TIMEOUT_MS,
    silenceTimeoutMs: ANSWER_TIMEOUT_MS,
  });
  try {
    await engine.ping();
    const refused = await refusedActions(engine, config.MEILI_INDEX_PREFIX);
    if (refused.length > 0)
      return faults(
        `Meilisearch's MEILI_KEY is wrong, or does not permit ${refused.join(", ")}. Use the master key, or a key with the action *.`,
      );
    return [{ level: "ok", text: `Meilisearch ${await engine.version()}: the key permits everything` }];
  } catch (error) {
    return unusable("Meilisearch", "MEILI_URL", error);
  } finally {
    await engine.close();
  }
}

/**
 * Returns the actions that the key does not permit. Requests that would change something are invalid (an index without
 * a name, a name with a space, an unknown setting): Meilisearch checks the key first, and then refuses such a request.
 */
async function refusedActions({ client }: SearchEngine, prefix: string): Promise<string[]> {
  const { httpRequest } = client;
  const unusable = `indexes/${prefix}%20check`;
  const requests = {
    version: () => client.getVersion(),
    "tasks.get": () => client.tasks.getTasks({ limit: 1 }),
    "indexes.create": () => httpRequest.post({ path: "indexes", body: {} }),
    "indexes.delete": () => httpRequest.delete({ path: unusable }),
    "indexes.swap": () => httpRequest.post({ path: "swap-indexes", body: {} }),
    "documents.add": () => httpRequest.post({ path: `${unusable}/documents`, body: [] }),
    "settings.update": () =>
      httpRequest.patch({ path: `indexes/${prefix}_check/settings`, body: { none: 1 } }),
    search: () => httpRequest.post({ path: `${unusable}/search`, body: {} }),
  };
  const refused: string[] = [];
  for (const [action, send] of Object.entries(requests))
    try {
      await send();
    } catch (error) {
      const status = searchEngineAnswer(error)?.response.status;
      if (status === undefined) throw error;
      if (status === 401 || status === 403) refused.push(action);
    }
  return refused;
}
