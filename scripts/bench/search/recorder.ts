import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Pool, type Dispatcher } from "undici";
import { findKind, productSearchBody } from "../../../src/products/index.ts";
import type { LoadRequest } from "../load/load.ts";
import { openServicesHere } from "../bench-services.ts";
import type { SearchedService } from "./searched-service.ts";

/** A request to Meilisearch. */
export interface SentToSearchEngine {
  method: Dispatcher.HttpMethod;
  path: string;
  body: string;
}

/** What the service sent to Meilisearch for one search, one step after the other; the requests of a step at the same time. */
export interface RecordedSearch {
  steps: SentToSearchEngine[][];
}

/** Has the service answer searches, one after the other, and records what it sends to Meilisearch for each. */
export async function recordSearches(
  { config }: SearchedService,
  requests: readonly LoadRequest[],
): Promise<RecordedSearch[]> {
  const between = await listenBetween(config.MEILI_URL);
  const services = await openServicesHere({ ...config, MEILI_URL: between.url });
  try {
    const recorded: RecordedSearch[] = [];
    for (const { path, body } of requests) {
      const kind = findKind(path.slice("/products/".length));
      if (!kind) throw new Error(`Expected the path of a kind, found ${path}`);
      await services.search.find(kind, productSearchBody.parse(JSON.parse(body)));
      recorded.push({ steps: between.taken() });
    }
    return recorded;
  } finally {
    await services.close();
    await between.close();
  }
}

/** Listens between the service and Meilisearch. */
async function listenBetween(url: string) {
  const pool = new Pool(new URL(url).origin);
  let steps: SentToSearchEngine[][] = [];
  let underWay = 0;
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const isBeside = underWay > 0;
    underWay += 1;
    const sent: SentToSearchEngine = {
      method: request.method ?? "GET",
      path: request.url ?? "/",
      body: await text(request),
    };
    // What is beside the last request of an earlier search, which nobody waits for, is a step of its own.
    const step = isBeside ? steps.at(-1) : undefined;
    if (step) step.push(sent);
    else steps.push([sent]);
    const { authorization } = request.headers;
    const answer = await pool.request({
      ...sent,
      body: sent.body === "" ? null : sent.body,
      headers: { "content-type": "application/json", ...(authorization && { authorization }) },
    });
    const body = await answer.body.text();
    underWay -= 1;
    response.writeHead(answer.statusCode, { "Content-Type": "application/json" }).end(body);
  };
  const server = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns what was sent since the last call. */
    taken: () => {
      const taken = steps;
      steps = [];
      return taken;
    },
    close: async () => {
      await pool.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
