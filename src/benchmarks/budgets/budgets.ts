import type { Accounts, AccountsRepository } from "../../accounts/index.ts";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { endOfDay } from "../../infra/days.ts";
import { AccountGoneError } from "../../errors.ts";
import type { FailedRunsRepository } from "../records/failed-runs-repository.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { FailedRunLimitError, StorageFullError, UploadLimitError, WaitingLimitError } from "./errors.ts";

/** The budgets of accounts: what the files of an account may cost, whatever its tier is. */
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

/** How much of its budgets an account has used. */
export interface BudgetUse {
  /** Runs that have failed in this day (UTC), also those of deleted accounts of the same person. */
  failedRuns: { used: number; limit: number; resetsAt: Date };
  /** Files that are not read yet. */
  waitingRuns: { used: number; limit: number };
  /** Bytes of stored files. */
  storedBytes: { used: number; limit: number };
  /** Submissions with files that this process is receiving. */
  uploads: { used: number; limit: number };
}

/** The files and the bytes for which a submission needs room. */
export interface Wanted {
  files: number;
  bytes: number;
}

/** The bytes of an account's stored files, how many it may have, and its tier as it is now. */
export interface Room {
  usedBytes: number;
  limitBytes: number;
  tier: string;
}

/**
 * Creates the service of budgets. Bytes are exact: one conditional write adds them to the account. The others may be passed by the files
 * of requests at the same time, of which each process receives MAX_UPLOADS_AT_ONCE.
 */
export function createBudgets(deps: BudgetsDeps) {
  const { accounts, accountsRepository, clock, config } = deps;
  const readUse = createReadUse(deps);
  const uploads = createUploadCounts(config.MAX_UPLOADS_AT_ONCE);
  const limitBytes = config.MAX_KEPT_BYTES;

  return {
    /** Returns the account's budgets, and how much of each is used. */
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
     * Counts a submission with files as being received. Returns what ends that.
     * @throws UploadLimitError where this process is receiving MAX_UPLOADS_AT_ONCE of the account
     */
    beginUpload: (accountId: string): (() => void) => uploads.begin(accountId),

    /** @throws FailedRunLimitError, WaitingLimitError, StorageFullError where a submission does not fit, AccountGoneError */
    requireRoom: async (accountId: string, wanted: Wanted): Promise<Room> => {
      const use = await readUse(accountId);
      requireFits(deps, use, wanted);
      return { usedBytes: use.usedBytes, limitBytes, tier: use.tier };
    },

    /**
     * Returns the room of a request that may repeat an accepted one. It is no request of its own, so no budget refuses it; its bytes
     * are removed again. It may send as many as the accepted request did, or as there is room for.
     */
    roomToRepeat: async (accountId: string, bytes: number): Promise<Room> => {
      const { usedBytes, tier } = await readUse(accountId);
      return { usedBytes, limitBytes: Math.max(limitBytes, usedBytes + bytes), tier };
    },

    /**
     * Adds the bytes of files that are about to be stored to those of their account.
     * @throws StorageFullError where another submission has taken the room meanwhile, AccountGoneError
     */
    addBytes: async (accountId: string, bytes: number): Promise<void> => {
      const added = { bytes, maxBytes: limitBytes, at: clock() };
      if (await accountsRepository.addStoredBytes(accountId, added)) return;
      await accounts.requireActive(accountId);
      const { usedBytes: used } = await readUse(accountId);
      throw new StorageFullError({ used, limit: limitBytes, requested: bytes });
    },

    /** Takes the bytes of files away that were not stored after all. */
    subtractBytes: accountsRepository.subtractStoredBytes,
  };
}

/** @throws FailedRunLimitError, WaitingLimitError, StorageFullError where files and bytes do not fit beside what is used */
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

/** What an account has used: runs that have failed today, files that wait, and bytes; and its tier. */
interface Use {
  failed: number;
  waiting: number;
  usedBytes: number;
  tier: string;
}

function createReadUse({ runsRepository, failures, accounts }: BudgetsDeps) {
  /**
   * Reads what the stored runs and files of an account use, and what its person's accounts have used of the day. A run is recorded
   * as failed before it stops to count as waiting. So the waiting runs are counted first: a run that fails in between is counted
   * twice and not left out.
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
