import type { Db } from "mongodb";
import { inPages } from "../../account-data.ts";
import type { Clock } from "../../infra/clock.ts";
import { DAY_MS } from "../../infra/days.ts";
import { acquireLease } from "../../infra/lease.ts";
import type { NewId } from "../../infra/new-id.ts";
import { finishEach } from "../../infra/sweep.ts";
import type { StoredBytesPort } from "../ports.ts";
import type { FileStore } from "../records/file-store.ts";

/** How often the stored bytes of all accounts are compared with their files. */
const INTERVAL_MS = DAY_MS;
/** How many accounts one query reads, and how many are compared at the same time. */
const PAGE = 200;
const AT_ONCE = 4;

interface CorrectDeps {
  accounts: Pick<StoredBytesPort, "findStoredBytes" | "replaceStoredBytes">;
  files: Pick<FileStore, "sumBytesOf">;
}

/**
 * Sets the stored bytes of each account to the sum of the bytes of its files. An account whose files change meanwhile is left alone, so
 * that none gets too few: the number has to be the one that was read before the files, none of the files may be about to be removed,
 * and where it is lowered no bytes may have been added since a moment. Returns how many accounts it has corrected.
 * @param addedBefore must lie further in the past than a process needs from adding bytes to noting so in their files
 */
export async function correctStoredBytes(
  { accounts, files }: CorrectDeps,
  addedBefore: Date,
  signal?: AbortSignal,
): Promise<number> {
  let corrected = 0;
  const all = inPages((afterId: string | undefined) => accounts.findStoredBytes(afterId, PAGE));
  await finishEach(
    all,
    async (account) => {
      const bytes = await files.sumBytesOf(account._id);
      if (bytes === null || bytes === (account.stored_bytes ?? 0)) return;
      if (await accounts.replaceStoredBytes(account, bytes, { addedBefore })) corrected += 1;
    },
    { signal, atOnce: AT_ONCE },
  );
  return corrected;
}

interface DailyDeps extends CorrectDeps {
  db: Db;
  clock: Clock;
  newId: NewId;
}

/**
 * Does what `correctStoredBytes` does, at most once in INTERVAL_MS, whichever process asks. A process that stops or fails meanwhile
 * leaves it to the next one that asks.
 */
export async function correctStoredBytesDaily(
  { db, clock, newId, ...deps }: DailyDeps,
  addedBefore: Date,
  signal?: AbortSignal,
): Promise<number> {
  // Kept until it expires, so that nobody gets it for a day.
  const lease = await acquireLease({
    db,
    name: "stored bytes of the day",
    owner: newId(),
    durationMs: INTERVAL_MS,
    clock,
  });
  if (!lease) return 0;
  let isWhole = false;
  try {
    const corrected = await correctStoredBytes(deps, addedBefore, signal);
    isWhole = signal?.aborted !== true;
    return corrected;
  } finally {
    if (!isWhole) await lease.release();
  }
}
