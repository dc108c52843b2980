import type { Accounts, AccountsRepository } from "../../accounts/index.ts";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { endOfDay } from "../../infra/days.ts";
import { AccountGoneError } from "../../errors.ts";
import type { FailedRunsRepository } from "../records/failed-runs-repository.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { FailedRunLimitError, StorageFullError, UploadLimitError, WaitingLimitError } from "./errors.ts";

/**
 * Checks and reads the budgets of accounts: limits of failed runs, unread files, stored bytes and simultaneous uploads,
 * which apply in addition to the monthly run limit of the account's tier.
 */
export type Budgets = ReturnType<typeof createBudgets>;

interface BudgetsDeps {
  runsRepository: Pick<RunsRepository, "countWaitingOf">;
  accounts: Pick<Accounts, "filesOwnerOf" | "requireActive">;
  accountsRepository: Pick<AccountsRepository, "addStoredBytes" | "subtractStoredBytes">;
  failures: Pick<FailedRunsRepository, "countOfDay">;
  clock: Clock;
  config: Pick<
    Config,
    "MAX_UPLOADS_AT_ONCE" | "MAX_FAILED_RUNS_A_DAY" | "MAX_WAITING_RUNS" | "MAX_KEPT_BYTES"
  >;
}

/**
 * How much an account has used of each of its budgets (limits of failed runs, waiting files, stored bytes and uploads).
 */
export interface BudgetUse {
  /** The number of runs that failed today (UTC), including runs of deleted accounts of the same person. */
  failedRuns: { used: number; limit: number; resetsAt: Date };
  /** The number of the account's files that are not read yet. */
  waitingRuns: { used: number; limit: number };
  /** The total size of the account's stored files, in bytes. */
  storedBytes: { used: number; limit: number };
  /** The number of the account's submissions with files that this process is receiving. */
  uploads: { used: number; limit: number };
}

/** How many files and bytes a submission adds to an account. */
export interface Wanted {
  files: number;
  bytes: number;
}

/** An account's stored bytes, the maximum of its stored bytes, and its current tier. */
export interface Room {
  usedBytes: number;
  limitBytes: number;
  tier: string;
}

/**
 * Creates the service of budgets: limits of failed runs, waiting files, stored bytes and uploads. The limit of stored
 * bytes is exact, because one conditional write adds the bytes to the account. Concurrent requests may exceed the other
 * limits; each process receives at most MAX_UPLOADS_AT_ONCE submissions with files of one account at a time.
 */
export function createBudgets(deps: BudgetsDeps) {
  const { accounts, accountsRepository, clock, config } = deps;
  const readUse = createReadUse(deps);
  const uploads = createUploadCounts(config.MAX_UPLOADS_AT_ONCE);
  const limitBytes = config.MAX_KEPT_BYTES;

  return {
    /** Returns the limits of an account (failed runs, waiting files, bytes, uploads), and how much of each is used. */
    of: async (accountId: string): Promise<BudgetUse> => {
      const { failed, waiting, usedBytes } = await readUse(accountId);
      return {
        failedRuns: { used: failed, limit: config.MAX_FAILED_RUNS_A_DAY, resetsAt: endOfDay(clock()) },
        waitingRuns: { used: waiting, limit: config.MAX_WAITING_RUNS },
        storedBytes: { used: usedBytes, limit: limitBytes },
        uploads: { used: uploads.of(accountId), limit: config.MAX_UPLOADS_AT_ONCE },
      };
    },

    /**
     * Counts a submission with files as an upload in progress. Returns the function that ends the upload.
     * @throws UploadLimitError where this process is already receiving MAX_UPLOADS_AT_ONCE submissions of the account
     */
    beginUpload: (accountId: string): (() => void) => uploads.begin(accountId),

    /**
     * Checks that a submission's files fit into an account's limits. Returns the account's stored and allowed bytes.
     * @throws FailedRunLimitError, WaitingLimitError, StorageFullError (the exceeded limit), AccountGoneError
     */
    requireRoom: async (accountId: string, wanted: Wanted): Promise<Room> => {
      const use = await readUse(accountId);
      requireFits(deps, use, wanted);
      return { usedBytes: use.usedBytes, limitBytes, tier: use.tier };
    },

    /**
     * Returns an account's stored and allowed bytes for a request that may repeat an accepted request. If necessary,
     * raises the allowed bytes so that the bytes of the accepted request fit once more: a full account is no reason to
     * refuse a repeated request, whose files the service removes at the end.
     */
    roomToRepeat: async (accountId: string, bytes: number): Promise<Room> => {
      const { usedBytes, tier } = await readUse(accountId);
      return { usedBytes, limitBytes: Math.max(limitBytes, usedBytes + bytes), tier };
    },

    /**
     * Adds the bytes of files that are about to be stored to the stored bytes of their account.
     * @throws StorageFullError where the bytes no longer fit because of another submission, AccountGoneError
     */
    addBytes: async (accountId: string, bytes: number): Promise<void> => {
      const added = { bytes, maxBytes: limitBytes, at: clock() };
      if (await accountsRepository.addStoredBytes(accountId, added)) return;
      await accounts.requireActive(accountId);
      const { usedBytes: used } = await readUse(accountId);
      throw new StorageFullError({ used, limit: limitBytes, requested: bytes });
    },

    /** Subtracts the bytes of files that were not stored after all from the account's total of stored bytes. */
    subtractBytes: accountsRepository.subtractStoredBytes,
  };
}

