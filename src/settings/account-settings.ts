import { z } from "zod";
import { flag, integer, json } from "./values.ts";

/**
 * The highest limit that a tier may have, in runs a month. The bound lets one database query sum up all runs of an
 * account in a month. A tier that allows more runs must have no limit.
 */
const MAX_TIER_LIMIT = 100_000;

/**
 * The table of tiers: the number of runs that each tier allows in a calendar month; null means no limit. A new account
 * has the first tier.
 */
const tierLimits = json(
  z
    .record(z.string().min(1), z.int().min(0).max(MAX_TIER_LIMIT).nullable())
    .refine((table) => Object.keys(table).length > 0, "expected at least one tier"),
  '{"free":100,"unlimited":null}',
);

/**
 * The default server secret, for development on machines without data that need protection. In production, the service
 * does not start with this secret.
 */
export const DEVELOPMENT_SECRET = "development only: everybody knows this secret";

/**
 * The settings of accounts: signing in for development, the secret for pseudonyms and encrypted texts, the number of
 * runs that a tier allows, and the time for which audit events are stored.
 */
export const accountSettings = {
  /**
   * With this setting, POST /login/dev signs anybody in by a name. In production, the service does not start with this
   * setting, which is for development and tests.
   */
  DEV_LOGIN: flag.default(false),
  /**
   * The secret with which the service computes pseudonyms and encrypts texts. All processes of a deployment need the
   * same secret. In production, the service does not start with the default secret; `npm start` makes a secret.
   */
  SERVER_SECRET: z.string().min(32, "expected at least 32 characters").default(DEVELOPMENT_SECRET),
  /**
   * The number of runs that each tier allows in a calendar month, as JSON: at most 100,000, or null for no limit. A new
   * account has the first tier.
   */
  TIER_LIMITS: tierLimits.default({ free: 100, plus: 1000, pro: 10_000, unlimited: null }),
  /**
   * The number of days for which the audit trail stores an event, and for which the service remembers that a person
   * has deleted a suspended account. A new value applies to later events.
   */
  AUDIT_DAYS: integer(1, 3650).default(400),
};
