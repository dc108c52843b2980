import type { AccountData } from "../../account-data.ts";
import type { Runs } from "../../benchmarks/index.ts";
import type { Config } from "../../config.ts";
import { bounded } from "../../infra/bounded.ts";
import type { Clock } from "../../infra/clock.ts";
import { DAY_MS } from "../../infra/days.ts";
import type { Logger } from "../../infra/logger.ts";
import type { NewId } from "../../infra/new-id.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import type { ServerSecret } from "../../infra/server-secret.ts";
import { finishEach, type Sweep } from "../../infra/sweep.ts";
import type { Moderation } from "../moderation.ts";
import type { Account } from "../records/account.ts";
import type { AccountsRepository } from "../records/accounts-repository.ts";
import type { Deletion, DeletionsRepository } from "../records/deletions-repository.ts";
import { billingPeriodOf, endOfBillingPeriod } from "../usage/billing-period.ts";
import { personIdOf, type Charges } from "../usage/charges.ts";

/**
 * How long after a deletion the service repeats the removal of the account's data, in ms. Every request or job that
 * began before the deletion ends within this time.
 */
const REPEATED_FOR_MS = DAY_MS;
const BATCH = 100;

/** Deletes accounts with all data that the service stores about them. */
export type AccountDeletion = ReturnType<typeof createAccountDeletion>;

/**
 * Creates the service that deletes accounts. Each of the following steps is idempotent.
 * 1. Mark the account as being deleted: nobody can sign in to the account, and every service treats the account as
 *    deleted.
 * 2. Store the number of runs that the account has used in this month (its used units) under a pseudonym of the
 *    person. A person who signs up again thus gets no new runs in the same month. Store a suspension of the account
 *    in the same way, so that a suspended person cannot end the suspension by signing up again.
 * 3. Remove all data that names the account, then the account's document.
 * 4. Repeat the removal for a day, because a request or a job that began before step 1 may have stored data after
 *    step 1.
 * A sweep finishes deletions that a crashed process has left unfinished.
 */
export function createAccountDeletion(deps: DeletionDeps) {
  const { accountsRepository, deletions, securityEvents, clock, logger, config } = deps;

  return {
    /**
     * Deletes an account. The call marks the account as being deleted, which nothing can undo, and then waits up to
     * ACCOUNT_DELETION_WAIT_MS for the removal of the data. If the removal takes longer or fails, the service completes
     * the removal after the call.
     * @param address the client's address; null where an operator deletes the account
     */
    delete: async (accountId: string, address: string | null): Promise<void> => {
      await accountsRepository.markDeleting(accountId, clock());
      securityEvents.record("account_deleted", { account_id: accountId, address });
      try {
        const waitMs = config.ACCOUNT_DELETION_WAIT_MS;
        await bounded(finish(deps, accountId), waitMs, "the removal of an account");
      } catch (error) {
        logger.warn(
          { err: error, account_id: accountId },
          "the deletion of an account is incomplete; a sweep completes the deletion",
        );
      }
    },

    /** Finishes interrupted deletions, and repeats the removal of the data of accounts whose deletion has finished. */
    sweep: {
      name: "deleted accounts",
      run: async (signal?: AbortSignal) => {
        const now = clock();
        const begun = await accountsRepository.findDeleting(
          new Date(now.getTime() - config.SWEEP_AGE_MS),
          BATCH,
        );
        const due = await deletions.findDue(now, BATCH);
        const steps = [
          ...begun.map(
            ({ _id }) =>
              () =>
                finish(deps, _id),
          ),
          ...due.map((deletion) => () => repeat(deps, deletion)),
        ];
        return finishEach(steps, (step) => step(), { signal });
      },
    } satisfies Sweep,
  };
}

interface DeletionDeps {
  accountsRepository: AccountsRepository;
  deletions: DeletionsRepository;
  charges: Charges;
  moderation: Pick<Moderation, "keepSuspensionOf">;
  runs: Pick<Runs, "refundAllOf">;
  /** Every kind of data that the service stores about accounts, in the order in which a deletion removes them. */
  accountData: readonly AccountData[];
  securityEvents: SecurityEvents;
  serverSecret: ServerSecret;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  config: Pick<Config, "ACCOUNT_DELETION_WAIT_MS" | "SWEEP_AGE_MS">;
}

/**
 * Removes the data and the document of an account that is marked as being deleted, and stores when the removal is
 * repeated. The function does steps 2 and 3 of the list at `createAccountDeletion`.
 */
async function finish(deps: DeletionDeps, accountId: string): Promise<void> {
  const { accountsRepository, deletions, serverSecret, clock, newId, config } = deps;
  const account = await accountsRepository.findAlsoDeleting(accountId);
  if (!account) return;
  await keepUsedUnits(deps, account);
  await deps.moderation.keepSuspensionOf(account);
  await removeAll(deps, accountId);
  const now = clock();
  // Store the record of the deletion before the account is removed. If the process crashes between these two writes,
  // the sweep of deletions removes all data a second time, which does no harm.
  await deletions.insert({
    _id: newId(),
    sealed_account_id: serverSecret.seal(accountId),
    deleted_at: now,
    repeat_at: new Date(now.getTime() + config.SWEEP_AGE_MS),
  });
  await accountsRepository.removeDeleting(accountId);
}

/** Removes the data of a deleted account once more, and stores when the next repetition is due, if one is due. */
async function repeat(deps: DeletionDeps, deletion: Deletion): Promise<void> {
  const { deletions, serverSecret, clock, logger, config } = deps;
  const { _id, sealed_account_id, deleted_at } = deletion;
  const accountId = serverSecret.open(sealed_account_id);
  if (accountId === null) {
    logger.warn(
      "SERVER_SECRET has changed, so the service cannot repeat the removal of a deleted account's data",
    );
    return deletions.remove(_id);
  }
  await removeAll(deps, accountId);
  const ageMs = clock().getTime() - deleted_at.getTime();
  if (ageMs >= REPEATED_FOR_MS) return deletions.remove(_id);
  // Repeat the removal when the deletion is twice as old as now, so that each interval is twice as long as the interval
  // before it; but wait at least SWEEP_AGE_MS.
  const intervalMs = Math.max(ageMs, config.SWEEP_AGE_MS);
  await deletions.postpone(_id, new Date(clock().getTime() + intervalMs));
}

/**
 * Stores the number of runs that the account has used in this month (its used units) under the pseudonym of the
 * person, so that a new account of the person does not start at 0. The number is first written to the account's
 * document. A repeated deletion then still stores the same number, even if a part of the account's submissions was
 * removed.
 */
async function keepUsedUnits(deps: DeletionDeps, account: Account): Promise<void> {
  const { accountsRepository, deletions, charges, runs, serverSecret, clock } = deps;
  const { _id } = account;
  if (!account.used_units) {
    await runs.refundAllOf(_id);
    const period = billingPeriodOf(clock());
    await accountsRepository.recordUsedUnits(_id, {
      period,
      used: await charges.sumCharged(_id, period, []),
    });
  }
  const noted = (await accountsRepository.findAlsoDeleting(_id))?.used_units;
  if (!noted || noted.used === 0) return;
  await deletions.keepUsedUnits({
    _id: personIdOf(serverSecret, account),
    ...noted,
    expires_at: endOfBillingPeriod(noted.period),
  });
}

async function removeAll({ accountData }: DeletionDeps, accountId: string): Promise<void> {
  await finishEach(accountData, (data) => data.removeAllOf(accountId));
}
