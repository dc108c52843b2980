import type { ExecutionContext } from "ava";
import { startWeb } from "../../../src/compose/web.ts";
import { createLogger } from "../../../src/infra/logger.ts";
import type { SecurityEvents } from "../../../src/infra/security-events.ts";
import type { TestService } from "../../helpers/service.ts";

/** A recorded security event: its name, and the fields of its log line. */
interface RecordedEvent {
  event: string;
  [fact: string]: unknown;
}

/**
 * Starts a second web process on the services of a test. Collects its security events, and counts how often it looks up
 * the caller of a session or token.
 */
export async function startSecondWeb(t: ExecutionContext, { config, services }: TestService) {
  const events: RecordedEvent[] = [];
  const securityEvents: SecurityEvents = {
    record: (event, facts) => void events.push({ event, ...facts }),
  };
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  let lookups = 0;
  const counted = <Found>(find: (token: string) => Promise<Found>) => {
    return (token: string) => {
      lookups += 1;
      return find(token);
    };
  };
  const sessions = { ...services.sessions, findCaller: counted(services.sessions.findCaller) };
  const tokens = { ...services.tokens, findCaller: counted(services.tokens.findCaller) };
  const web = await startWeb(config, { ...services, sessions, tokens, securityEvents }, logger);
  t.teardown(web.stop);
  return { url: web.url, events, lookups: () => lookups };
}
