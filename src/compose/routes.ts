import { createAccountRoutes } from "../accounts/routes.ts";
import { createBenchmarkRoutes } from "../benchmarks/routes.ts";
import { createBuildRoutes } from "../builds/routes.ts";
import type { Config } from "../config.ts";
import { createHealthRoutes } from "../http/health-routes.ts";
import { problemPageRoute } from "../http/problems/problem-routes.ts";
import type { Route } from "../http/route.ts";
import type { SessionCookie } from "../http/session-cookie.ts";
import { productKinds } from "../products/index.ts";
import { createProductRoutes } from "../products/routes.ts";
import type { Services } from "./services.ts";

/** Creates every route of the service: those of all features, the health checks and the pages about problems. */
export function createRoutes(config: Config, services: Services, { cookie, isDraining }: WebState): Route[] {
  return [
    ...createAccountRoutes({ ...services, cookie, config }),
    ...createBuildRoutes(services),
    ...createBenchmarkRoutes(services),
    ...createProductRoutes({ kinds: productKinds, ...services }),
    ...createHealthRoutes({ stores: services.stores, config, isDraining }),
    problemPageRoute(),
  ];
}

/** What routes need of the web process beside the services. */
interface WebState {
  cookie: SessionCookie;
  isDraining: () => boolean;
}
