import type { Usage } from "./usage/usage.ts";

/** What may leave of an account. */
export function presentAccount(account: { account_id: string; name: string; tier: string }) {
  return { account_id: account.account_id, name: account.name, tier: account.tier };
}

/** What may leave of an account's usage. */
export function presentUsage({ period, used, limit, resetsAt }: Usage) {
  return { period, used, limit, resets_at: resetsAt.toISOString() };
}
