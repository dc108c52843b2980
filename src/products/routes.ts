import { z } from "zod";
import { countOf, settingsMixed } from "../answers/figures.ts";
import { listAnswer } from "../answers/list-answer.ts";
import { cachedHeaders, cacheableJson, cacheableReply, createSharedJson } from "../http/cacheable-reply.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { ProductKind } from "../kinds/kinds.ts";
import { chipKind, type Chips } from "./chips.ts";
import { chipAnswer, recordSchema } from "./presenter.ts";
import type { ProductRecords } from "./product-records.ts";
import { contradictions } from "./request-rules.ts";
import { allKindsQuery, productSearchBody, productSearchQuery, validFieldsOf } from "./schemas.ts";
import type { AllKindsSearch } from "./search/all-kinds.ts";
import { facetsSchema } from "./search/facets.ts";
import type { ProductSearch } from "./search/search.ts";

interface ProductRoutesDeps {
  kinds: readonly ProductKind[];
  search: ProductSearch;
  allKindsSearch: AllKindsSearch;
  productRecords: ProductRecords;
  chips: Chips;
}

/**
 * Creates one route that searches all kinds of products at once, three routes for each kind, and the route of
 * graphics chips. Of the routes of a kind, GET and POST list, search and filter its products; GET with a slug returns
 * one product.
 */
export function createProductRoutes(deps: ProductRoutesDeps): Route[] {
  const { kinds, search, allKindsSearch } = deps;
  return [
    allKindsRoute(kinds, allKindsSearch),
    ...kinds.flatMap((kind) => listRoutes(kind, search)),
    ...kinds.map((kind) => recordRoute(kind, deps.productRecords)),
    chipRoute(deps.chips),
  ];
}

function allKindsRoute(kinds: readonly ProductKind[], allKinds: AllKindsSearch): Route {
  const records = kinds.map(recordSchema);
  return defineRoute({
    method: "GET",
    path: "/products",
    summary: "Search products of all kinds",
    action: "read what is public",
    auth: "none",
    query: allKindsQuery,
    furtherFaults: async (sent) => {
      const { query, q, search } = validFieldsOf(sent);
      return contradictions({ query, q, search });
    },
    responses: {
      200: {
        json: listAnswer(z.union(records)).extend({ kinds: shownKinds, approximate, ...words }),
        headers: cachedHeaders,
      },
    },
    handler: async ({ query }) => cacheableReply(await allKinds.find(kinds, query)),
  });
}

function listRoutes(kind: ProductKind, search: ProductSearch): Route[] {
  const path = `/products/${kind.name}`;
  const page = pageSchema(kind);
  // Equal searches share one result object, whose JSON is then serialised only once.
  const jsonOf = createSharedJson();
  const furtherFaults: Route["furtherFaults"] = (sent) => search.faultsOf(kind, validFieldsOf(sent));
  return [
    defineRoute({
      method: "GET",
      path,
      summary: `List ${kind.plural}`,
      action: "read what is public",
      auth: "none",
      query: productSearchQuery,
      furtherFaults,
      responses: { 200: { json: page, headers: cachedHeaders } },
      handler: async ({ query }) => cacheableJson(jsonOf(await search.find(kind, query))),
    }),
    defineRoute({
      method: "POST",
      path,
      summary: `Search and filter ${kind.plural}`,
      action: "read what is public",
      auth: "none",
      isReadOnly: true,
      body: productSearchBody,
      furtherFaults,
      responses: { 200: { json: page } },
      handler: async ({ body }) => ({ status: 200, json: jsonOf(await search.find(kind, body)) }),
    }),
  ];
}

function recordRoute(kind: ProductKind, productRecords: ProductRecords): Route {
  return defineRoute({
    method: "GET",
    path: `/products/${kind.name}/:url_slug`,
    summary: `One of the ${kind.plural}`,
    action: "read what is public",
    auth: "none",
    params: z.object({ url_slug: z.string() }),
    responses: { 200: { json: recordSchema(kind), headers: cachedHeaders } },
    handler: async ({ params: { url_slug } }) => cacheableReply(await productRecords.get(kind, url_slug)),
  });
}

function chipRoute(chips: Chips): Route {
  return defineRoute({
    method: "GET",
    path: "/products/chip/:url_slug",
    summary: "A chip with the graphics cards that have the chip, the cheapest first",
    action: "read what is public",
    auth: "none",
    params: z.object({ url_slug: z.string() }),
    responses: { 200: { json: chipAnswer(chipKind), headers: cachedHeaders } },
    handler: async ({ params: { url_slug } }) => cacheableReply(await chips.get(url_slug)),
  });
}

/** The kinds of product whose products a search of all kinds shows, each with the number of its products that match. */
const shownKinds = z.array(
  z.strictObject({ kind: z.string(), total: countOf("products of the kind match") }),
);

const approximate = z.literal(true).optional().meta({
  description:
    "Present if the first result is not certainly the product that the query names, because it lacks a typed number, line, maker or size: the results are then the products with the most similar names",
});

/** A value of a filter: a number if the filter takes a list of numbers. */
const filterValue = z
  .union([z.string(), z.number()])
  .meta({ description: "A value of the filter: a number if the filter takes numbers" });

/**
 * The fields of a response with the words of the search text that the search has read as filters or ignored. A field
 * without words is absent.
 */
const words = {
  understood: z
    .array(
      z.strictObject({
        words: z.string(),
        field: z.string(),
        value: z.union([z.number(), z.string()]).meta({
          description: "The value of the field; if the field is a list, one entry of the list",
          example: 300,
        }),
      }),
    )
    .optional(),
  ignored_words: z.array(z.string()).optional(),
};

function pageSchema(kind: ProductKind) {
  return listAnswer(recordSchema(kind)).extend({
    approximate,
    ...words,
    fit_unknown: countOf("of the products may fit, which is not known").optional(),
    unmeasured: countOf("of the products are measured by fewer than five builds").optional(),
    scored_by: z
      .strictObject({
        benchmark_id: z.int().min(1),
        variant: z.string().nullable(),
        settings_mixed: settingsMixed,
      })
      .optional(),
    unknown_values: z
      .array(
        z.strictObject({
          field: z.string(),
          value: filterValue.meta({ description: "The value as the request named it", examples: ["AM6"] }),
          nearest: z.array(filterValue),
        }),
      )
      .optional(),
    facets: facetsSchema(kind).optional(),
  });
}
