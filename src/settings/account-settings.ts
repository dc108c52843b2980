import { z } from "zod";
import { flag, json } from "./values.ts";

/**
 * The highest limit of a tier. The limit is low enough for one query to sum up the charges of an account when that is
 * needed; a tier for more runs has no limit.
 */
const MAX_TIER_LIMIT = 100_000;

/** The table of tiers: runs a calendar month by tier; null = no limit. A new account has the first tier. */
const tierLimits = json(
  z
    .record(z.string().min(1), z.int().min(0).max(MAX_TIER_LIMIT).nullable())
    .refine((table) => Object.keys(table).length > 0, "expected at least one tier"),
  '{"free":100,"unlimited":null}',
);

/** The server secret of a machine on which nothing is worth protecting. Production refuses it. */
export const DEVELOPMENT_SECRET = "development only: everybody knows this secret";

/**
 * The settings of accounts: signing in for development, the secret behind pseudonyms, and the runs that a tier allows.
 */
export const accountSettings = {
  /** POST /login/dev signs anybody in by a name. For development and tests: production refuses it. */
  DEV_LOGIN: flag.default(false),
  /**
   * A secret of this service alone, by which it makes pseudonyms that nobody else can make. All processes need the same
   * one. Production needs one of its own; `npm start` makes one.
   */
  SERVER_SECRET: z.string().min(32, "expected at least 32 characters").default(DEVELOPMENT_SECRET),
  /** Runs a calendar month by tier, as JSON: at most 100,000, or null = no limit; a new account has the first tier. */
  TIER_LIMITS: tierLimits.default({ free: 100, plus: 1000, pro: 10_000, unlimited: null }),
};
