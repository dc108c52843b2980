import { z } from "zod";
import { defineRoute } from "../http/route.ts";
import type { Route } from "../http/route.ts";
import { facetsSchema } from "./facets.ts";
import type { ProductKind } from "./kind.ts";
import { recordSchema } from "./presenter.ts";
import { productSearchBody, productSearchQuery } from "./schemas.ts";
import type { SearchProducts } from "./search.ts";

interface ProductRoutesParts {
  kinds: readonly ProductKind[];
  search: SearchProducts;
}

/** The routes of every kind of product: its list and search, by GET for everything and by POST with filters. */
export function createProductRoutes({ kinds, search }: ProductRoutesParts): Route[] {
  return kinds.flatMap((kind) => listRoutes(kind, search));
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
      handler: async ({ query }) => ({ status: 200, body: await search(kind, query) }),
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

function answerSchema(kind: ProductKind) {
  return z.strictObject({
    results: z.array(recordSchema(kind)),
    total: z.int().min(0),
    approximate: z.literal(true).optional(),
    facets: facetsSchema(kind).optional(),
  });
}
