import type { Caller } from "../../authorization.ts";
import type { Budgets } from "../../benchmarks/index.ts";
import type { LinksOfAccount } from "../../billing/index.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import type { Accounts } from "../accounts.ts";
import type { AccountDeletion } from "../deletion/account-deletion.ts";
import { presentAccount, presentBudgets, presentSession, presentUsage } from "../presenter.ts";
import type { Sessions } from "../sessions.ts";
import { presentToken } from "../tokens/presenter.ts";
import type { NewToken, Tokens } from "../tokens/tokens.ts";
import type { Usage } from "../usage/usage.ts";

/** Reads and changes the caller's own account, sessions and access tokens, for the API and for the pages. */
export type OwnAccount = ReturnType<typeof createOwnAccount>;

/**
 * The data that GET /me shows: the caller's account, its runs in this month, and how much of its limits of files,
 * failed runs and uploads is used.
 */
export type OwnAccountAnswer = Awaited<ReturnType<OwnAccount["show"]>>;

/** The sessions of an account in the form in which their owner sees them. */
export type OwnSessions = Awaited<ReturnType<OwnAccount["listSessions"]>>;

/** The personal access tokens of an account in the form in which their owner sees them. */
export type OwnTokens = Awaited<ReturnType<OwnAccount["listTokens"]>>;

/**
 * Creates the service of the caller's own account. Actions that concern the account's security are logged as security
 * events, with the client's address.
 */
export function createOwnAccount(deps: OwnAccountDeps) {
  const { accounts, accountDeletion, usage, budgets, billingLinks } = deps;
  return {
    /**
     * Returns the caller's account, the number of its runs in this month, how much of its limits of files, failed runs
     * and uploads is used, and the pages on which the caller pays for a tier.
     */
    show: async (caller: Caller) => {
      const [used, spent] = await Promise.all([usage.of(caller), budgets.of(caller.account_id)]);
      return {
        account: presentAccount(caller),
        usage: presentUsage(used),
        budgets: presentBudgets(spent),
        ...billingLinks(caller),
      };
    },

    /** Changes the public name of the caller's account. @throws AccountGoneError */
    rename: async (caller: Caller, name: string) => {
      await accounts.rename(caller.account_id, name);
      return { account: presentAccount({ ...caller, name }) };
    },

    /** Deletes the caller's account with all data that the service stores about the account. */
    delete: ({ account_id }: Caller, address: string): Promise<void> =>
      accountDeletion.delete(account_id, address),

    ...createSessionActs(deps),
    ...createTokenActs(deps),
  };
}

function createSessionActs({ sessions, securityEvents }: OwnAccountDeps) {
  return {
    /**
     * Returns the sessions of the caller's account, the newest first.
     * @param token token of the session that sends the request, which the result marks as the current one
     */
    listSessions: async ({ account_id }: Caller, token: string | undefined) => {
      const found = await sessions.listOf(account_id, token);
      return { results: found.map(presentSession), total: found.length };
    },

    /** Ends a session by its id. @throws NotFoundError */
    endSession: ({ account_id }: Caller, sessionId: string): Promise<void> =>
      sessions.endOf(account_id, sessionId),

    /** Ends the session with the given token or, with `all`, all sessions of the caller's account. */
    signOut: async ({ account_id }: Caller, { token, all, address }: SignOut): Promise<void> => {
      if (all) await sessions.endAllOf(account_id);
      else if (token !== undefined) await sessions.end(token);
      securityEvents.record("log_out", { account_id, address, all });
    },
  };
}

function createTokenActs({ tokens, securityEvents }: OwnAccountDeps) {
  return {
    /** Returns the access tokens of the caller's account that have not expired, the newest first. */
    listTokens: async ({ account_id }: Caller) => {
      const found = await tokens.listOf(account_id);
      return { results: found.map(presentToken), total: found.length };
    },

    /** Creates a personal access token, which only this answer shows. @throws TokenLimitReachedError */
    makeToken: async ({ account_id }: Caller, wanted: NewToken, address: string) => {
      const { token, made } = await tokens.make(account_id, wanted);
      const { token_id, scopes } = made;
      securityEvents.record("token_made", { account_id, address, token_id, scopes: scopes.join(" ") });
      return { token, access_token: presentToken(made) };
    },

    /** Revokes a personal access token: the next request with the token is refused. @throws NotFoundError */
    revokeToken: async ({ account_id }: Caller, tokenId: string, address: string): Promise<void> => {
      await tokens.revoke(account_id, tokenId);
      securityEvents.record("token_revoked", { account_id, address, token_id: tokenId });
    },
  };
}

interface SignOut {
  token: string | undefined;
  all: boolean;
  address: string;
}

interface OwnAccountDeps {
  accounts: Accounts;
  accountDeletion: AccountDeletion;
  sessions: Sessions;
  tokens: Tokens;
  usage: Usage;
  budgets: Pick<Budgets, "of">;
  billingLinks: LinksOfAccount;
  securityEvents: SecurityEvents;
}
