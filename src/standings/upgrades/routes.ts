import type { z } from "zod";
import { cachedHeaders, cacheableReply } from "../../http/cacheable-reply.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { buildIdParams } from "../../validation/build-id.ts";
import { presentUpgrades } from "./presenter.ts";
import { upgradesAnswer, upgradesQuery } from "./schemas.ts";
import type { Upgrades } from "./upgrades.ts";

/** The service of upgrades, and the schema of the parts in its answers. */
export interface UpgradeRoutesDeps {
  upgrades: Upgrades;
  /** The schema of a part in the form in which the product search returns products. */
  partRecord: z.ZodType;
}

/** Creates the route that lists the parts that would make a build faster. */
export function createUpgradeRoutes({ upgrades, partRecord }: UpgradeRoutesDeps): Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/builds/:build_id/upgrades",
      summary: "Parts that fit a build, by the gain of each part over the present part of the build",
      action: "read what is public",
      auth: "none",
      params: buildIdParams,
      query: upgradesQuery,
      responses: { 200: { json: upgradesAnswer(partRecord), headers: cachedHeaders } },
      handler: async ({ params: { build_id }, query }) =>
        cacheableReply(presentUpgrades(await upgrades.find(build_id, query))),
    }),
  ];
}
