import type { Config } from "../../config.ts";
import type { Logger } from "../../infra/logger.ts";
import type { Redis } from "../../infra/redis.ts";
import type { ServerSecret } from "../../infra/server-secret.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import { createConnections } from "./connections.ts";
import { createLimitReports } from "./limit-reports.ts";
import { createRateLimits } from "./rate-limits.ts";
import { createUploadRates } from "./upload-rates.ts";
import { createWaits } from "./waits.ts";

/** The limits that prevent slow clients and many simultaneous clients from overloading the service. */
export type HttpLimits = ReturnType<typeof createHttpLimits>;

/** Creates the limits of the web server. docs/limits.md lists these limits. */
export function createHttpLimits(deps: HttpLimitsDeps) {
  const { config } = deps;
  const reports = createLimitReports(deps);
  const uploads = createUploadRates(config);
  return {
    rateLimits: createRateLimits({ ...deps, reports }),
    waits: createWaits({ config, reports }),
    connections: createConnections({ config, reports, uploads }),
    uploads,
  };
}

interface HttpLimitsDeps {
  config: Config;
  /** The connection to Redis, which counts requests for the rate limits. */
  redis: Redis;
  logger: Logger;
  securityEvents: SecurityEvents;
  serverSecret: ServerSecret;
  /** The function that is called each time that a client reaches a limit. */
  onLimit?: (limit: string) => void;
}
