import type { Meilisearch, MultiSearchQuery, SearchResponse } from "meilisearch";
import type { SearchDocument } from "../indexing/search-document.ts";

/**
 * Sends one query to Meilisearch. @throws the error of the Meilisearch client, for every query of the same multi-search
 */
export type Ask = (query: MultiSearchQuery) => Promise<Answer>;

type Answer = SearchResponse<SearchDocument>;

/** A query to Meilisearch that waits for the next multi-search. */
interface Waiting {
  query: MultiSearchQuery;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns a function that sends queries to Meilisearch. The first query schedules a microtask, which sends all queries
 * that were asked until then as one multi-search.
 */
export function askTogether(client: Meilisearch): Ask {
  let waiting: Waiting[] = [];
  const send = async () => {
    const asked = waiting;
    waiting = [];
    try {
      const { results } = await client.multiSearch<{ queries: MultiSearchQuery[] }, SearchDocument>({
        queries: asked.map(({ query }) => query),
      });
      for (const [index, { resolve, reject }] of asked.entries()) {
        const answer = results[index];
        if (answer) resolve(answer);
        else reject(new Error("Meilisearch answered a multi-search without a result for each query"));
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  return (query) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(() => void send());
      waiting.push({ query, resolve, reject });
    });
}
