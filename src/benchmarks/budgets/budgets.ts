import type { AccountData } from "../../account-data.ts";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { endOfDay } from "../../infra/days.ts";
import type { NewId } from "../../infra/new-id.ts";
import type { Redis } from "../../infra/redis.ts";
import { AccountGoneError } from "../../errors.ts";
import type { AccountsPort } from "../ports.ts";
import type { FailedRunsRepository } from "../records/failed-runs-repository.ts";
import type { FileStore } from "../records/file-store.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { createAccountUploads, type Room, type UploadsState } from "./account-uploads.ts";
import { FailedRunLimitError, StorageFullError, WaitingLimitError } from "./errors.ts";
import { createUpload, type SentFile, type Upload, type Wanted } from "./upload.ts";

/** The budgets of accounts: what the files of an account may cost, whatever its tier is. */
export type Budgets = ReturnType<typeof createBudgets>;

/**
 * Creates the service of budgets. MongoDB has the facts; Redis has the uploads under way, which hold files until MongoDB has them, so
 * that parallel submissions do not pass a limit together. The bytes of an account's files are a number in the account.
 */
export function createBudgets(deps: BudgetsDeps) {
  const { clock, newId, config } = deps;
  const uploads = createAccountUploads(deps);
  const readUse = createReadUse(deps);
  const rooms = createRooms(deps, readUse);

  return {
    /** Returns the account's budgets, and how much of each is used. */
    of: async (accountId: string): Promise<BudgetUse> => {
      const state = await uploads.read(accountId);
      const { failed, waiting, storedBytes } = await readUse(accountId);
      return {
        failedRuns: { used: failed, limit: config.MAX_FAILED_RUNS_A_DAY, resetsAt: endOfDay(clock()) },
        waitingRuns: { used: waiting, limit: config.MAX_WAITING_RUNS },
        storedBytes: { used: storedBytes, limit: config.MAX_KEPT_BYTES },
        uploads: { used: state.uploads, limit: config.MAX_UPLOADS_AT_ONCE },
      };
    },

    /** Returns the upload of a submission, which begins with its first file. */
    uploadOf: (accountId: string): Upload => createUpload({ uploads, ...rooms, config, accountId, newId }),

    accountData: {
      name: "budgets",
      removeAllOf: uploads.removeAllOf,
    } satisfies AccountData,
  };
}

interface BudgetsDeps {
  redis: Redis;
  runs: Pick<RunsRepository, "countWaitingOf">;
  accounts: Pick<AccountsPort, "filesOwnerOf" | "requireActive">;
  failures: Pick<FailedRunsRepository, "countOfDay">;
  files: Pick<FileStore, "countBytes">;
  clock: Clock;
  newId: NewId;
  config: Pick<
    Config,
    | "REDIS_KEY_PREFIX"
    | "UPLOAD_LEASE_MS"
    | "MAX_UPLOADS_AT_ONCE"
    | "MAX_FAILED_RUNS_A_DAY"
    | "MAX_WAITING_RUNS"
    | "MAX_KEPT_BYTES"
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
  /** Submissions with files that are being received. */
  uploads: { used: number; limit: number };
}

/** The functions that tell how many bytes an upload may have, and count them. */
function createRooms(
  { accounts, files, clock, config }: BudgetsDeps,
  readUse: ReturnType<typeof createReadUse>,
) {
  const limitBytes = config.MAX_KEPT_BYTES;

  /** @throws FailedRunLimitError, WaitingLimitError, StorageFullError where files and bytes do not fit beside what is held already */
  async function requireRoom(accountId: string, wanted: Wanted, state: UploadsState): Promise<Room> {
    const { failed, waiting, storedBytes } = await readUse(accountId);
    const now = clock();
    const unread = waiting + state.files;
    const facts = { requested: wanted.files };
    if (failed + unread + wanted.files > config.MAX_FAILED_RUNS_A_DAY) {
      const limit = config.MAX_FAILED_RUNS_A_DAY;
      const resetsAt = endOfDay(now);
      throw new FailedRunLimitError({ ...facts, used: failed, limit, waiting: unread, resetsAt, now });
    }
    if (unread + wanted.files > config.MAX_WAITING_RUNS)
      throw new WaitingLimitError({ ...facts, used: unread, limit: config.MAX_WAITING_RUNS });
    if (storedBytes + wanted.bytes > limitBytes)
      throw new StorageFullError({ used: storedBytes, limit: limitBytes, requested: wanted.bytes });
    return { usedBytes: storedBytes, limitBytes };
  }

  /**
   * Returns the room of a request that may repeat an accepted one. It is no request of its own, so no budget refuses it; its bytes
   * are removed again. It may send as many as the accepted request did, or as there is room for.
   */
  async function roomToRepeat(accountId: string, bytes: number): Promise<Room> {
    const { storedBytes } = await readUse(accountId);
    return { usedBytes: storedBytes, limitBytes: Math.max(limitBytes, storedBytes + bytes) };
  }

  /** Counts files as an account's. @throws StorageFullError where another submission has taken the room meanwhile, AccountGoneError */
  async function countBytes(accountId: string, sent: readonly SentFile[]): Promise<void> {
    if (await files.countBytes(sent, { accountId, maxBytes: limitBytes })) return;
    await accounts.requireActive(accountId);
    const { storedBytes: used } = await readUse(accountId);
    const requested = sent.reduce((sum, { bytes }) => sum + bytes, 0);
    throw new StorageFullError({ used, limit: limitBytes, requested });
  }

  return { requireRoom, roomToRepeat, countBytes };
}

function createReadUse({ runs, failures, accounts }: BudgetsDeps) {
  /**
   * Reads what the stored runs and files of an account use, and what its person's accounts have used of the day. A run is recorded
   * as failed before it stops to count as waiting. So the waiting runs are counted first: a run that fails in between is counted
   * twice and not left out.
   * @throws AccountGoneError
   */
  return async (accountId: string) => {
    const owner = await accounts.filesOwnerOf(accountId);
    if (owner === null) throw new AccountGoneError();
    const waiting = await runs.countWaitingOf(accountId);
    const failed = await failures.countOfDay(owner.personId);
    return { failed, waiting, storedBytes: owner.storedBytes };
  };
}
