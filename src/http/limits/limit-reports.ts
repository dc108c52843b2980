import type { Config } from "../../config.ts";
import { addressGroup } from "../../infra/address-group.ts";
import { createKnownCounts } from "../../infra/known-counts.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";

const REPORT_WINDOW_MS = 60_000;

/** Logs that a client has reached a limit. */
export type LimitReports = ReturnType<typeof createLimitReports>;

/**
 * Creates the reports of limits that were reached. A client that keeps exceeding a limit causes one line a minute, so
 * that the client cannot fill the log.
 */
export function createLimitReports({ securityEvents, config, onLimit }: LimitReportsDeps) {
  const reported = createKnownCounts({
    maxKeys: config.RATE_LIMIT_MEMORY_CLIENTS,
    windowMs: REPORT_WINDOW_MS,
  });
  return {
    /**
     * Logs a security event `limit_reached`, unless such an event for this client and limit was logged in the last
     * minute.
     */
    report: (limit: string, client: { account_id: string | null; address: string }): void => {
      onLimit?.(limit);
      const key = `${limit} ${client.account_id ?? addressGroup(client.address)}`;
      if (reported.add(key).count === 1) securityEvents.record("limit_reached", { ...client, limit });
    },
  };
}

interface LimitReportsDeps {
  securityEvents: SecurityEvents;
  config: Pick<Config, "RATE_LIMIT_MEMORY_CLIENTS">;
  /** The function that is called each time that a client reaches a limit. */
  onLimit?: (limit: string) => void;
}
