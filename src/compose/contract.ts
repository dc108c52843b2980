import { createTiers } from "../accounts/index.ts";
import type { Config } from "../config.ts";
import { createSessionCookie } from "../http/session-cookie.ts";
import type { Route } from "../http/route.ts";
import { createDocsAssets } from "../openapi/docs-assets.ts";
import { createRoutes } from "./routes.ts";
import type { Services } from "./services.ts";

/**
 * Returns the declarations of all routes without opening a store, for code that only reads the contract of the API. The
 * handlers of the returned routes must not be called, because no services exist. Only the names of the tiers come from
 * the real settings.
 */
export function declareRoutes(config: Config): Route[] {
  const services = { tiers: createTiers(config) } as Services;
  return createRoutes(config, services, {
    cookie: createSessionCookie(config),
    docsAssets: createDocsAssets(),
    isDraining: () => false,
  });
}
