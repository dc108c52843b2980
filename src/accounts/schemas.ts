import { z } from "zod";
import { countOf } from "../answers/figures.ts";
import { listAnswer } from "../answers/list-answer.ts";
import { plainName } from "../validation/names.ts";
import type { Tiers } from "./usage/tiers.ts";

const MAX_NAME_CHARACTERS = 80;

/** The body of POST /login/dev. */
export const devLoginBody = (tiers: Tiers) =>
  z.strictObject({
    name: plainName(MAX_NAME_CHARACTERS),
    tier: z.enum(tiers.names as [string, ...string[]]).optional(),
  });

const account = z.strictObject({ account_id: z.string(), name: z.string(), tier: z.string() });

/** The part of an answer that says how many runs an account has used in the current month. */
const usageSchema = z.strictObject({
  period: z.string().regex(/^\d{4}-\d{2}$/),
  used: countOf("runs were submitted in the period"),
  limit: countOf("runs the tier allows in the period")
    .nullable()
    .meta({ description: "The maximum number of runs in the period; null = unlimited" }),
  resets_at: z.iso.datetime(),
});

/**
 * Returns the schema of one budget (a limit besides the limit of runs) of an account.
 * @param what plural noun for the descriptions, e.g. "files that are not read yet"
 */
const budgetOf = (what: string) =>
  z.strictObject({
    used: countOf(`${what} the account has`),
    limit: countOf(`${what} the account may have`, 1),
  });

/**
 * The part of an answer that says how much of its budgets (limits of failed runs, files and uploads) an account has
 * used.
 */
const budgetsSchema = z.strictObject({
  failed_runs: budgetOf("runs that have failed today (UTC)").extend({ resets_at: z.iso.datetime() }),
  waiting_runs: budgetOf("files that are not read yet"),
  kept_bytes: budgetOf("bytes of stored files"),
  uploads: budgetOf("submissions with files that are being received"),
});

/** The answer of POST /login/dev. */
export const loginAnswer = z.strictObject({ account });
/** The answer of GET /me. */
export const meAnswer = z.strictObject({
  account,
  usage: usageSchema,
  budgets: budgetsSchema,
  billing_url: z.url().optional(),
  billing_portal_url: z.url().optional(),
});

/** The body of PATCH /me. */
export const renameBody = z.strictObject({ name: plainName(MAX_NAME_CHARACTERS) });

/** The answer of PATCH /me. */
export const accountAnswer = z.strictObject({ account });

/** The query of POST /logout. With `all=true`, all sessions of the account end. */
export const logoutQuery = z.object({ all: z.enum(["true", "false"]).default("false") });

/** The answer of GET /me/sessions. */
export const sessionsAnswer = listAnswer(
  z.strictObject({
    session_id: z.string(),
    device: z.string().nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    is_current: z.boolean(),
  }),
);

/** The schema of the path parameter of /me/sessions/<session_id>. */
export const sessionParams = z.object({ session_id: z.string().min(1).max(64) });
