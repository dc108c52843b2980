import { z } from "zod";
import { countOf } from "../../answers/figures.ts";

/** The budgets of accounts as GET /me shows them. Implemented by `benchmarks/budgets/budgets.ts`. */
export interface BudgetsPort {
  /** Returns how much of its budgets an account has used. */
  of(accountId: string): Promise<BudgetUse>;
}

interface BudgetUse {
  /** Runs that have failed in this day (UTC). */
  failedRuns: { used: number; limit: number; resetsAt: Date };
  /** Files that are not read yet. */
  waitingRuns: { used: number; limit: number };
  /** Bytes of stored files. */
  storedBytes: { used: number; limit: number };
  /** Submissions with files that are being received. */
  uploads: { used: number; limit: number };
}

/** @param what what is counted, in the plural */
const budgetOf = (what: string) =>
  z.strictObject({ used: countOf(what), limit: countOf(`${what} the account may have`, 1) });

/** The public representation of an account's budgets. */
export const budgetsSchema = z.strictObject({
  failed_runs: budgetOf("runs that have failed today (UTC)").extend({ resets_at: z.iso.datetime() }),
  waiting_runs: budgetOf("files that are not read yet"),
  kept_bytes: budgetOf("bytes of stored files"),
  uploads: budgetOf("submissions with files that are being received"),
});

/** Returns the public representation of an account's budgets. */
export function presentBudgets({ failedRuns, waitingRuns, storedBytes, uploads }: BudgetUse) {
  const { resetsAt, ...failed } = failedRuns;
  return {
    failed_runs: { ...failed, resets_at: resetsAt.toISOString() },
    waiting_runs: waitingRuns,
    kept_bytes: storedBytes,
    uploads,
  };
}
