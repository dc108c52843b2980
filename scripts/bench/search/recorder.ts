import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Dispatcher } from "undici";
import type { Services } from "../../../src/compose/services.ts";
import { findKind, productSearchBody } from "../../../src/products/index.ts";
import type { MadeSearch } from "./made-searches.ts";

/** A request that the service has sent to Meilisearch. */
export interface SentToSearchEngine {
  method: Dispatcher.HttpMethod;
  path: string;
  body: string;
}

/**
 * The requests that the service sent to Meilisearch for one search: a list of steps, each with the requests sent at the
 * same time.
 */
export type RecordedSearch = readonly (readonly SentToSearchEngine[])[];

/** The message of undici's diagnostics channels (docs/docs/api/DiagnosticsChannel.md in undici's repository). */
interface Told {
  request: { origin: string; method: Dispatcher.HttpMethod; path: string; body: Buffer | string | null };
}

/**
 * Runs searches with the services of this process, one after the other. Returns for each search the requests that the
 * services sent to Meilisearch.
 */
export async function recordSearches(
  { search }: Services,
  url: string,
  requests: readonly MadeSearch[],
): Promise<RecordedSearch[]> {
  const steps: SentToSearchEngine[][] = [];
  let underWay = 0;
  const isOfSearch = ({ request }: Told) => request.origin === new URL(url).origin;
  const onCreate = (told: unknown) => {
    const { method, path, body } = (told as Told).request;
    if (!isOfSearch(told as Told)) return;
    const sent = { method, path, body: String(body ?? "") };
    const step = underWay > 0 ? steps.at(-1) : undefined;
    underWay += 1;
    // Requests that a search sends at the same time form a step. If another request of the same search is running, the
    // request belongs to the current step. Otherwise the request begins a new step, even if a request of an earlier
    // search, for which no code waits, is still running.
    if (step) step.push(sent);
    else steps.push([sent]);
  };
  const onEnd = (told: unknown) => {
    if (isOfSearch(told as Told)) underWay -= 1;
  };
  subscribe("undici:request:create", onCreate);
  subscribe("undici:request:trailers", onEnd);
  try {
    const recorded: RecordedSearch[] = [];
    for (const { path, body } of requests) {
      const kind = findKind(path.slice("/products/".length));
      if (!kind) throw new Error(`expected the path of a kind of product, found ${path}`);
      await search.find(kind, productSearchBody.parse(JSON.parse(body)));
      recorded.push(steps.splice(0));
    }
    return recorded;
  } finally {
    unsubscribe("undici:request:create", onCreate);
    unsubscribe("undici:request:trailers", onEnd);
  }
}
