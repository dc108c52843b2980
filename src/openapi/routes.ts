import { z } from "zod";
import { cachedHeaders, cacheableReply, IMMUTABLE, REVALIDATED } from "../http/cacheable-reply.ts";
import { defineRoute, type Reply, type Route } from "../http/route.ts";
import { describeContract } from "./contract-document.ts";
import { docsFiles, type DocsAssets, type DocsFile } from "./docs-assets.ts";

/**
 * Creates the routes of the document that describes all routes, and of the files of the page that shows the document.
 * @param allRoutes returns every route of the service, including the routes of this function
 */
export function createDocumentRoutes(
  allRoutes: () => readonly Route[],
  docsAssets: () => Promise<DocsAssets>,
): Route[] {
  return [getDocument(allRoutes), getFile(docsAssets)];
}

function getDocument(allRoutes: () => readonly Route[]): Route {
  // The contract of the API is long and does not change while the process runs, so build it only once.
  let whole: Reply | undefined;
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
    handler: async () => {
      const reply = (whole ??= cacheableReply(describeContract(allRoutes())));
      return { status: reply.status, headers: reply.headers ?? {}, load: async () => reply };
    },
  });
}

const fileNames = Object.keys(docsFiles) as DocsFile[];

const getFile = (assets: () => Promise<DocsAssets>) =>
  defineRoute({
    method: "GET",
    path: "/docs/:version/:asset",
    summary: "A script or style sheet of the page that shows the contract",
    action: "read what is public",
    auth: "none",
    params: z.object({ version: z.string().max(64), asset: z.enum(fileNames) }),
    responses: {
      200: { other: { "text/css": z.string(), "text/javascript": z.string() }, headers: cachedHeaders },
    },
    handler: async ({ params: { version, asset } }) => {
      const current = await assets();
      const body = current.texts[asset];
      // During an upgrade, the documentation page of another release may request a file from this service. The page
      // gets the file of this release, which browsers must not cache under the address of the other release's file.
      const control = version === current.version ? IMMUTABLE : REVALIDATED;
      const type = `${docsFiles[asset]}; charset=utf-8`;
      return {
        status: 200,
        body,
        // Use the version of the documentation files as the ETag: the version is a digest of all files, so no digest
        // has to be computed for each answer.
        headers: { "Content-Type": type, "Cache-Control": control, ETag: `W/"${current.version}"` },
      };
    },
  });
