import { randomInt } from "node:crypto";
import type { Config } from "../config.ts";
import { AccountSuspendedError } from "../errors.ts";
import { pseudonymOfAccount } from "../infra/audit-trail.ts";
import type { Clock } from "../infra/clock.ts";
import { DAY_MS } from "../infra/days.ts";
import type { SecurityEvents } from "../infra/security-events.ts";
import type { ServerSecret } from "../infra/server-secret.ts";
import { makeUpName } from "./made-up-name.ts";
import type { Account } from "./records/account.ts";
import type { AccountsRepository } from "./records/accounts-repository.ts";
import type { DeletionsRepository } from "./records/deletions-repository.ts";
import { personIdOf } from "./usage/charges.ts";

/** Suspends accounts for the operator, refuses suspended people at sign-in, and replaces public names. */
export type Moderation = ReturnType<typeof createModeration>;

/**
 * Creates the service of suspensions and names. Every request reads the account of its caller, so a suspension takes
 * effect on the next request in every process. The service records each act of the operator as a security event.
 */
export function createModeration(deps: ModerationDeps) {
  const { accountsRepository, deletions, serverSecret, securityEvents, clock } = deps;
  return {
    /**
     * Suspends an account, for a reason that the account's owner can read. Returns the account; null if the account
     * does not exist.
     */
    suspend: async (accountId: string, reason: string): Promise<Account | null> => {
      const account = await accountsRepository.suspend(accountId, { reason, at: clock() });
      if (account)
        securityEvents.record("account_suspended", { account_id: accountId, address: null, reason });
      return account;
    },

    /**
     * Lifts the suspension of an account, or of the person who has deleted the account. Returns false if neither the
     * account nor the person is suspended.
     * @param accountId the id of the account; for a deleted account, its id or its pseudonym in the audit trail
     */
    lift: async (accountId: string): Promise<boolean> => {
      const pseudonyms = [accountId, pseudonymOfAccount(serverSecret, accountId)];
      const before = await accountsRepository.lift(accountId);
      // For a deleted account, record its pseudonym instead of its id: the deletion, which removes the account's id
      // from the audit trail, has already run.
      const lifted = before?.suspended ? accountId : await deletions.removeSuspension(pseudonyms);
      if (lifted !== null) securityEvents.record("suspension_lifted", { account_id: lifted, address: null });
      return lifted !== null;
    },

    /**
     * Replaces the public name of an account by a made-up name. Returns the account; null if the account does not
     * exist.
     */
    resetName: async (accountId: string): Promise<Account | null> => {
      const account = await accountsRepository.rename(accountId, makeUpName(randomInt));
      if (account) securityEvents.record("name_reset", { account_id: accountId, address: null });
      return account;
    },

    ...createSignInChecks(deps),
  };
}

/**
 * Creates the methods that refuse the sign-in of a suspended person, even if the person has deleted the suspended
 * account.
 */
function createSignInChecks({ deletions, serverSecret, clock, config }: ModerationDeps) {
  return {
    /** Refuses a sign-in to a suspended account. @throws AccountSuspendedError */
    requireNotSuspended: ({ suspended }: Pick<Account, "suspended">): void => {
      if (suspended) throw new AccountSuspendedError(suspended.reason, config);
    },

    /** Refuses a person who has deleted a suspended account and signs in again. @throws AccountSuspendedError */
    requireWelcome: async (person: Pick<Account, "provider" | "subject">): Promise<void> => {
      const kept = await deletions.findSuspension(personIdOf(serverSecret, person));
      if (kept) throw new AccountSuspendedError(kept.reason, config);
    },

    /** Stores the suspension of an account that is being deleted, under the pseudonym of the person. */
    keepSuspensionOf: async (account: Account): Promise<void> => {
      if (!account.suspended) return;
      await deletions.keepSuspension({
        _id: personIdOf(serverSecret, account),
        account: pseudonymOfAccount(serverSecret, account._id),
        reason: account.suspended.reason,
        expires_at: new Date(clock().getTime() + config.AUDIT_DAYS * DAY_MS),
      });
    },
  };
}

interface ModerationDeps {
  accountsRepository: Pick<AccountsRepository, "suspend" | "lift" | "rename">;
  deletions: Pick<DeletionsRepository, "findSuspension" | "keepSuspension" | "removeSuspension">;
  serverSecret: ServerSecret;
  securityEvents: SecurityEvents;
  clock: Clock;
  config: Pick<Config, "AUDIT_DAYS" | "CONTACT_URL" | "PUBLIC_URL">;
}
