import type { Clock } from "../infra/clock.ts";
import type { Account, AccountsRepository } from "./records/accounts-repository.ts";
import type { Sessions } from "./sessions.ts";
import type { Tiers } from "./usage/tiers.ts";

interface AccountsDeps {
  accounts: AccountsRepository;
  sessions: Sessions;
  tiers: Tiers;
  clock: Clock;
  newId: () => string;
}

/** A person at a sign-in provider. */
interface Person {
  provider: string;
  /** The provider's own id of the person. */
  subject: string;
  name: string;
  /** Sets the account's tier; without it the account keeps its own. */
  tier?: string | undefined;
}

/** The accounts of the service. */
export type Accounts = ReturnType<typeof createAccounts>;

/** Accounts over their collection. */
export function createAccounts({ accounts, sessions, tiers, clock, newId }: AccountsDeps) {
  return {
    /** Signs a person in: finds or makes the account, and begins a session with a new token. */
    signIn: async ({
      provider,
      subject,
      name,
      tier,
    }: Person): Promise<{ account: Account; token: string }> => {
      const fresh: Account = {
        _id: newId(),
        provider,
        subject,
        name,
        tier: tiers.first,
        role: "user",
        created_at: clock(),
      };
      const account = await accounts.signIn({ provider, subject }, fresh, tier);
      return { account, token: await sessions.begin(account._id) };
    },

    /** Sets an account's tier, which holds from the next request on. Returns the account, or null where there is none. */
    setTier: (accountId: string, tier: string): Promise<Account | null> => accounts.setTier(accountId, tier),

    /** Returns the names of accounts by their ids; an id that no account has is left out. */
    namesOf: (accountIds: readonly string[]): Promise<Map<string, string>> => accounts.namesOf(accountIds),
  };
}
