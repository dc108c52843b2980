import type { Api } from "./api.ts";
import type { operations } from "./api-types.ts";
import type { Ask } from "./ask.ts";

/** The kinds of products in the catalogue of the service. */
export type Kind = "cpu" | "gpu" | "ram" | "motherboard";

/** The answer of the service to a search for products. */
export type Found = operations["getProducts"]["responses"][200]["content"]["application/json"];

/** A product in the answer to a search. */
export type Product = Found["results"][number];

/** A search for products by their names. */
export interface Search {
  /** The text to search for, as people type it, such as `r7 5800x`. */
  query: string;
  /** The kind of product to search; all kinds by default. */
  kind?: Kind;
  /** The maximum number of products that a search returns. */
  limit?: number;
  signal?: AbortSignal;
}

/** Searches for products. @throws ProblemError, ConnectionError */
export async function search(api: Api, ask: Ask, { query, kind, limit, signal }: Search): Promise<Found> {
  // The search for products of one kind (such as processors) and the search for products of all kinds share the
  // parameters that this function sends and the fields of the response, so both have the TypeScript type of the search
  // of all kinds.
  const path = (kind === undefined ? "/products" : `/products/${kind}`) as "/products";
  return ask(() => {
    const given = { query, ...(limit !== undefined && { limit: String(limit) }) };
    return api.GET(path, { params: { query: given }, ...(signal && { signal }) });
  }, signal);
}

/** The result of resolving a name: the id of the part that the name means, or the products that it may mean. */
export type Resolved = { id: number; product: Product } | { id: null; candidates: readonly Product[] };

const MAX_CANDIDATES = 10;

/**
 * Finds the part that a name means. Returns an id only if the service is certain that the first result is the named
 * part; otherwise returns candidates.
 * @throws ProblemError, ConnectionError
 */
export async function resolveProduct(
  api: Api,
  ask: Ask,
  { name, kind, signal }: { name: string; kind: Kind; signal?: AbortSignal },
): Promise<Resolved> {
  const found = await search(api, ask, {
    query: name,
    kind,
    limit: MAX_CANDIDATES,
    ...(signal && { signal }),
  });
  const [product] = found.results;
  if (product === undefined || found.approximate === true) return { id: null, candidates: found.results };
  return { id: product.id, product };
}
