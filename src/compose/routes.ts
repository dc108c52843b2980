import { z } from "zod";
import { createAccountRoutes } from "../accounts/routes.ts";
import { createBenchmarkRoutes, createInspectionRoutes, createPreviewRoutes } from "../benchmarks/routes.ts";
import { createBillingRoutes } from "../billing/routes.ts";
import { createBuildRoutes } from "../builds/routes.ts";
import { createCompareRoutes } from "../compare/routes.ts";
import type { Config } from "../config.ts";
import { createFrameRoutes } from "../frames/routes.ts";
import { createHealthRoutes } from "../http/health-routes.ts";
import { homeRoute } from "../http/home-route.ts";
import type { Route } from "../http/route.ts";
import type { SessionCookie } from "../http/session-cookie.ts";
import type { DocsAssets } from "../openapi/docs-assets.ts";
import { createDocumentRoutes } from "../openapi/routes.ts";
import { productKinds, recordSchema } from "../products/index.ts";
import { createProductRoutes } from "../products/routes.ts";
import { cohortKinds } from "../standings/index.ts";
import { createStandingRoutes } from "../standings/routes.ts";
import type { Services } from "./services.ts";

/**
 * Creates every route of the API: those of all features, the health checks, the home route, and the OpenAPI document of
 * all routes.
 */
export function createRoutes(
  config: Config,
  services: Services,
  { cookie, docsAssets, isDraining }: WebState,
): Route[] {
  const routes: Route[] = [
    ...createAccountRoutes({ ...services, cookie, config }),
    ...createBillingRoutes({ ...services, config }),
    ...createBuildRoutes(services),
    ...createBenchmarkRoutes(services),
    ...createInspectionRoutes(services),
    ...createFrameRoutes(services),
    ...createPreviewRoutes(services),
    ...createCompareRoutes(services),
    ...createProductRoutes({ kinds: productKinds, ...services }),
    ...createStandingRoutes({ ...services, partRecord: recordOfKinds(cohortKinds) }),
    ...createHealthRoutes({ ...services, isDraining }),
    homeRoute(),
    ...createDocumentRoutes(() => routes, docsAssets),
  ];
  return routes;
}

/** Returns the schema of the fields of a product that is of one of the given kinds. */
function recordOfKinds(names: readonly string[]) {
  return z.union(productKinds.filter(({ name }) => names.includes(name)).map(recordSchema));
}

/**
 * The objects that routes need besides the services: the session cookie, the files of the page that shows the contract,
 * and the state of the web process.
 */
interface WebState {
  cookie: SessionCookie;
  docsAssets: () => Promise<DocsAssets>;
  isDraining: () => boolean;
}
