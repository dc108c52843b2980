import type { Clock } from "../infra/clock.ts";
import type { Account, AccountsRepository } from "./records/accounts-repository.ts";
import type { Sessions } from "./sessions.ts";
import type { Tiers } from "./usage/tiers.ts";

/** Signs a person in: finds or makes the account, and begins a session with a new token. */
export type SignIn = (person: {
  provider: string;
  subject: string;
  name: string;
  /** Sets the account's tier; without it the account keeps its own. */
  tier?: string | undefined;
}) => Promise<{ account: Account; token: string }>;

interface SignInParts {
  accounts: AccountsRepository;
  sessions: Sessions;
  tiers: Tiers;
  clock: Clock;
  newId: () => string;
}

/** The one way to an account and its session, whatever the provider. */
export function createSignIn({ accounts, sessions, tiers, clock, newId }: SignInParts): SignIn {
  return async ({ provider, subject, name, tier }) => {
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
  };
}