/**
 * Checks that the files and bytes of a submission fit into the limits of an account.
 * @throws FailedRunLimitError, WaitingLimitError, StorageFullError where the files and bytes would exceed a limit
 */
function requireFits({ clock, config }: BudgetsDeps, use: Use, { files: requested, bytes }: Wanted): void {
  const { failed, waiting, usedBytes } = use;
  const now = clock();
  if (failed + waiting + requested > config.MAX_FAILED_RUNS_A_DAY) {
    const facts = { used: failed, limit: config.MAX_FAILED_RUNS_A_DAY, requested };
    throw new FailedRunLimitError({ ...facts, waiting, resetsAt: endOfDay(now), now });
  }
  if (waiting + requested > config.MAX_WAITING_RUNS)
    throw new WaitingLimitError({ used: waiting, limit: config.MAX_WAITING_RUNS, requested });
  if (usedBytes + bytes > config.MAX_KEPT_BYTES)
    throw new StorageFullError({ used: usedBytes, limit: config.MAX_KEPT_BYTES, requested: bytes });
}

/** How much of its limits an account has used (failed runs of today, waiting files, stored bytes), and its tier. */
interface Use {
  failed: number;
  waiting: number;
  usedBytes: number;
  tier: string;
}

function createReadUse({ runsRepository, failures, accounts }: BudgetsDeps) {
  /**
   * Reads the waiting runs and the stored bytes of an account, and today's failed runs of all accounts of its person. A
   * run is recorded as failed before it stops counting as waiting. So the waiting runs are counted first: a run that
   * fails between the two queries is counted twice rather than never.
   * @throws AccountGoneError
   */
  return async (accountId: string): Promise<Use> => {
    const [owner, waiting] = await Promise.all([
      accounts.filesOwnerOf(accountId),
      runsRepository.countWaitingOf(accountId),
    ]);
    if (owner === null) throw new AccountGoneError();
    const failed = await failures.countOfDay(owner.personId);
    return { failed, waiting, usedBytes: owner.storedBytes, tier: owner.tier };
  };
}

/** Counts the submissions with files that this process is receiving, by account. */
function createUploadCounts(most: number) {
  const counts = new Map<string, number>();
  const of = (accountId: string) => counts.get(accountId) ?? 0;
  return {
    of,
    begin: (accountId: string): (() => void) => {
      const used = of(accountId);
      if (used >= most) throw new UploadLimitError({ used, limit: most });
      counts.set(accountId, used + 1);
      return () => {
        const left = of(accountId) - 1;
        if (left > 0) counts.set(accountId, left);
        else counts.delete(accountId);
      };
    },
  };
}
