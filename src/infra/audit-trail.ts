import type { Collection, Db, ObjectId } from "mongodb";
import { fileOfObjects, inPages, type AccountData } from "../account-data.ts";
import type { Config } from "../config.ts";
import type { Clock } from "./clock.ts";
import { DAY_MS } from "./days.ts";
import type { Logger } from "./logger.ts";
import { messageOf } from "./message-of.ts";
import type { ServerSecret } from "./server-secret.ts";

/** The actor in audit events that a command of an operator has caused. */
export const OPERATOR = "operator";

/** The name of the event that records the deletion of an account. The deletion leaves this event in the audit trail. */
const ACCOUNT_DELETED = "account_deleted";

const EVENTS_A_PAGE = 200;

/**
 * The audit trail: records who has done what to whose account or results, and why. Each event is stored for AUDIT_DAYS.
 */
export type AuditTrail = ReturnType<typeof createAuditTrail>;

/** An event of the audit trail. */
export interface AuditEvent {
  at: Date;
  event: string;
  /** The id of the account that has acted, OPERATOR, or `payment`; a pseudonym once the account is deleted. */
  who: string;
  /** The id of the account that the audit event concerns, or null; a pseudonym once the account is deleted. */
  whose: string | null;
  /** Further facts of an audit event, such as the reason and the ids of builds, runs and tokens. */
  facts: Readonly<Record<string, Fact>>;
  /** The moment at which MongoDB removes the audit event. */
  expires_at: Date;
}

type Fact = string | number | boolean | null;

/** Creates the audit trail. Each event is stored for AUDIT_DAYS. */
export function createAuditTrail(deps: AuditTrailDeps) {
  const { db, clock, logger, config } = deps;
  const events = eventsOf(db);
  const unfinished = new Set<Promise<void>>();

  async function insert(event: AuditEvent): Promise<void> {
    try {
      await events.insertOne(event);
    } catch (error) {
      const { event: name, who, whose, facts } = event;
      // Log the error as a text: the logger leaves out an error object that says only that a store is unavailable.
      logger.error(
        { security_event: name, who, whose, ...facts, cause: messageOf(error) },
        "the audit trail could not store an event; the audited act was done",
      );
    }
  }

  /** Waits until each audit event of this process is stored, or storing it has failed. */
  const close = async (): Promise<void> => {
    await Promise.all(unfinished);
  };

  return {
    /** Stores an audit event. Does not wait and never throws: if the event cannot be stored, a log line says so. */
    store: ({ event, who, whose, facts }: Pick<AuditEvent, "event" | "who" | "whose" | "facts">): void => {
      const at = clock();
      const expires_at = new Date(at.getTime() + config.AUDIT_DAYS * DAY_MS);
      const writing = insert({ at, event, who, whose, facts, expires_at });
      unfinished.add(writing);
      void writing.finally(() => unfinished.delete(writing));
    },

    /** Yields the audit events since a moment, the oldest first. */
    since: (at: Date): AsyncIterable<AuditEvent> => events.find({ at: { $gte: at } }).sort({ at: 1 }),

    accountData: accountDataOf(events, deps.serverSecret, close),

    close,
  };
}

/** Creates the indexes of the audit trail. The function may run any number of times. */
export async function setUpAuditTrail(db: Db): Promise<void> {
  await eventsOf(db).createIndexes([
    { key: { at: 1 } },
    { key: { who: 1, _id: 1 } },
    { key: { whose: 1, _id: 1 } },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ]);
}

/** Returns the pseudonym under which the audit trail names an account after its deletion. */
export const pseudonymOfAccount = (serverSecret: ServerSecret, accountId: string): string =>
  serverSecret.pseudonymOf("a deleted account", accountId);

const eventsOf = (db: Db): Collection<AuditEvent> => db.collection("audit_events");

interface AuditTrailDeps {
  db: Db;
  clock: Clock;
  serverSecret: ServerSecret;
  logger: Logger;
  config: Pick<Config, "AUDIT_DAYS">;
}

/**
 * Returns the functions with which the export and the deletion of an account read and change the account's events in
 * the audit trail. A deletion removes the events of what the account has done to itself, except the event of the
 * deletion. In all other events, a pseudonym replaces the account's id.
 * @param stored resolves once the events that this process has recorded are stored
 */
function accountDataOf(
  events: Collection<AuditEvent>,
  serverSecret: ServerSecret,
  stored: () => Promise<void>,
): AccountData {
  const pages = (role: "who" | "whose", accountId: string) =>
    inPages((afterId?: ObjectId) =>
      events
        .find({ [role]: accountId, ...(afterId && { _id: { $gt: afterId } }) })
        .sort({ _id: 1 })
        .limit(EVENTS_A_PAGE)
        .toArray(),
    );
  async function* eventsAbout(accountId: string) {
    for await (const event of pages("whose", accountId)) yield exported(event, accountId);
    for await (const event of pages("who", accountId))
      if (event.whose !== accountId) yield exported(event, accountId);
  }
  return {
    name: "audit trail",
    removeAllOf: async (accountId) => {
      const pseudonym = pseudonymOfAccount(serverSecret, accountId);
      await stored();
      await events.deleteMany({ who: accountId, whose: accountId, event: { $ne: ACCOUNT_DELETED } });
      await events.updateMany({ who: accountId }, { $set: { who: pseudonym } });
      await events.updateMany({ whose: accountId }, { $set: { whose: pseudonym } });
    },
    exportAllOf: async function* (accountId) {
      yield fileOfObjects("audit.json", eventsAbout(accountId));
    },
  };
}

/** Returns an event in the form in which an account may export it: without the ids of other accounts. */
function exported({ at, event, who, facts }: AuditEvent, accountId: string) {
  return { at, event, by_yourself: who === accountId, ...facts };
}
