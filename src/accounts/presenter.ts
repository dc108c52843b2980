import type { UsageState } from "./usage/usage.ts";

/** Returns the public representation of an account. */
export function presentAccount(account: { account_id: string; name: string; tier: string }) {
  return { account_id: account.account_id, name: account.name, tier: account.tier };
}

/** Returns the public representation of an account's usage. */
export function presentUsage({ period, used, limit, resetsAt }: UsageState) {
  return { period, used, limit, resets_at: resetsAt.toISOString() };
}
