import type { ServerSecret } from "../../infra/server-secret.ts";
import type { AccountsRepository } from "../records/accounts-repository.ts";
import type { DeletionsRepository } from "../records/deletions-repository.ts";
import type { BillingPeriod } from "./billing-period.ts";
import type { ChargesOfAccounts } from "./reconcile.ts";

/** What accounts are charged: the units of their submissions, and those that their person's deleted accounts have used before. */
export type Charges = ReturnType<typeof createCharges>;

/** Creates the charges, by which the run counters are set. */
export function createCharges({ ledger, accounts, deletions, serverSecret }: ChargesDeps) {
  const usedBefore = async (accountId: string, period: BillingPeriod): Promise<number> => {
    const account = await accounts.findAlsoDeleting(accountId);
    return account ? deletions.usedUnitsOf(personIdOf(serverSecret, account), period) : 0;
  };
  const withUsedBefore = async (accountId: string, period: BillingPeriod, ownUnits: Promise<number>) => {
    const [own, before] = await Promise.all([ownUnits, usedBefore(accountId, period)]);
    return own + before;
  };
  return {
    sumCharged: (accountId: string, period: BillingPeriod, without: readonly string[]): Promise<number> =>
      withUsedBefore(accountId, period, ledger.sumCharged(accountId, period, without)),

    /**
     * Returns the units that an account is charged in a period, as its deletion keeps them: without pending submissions, which
     * the deletion refuses.
     */
    sumFinished: (accountId: string, period: BillingPeriod): Promise<number> =>
      withUsedBefore(accountId, period, ledger.sumFinished(accountId, period)),

    chargedOf: ledger.chargedOf,
  };
}

/** Returns the pseudonym of the person behind an account: the same for each account that the person signs up. */
export function personIdOf(
  serverSecret: ServerSecret,
  { provider, subject }: { provider: string; subject: string },
): string {
  return serverSecret.pseudonymOf(provider, subject);
}

/** What the charges stand on. */
export interface ChargesDeps {
  ledger: SubmissionsLedger;
  accounts: Pick<AccountsRepository, "findAlsoDeleting">;
  deletions: Pick<DeletionsRepository, "usedUnitsOf">;
  serverSecret: ServerSecret;
}

/** The submissions as the charges need them. Implemented by `benchmarks/records/ledger.ts`. */
interface SubmissionsLedger extends ChargesOfAccounts {
  sumFinished(accountId: string, period: BillingPeriod): Promise<number>;
}
