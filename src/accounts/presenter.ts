import type { BudgetUse } from "../benchmarks/index.ts";
import type { Session } from "./records/sessions-repository.ts";
import type { UsageState } from "./usage/usage.ts";

/** Returns the public representation of an account. */
export function presentAccount(account: { account_id: string; name: string; tier: string }) {
  return { account_id: account.account_id, name: account.name, tier: account.tier };
}

/** Returns the public representation of an account's usage. */
export function presentUsage({ period, used, limit, resetsAt }: UsageState) {
  return { period, used, limit, resets_at: resetsAt.toISOString() };
}

/**
 * Returns the public representation of an account's budgets: its limits of failed runs, waiting files, stored bytes and
 * uploads.
 */
export function presentBudgets({ failedRuns, waitingRuns, storedBytes, uploads }: BudgetUse) {
  const { resetsAt, ...failed } = failedRuns;
  return {
    failed_runs: { ...failed, resets_at: resetsAt.toISOString() },
    waiting_runs: waitingRuns,
    kept_bytes: storedBytes,
    uploads,
  };
}

/** Returns the public representation of a session for its owner. */
export function presentSession({ session, isCurrent }: { session: Session; isCurrent: boolean }) {
  return {
    session_id: session.session_id,
    device: session.device ?? null,
    created_at: session.created_at.toISOString(),
    expires_at: session.expires_at.toISOString(),
    is_current: isCurrent,
  };
}
