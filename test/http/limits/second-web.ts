import type { ExecutionContext } from "ava";
import { startWeb } from "../../../src/compose/web.ts";
import { createLogger } from "../../../src/infra/logger.ts";
import type { SecurityEvents } from "../../../src/infra/security-events.ts";
import type { TestService } from "../../helpers/service.ts";

/** A security event as it was recorded. */
interface RecordedEvent {
  event: string;
  [fact: string]: unknown;
}

/** Starts one more web process on the services of a test, and keeps the security events that it records. */
export async function startSecondWeb(t: ExecutionContext, { config, services }: TestService) {
  const events: RecordedEvent[] = [];
  const securityEvents: SecurityEvents = {
    record: (event, facts) => void events.push({ event, ...facts }),
  };
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const web = await startWeb(config, { ...services, securityEvents }, logger);
  t.teardown(web.stop);
  return { url: web.url, events };
}
