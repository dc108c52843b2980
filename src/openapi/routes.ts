import { z } from "zod";
import { cachedHeaders, cacheableReply, etagOf } from "../http/cacheable-reply.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { describeContract } from "./contract-document.ts";
import { createDocsFiles, docsFiles, docsHeaders, docsPage, type DocsFile } from "./docs-page.ts";

/**
 * Creates the routes of the document that describes all routes, and of the page that shows it.
 * @param allRoutes returns every route of the service, those of this function among them
 */
export function createDocumentRoutes(allRoutes: () => readonly Route[]): Route[] {
  return [getDocument(allRoutes), getPage(), getFile()];
}

function getDocument(allRoutes: () => readonly Route[]): Route {
  let document: ReturnType<typeof describeContract> | undefined;
  return defineRoute({
    method: "GET",
    path: "/openapi.json",
    summary: "The contract of this service in the format OpenAPI 3.1, for programs and generators",
    action: "read what is public",
    auth: "none",
    responses: {
      200: {
        json: z.looseObject({ openapi: z.literal("3.1.0") }),
        headers: cachedHeaders,
        example: { openapi: "3.1.0" },
      },
    },
    handler: async () => cacheableReply((document ??= describeContract(allRoutes()))),
  });
}

const getPage = () =>
  defineRoute({
    method: "GET",
    path: "/docs",
    summary: "A page that shows the contract and sends requests",
    action: "read what is public",
    auth: "none",
    responses: { 200: { other: { "text/html": z.string() } } },
    handler: async () => ({ status: 200, body: docsPage, headers: docsHeaders }),
  });

const fileNames = Object.keys(docsFiles) as DocsFile[];

function getFile(): Route {
  const read = createDocsFiles();
  return defineRoute({
    method: "GET",
    path: "/docs/:asset",
    summary: "A script or style sheet of the page that shows the contract",
    action: "read what is public",
    auth: "none",
    params: z.object({ asset: z.enum(fileNames) }),
    responses: {
      200: { other: { "text/css": z.string(), "text/javascript": z.string() }, headers: cachedHeaders },
    },
    handler: async ({ params: { asset } }) => {
      const body = await read(asset);
      const headers = { "Content-Type": `${docsFiles[asset]}; charset=utf-8`, "Cache-Control": "no-cache" };
      return { status: 200, body, headers: { ...headers, ETag: etagOf(body) } };
    },
  });
}
