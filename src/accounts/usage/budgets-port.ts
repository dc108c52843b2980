import { z } from "zod";

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
  keptBytes: { used: number; limit: number };
  /** Submissions with files that are being received. */
  uploads: { used: number; limit: number };
}

const budget = z.strictObject({ used: z.int().min(0), limit: z.int().min(1) });

/** The public representation of an account's budgets. */
export const budgetsSchema = z.strictObject({
  failed_runs: budget.extend({ resets_at: z.iso.datetime() }),
  waiting_runs: budget,
  kept_bytes: budget,
  uploads: budget,
});

/** Returns the public representation of an account's budgets. */
export function presentBudgets({ failedRuns, waitingRuns, keptBytes, uploads }: BudgetUse) {
  const { resetsAt, ...failed } = failedRuns;
  return {
    failed_runs: { ...failed, resets_at: resetsAt.toISOString() },
    waiting_runs: waitingRuns,
    kept_bytes: keptBytes,
    uploads,
  };
}
