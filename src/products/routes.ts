import { z } from "zod";
import { defineRoute, type Route } from "../http/route.ts";
import { NotFoundError } from "../errors.ts";
import { cacheableReply } from "../http/cacheable-reply.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { facetsSchema } from "./search/facets.ts";
import type { ProductKind } from "./kinds/kind.ts";
import { presentProduct, recordSchema } from "./presenter.ts";
import { productSearchBody, productSearchQuery } from "./schemas.ts";
import { toSearchDocument } from "./indexing/search-document.ts";
import type { SearchProducts } from "./search/search.ts";

interface ProductRoutesParts {
  kinds: readonly ProductKind[];
  search: SearchProducts;
  catalogue: Pick<Catalogue, "findBySlug">;
}

/** The routes of every kind of product: its list and search, by GET for everything and by POST with filters; its records. */
export function createProductRoutes({ kinds, search, catalogue }: ProductRoutesParts): Route[] {
  return kinds.flatMap((kind) => [...listRoutes(kind, search), recordRoute(kind, catalogue)]);
}

function listRoutes(kind: ProductKind, search: SearchProducts): Route[] {
  const path = `/products/${kind.name}`;
  const responses = { 200: answerSchema(kind) };
  return [
    defineRoute({
      method: "GET",
      path,
      summary: `List ${kind.plural}`,
      auth: "none",
      query: productSearchQuery,
      responses,
      handler: async ({ query }) => cacheableReply(await search(kind, query)),
    }),
    defineRoute({
      method: "POST",
      path,
      summary: `Search and filter ${kind.plural}`,
      auth: "none",
      isReadOnly: true,
      body: productSearchBody,
      responses,
      handler: async ({ body }) => ({ status: 200, body: await search(kind, body) }),
    }),
  ];
}

function recordRoute(kind: ProductKind, { findBySlug }: ProductRoutesParts["catalogue"]): Route {
  return defineRoute({
    method: "GET",
    path: `/products/${kind.name}/:url_slug`,
    summary: `One of the ${kind.plural}`,
    auth: "none",
    params: z.object({ url_slug: z.string() }),
    responses: { 200: recordSchema(kind) },
    handler: async ({ params: { url_slug } }) => {
      const found = await findBySlug(kind.name, url_slug);
      if (!found) throw new NotFoundError(`The catalogue has no ${kind.name} with the url_slug ${url_slug}.`);
      return cacheableReply(presentProduct(kind, toSearchDocument(kind, found)));
    },
  });
}

function answerSchema(kind: ProductKind) {
  return z.strictObject({
    results: z.array(recordSchema(kind)),
    total: z.int().min(0),
    approximate: z.literal(true).optional(),
    facets: facetsSchema(kind).optional(),
  });
}
