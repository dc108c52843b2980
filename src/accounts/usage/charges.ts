import type { Ledger } from "../../benchmarks/index.ts";
import type { ServerSecret } from "../../infra/server-secret.ts";
import type { AccountsRepository } from "../records/accounts-repository.ts";
import type { DeletionsRepository } from "../records/deletions-repository.ts";
import type { BillingPeriod } from "./billing-period.ts";

/**
 * Sums up the units (runs) that count towards the monthly limit of an account: the units of the account's submissions,
 * and the units that deleted accounts of the same person have used in the same month.
 */
export type Charges = ReturnType<typeof createCharges>;

/**
 * Creates the functions that sum up the units (runs) that accounts are charged in a month. The run counters are set to
 * these sums.
 */
export function createCharges({ ledger, accountsRepository, deletions, serverSecret }: ChargesDeps) {
  const usedBefore = async (accountId: string, period: BillingPeriod): Promise<number> => {
    const account = await accountsRepository.findAlsoDeleting(accountId);
    return account ? deletions.usedUnitsOf(personIdOf(serverSecret, account), period) : 0;
  };
  return {
    /**
     * Returns the number of units (runs) that an account is charged in a billing period. The submissions in `without`
     * do not count.
     */
    sumCharged: async (
      accountId: string,
      period: BillingPeriod,
      without: readonly string[],
    ): Promise<number> => {
      const own = ledger.sumCharged(accountId, period, without);
      const sums = await Promise.all([own, usedBefore(accountId, period)]);
      return sums[0] + sums[1];
    },

    chargedOf: ledger.chargedOf,
  };
}

/**
 * Returns the pseudonym of the person who owns an account. The pseudonym is the same for every account that the
 * person creates.
 */
export function personIdOf(
  serverSecret: ServerSecret,
  { provider, subject }: { provider: string; subject: string },
): string {
  return serverSecret.pseudonymOf(provider, subject);
}

interface ChargesDeps {
  ledger: Pick<Ledger, "sumCharged" | "chargedOf">;
  accountsRepository: Pick<AccountsRepository, "findAlsoDeleting">;
  deletions: Pick<DeletionsRepository, "usedUnitsOf">;
  serverSecret: ServerSecret;
}
