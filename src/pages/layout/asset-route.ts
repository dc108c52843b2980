import { z } from "zod";
import { NotFoundError } from "../../errors.ts";
import { cachedHeaders, IMMUTABLE, REVALIDATED } from "../../http/cacheable-reply.ts";
import { defineRoute } from "../../http/route.ts";
import type { Page } from "./site.ts";

const params = z.object({ file: z.string().max(100) });
const FILE = /^([a-z0-9-]+)\.([A-Za-z0-9_-]+)\.(css|js|svg)$/;

/** The route of the static files that pages load, such as scripts and style sheets. */
export const assetRoute: Page = ({ assets }) =>
  defineRoute({
    method: "GET",
    path: "/assets/:file",
    summary: "A file that pages load: the style sheet, the icon or a script",
    action: "read what is public",
    auth: "none",
    // Assets do not count against a rate limit: an asset costs next to nothing, and each page loads several assets.
    limit: "none",
    params,
    responses: {
      200: {
        other: { "text/css": z.string(), "text/javascript": z.string(), "image/svg+xml": z.string() },
        headers: cachedHeaders,
      },
    },
    handler: async ({ params: { file } }) => {
      const [, name = "", digest = "", extension = ""] = FILE.exec(file) ?? [];
      const asset = assets.find(`${name}.${extension}`);
      if (!asset) throw new NotFoundError(`Nothing is at /assets/${file}.`);
      // During a deployment, a page of another release may request an asset by another digest. Answer with the asset of
      // this release, which caches have to revalidate.
      const control = digest === asset.digest ? IMMUTABLE : REVALIDATED;
      return {
        status: 200,
        body: asset.text,
        headers: {
          "Content-Type": `${asset.type}; charset=utf-8`,
          "Cache-Control": control,
          ETag: `W/"${asset.digest}"`,
        },
      };
    },
  });
