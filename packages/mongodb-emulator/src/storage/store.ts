import { open, type RangeOptions, type RootDatabase } from "lmdb";
import { successorOf } from "../bson/value-order.ts";
import { isTemporary } from "./temporary-folder.ts";

/** The maximum key length of LMDB, in bytes. */
export const MAX_KEY_BYTES = 1978;

/**
 * Opens or creates a store: an ordered map from bytes to bytes, on disk. In a temporary folder, writes are not synced
 * to the disk: they are faster, and survive the end of the process but not a failure of the machine.
 * @param onAbort called after the writes of a job were undone
 */
export function openStore(dir: string, onAbort: () => void) {
  const lmdb: Lmdb = open({
    path: dir,
    keyEncoder: { writeKey, readKey: copyOf },
    encoder: { encode: (value: Buffer) => value, decode: (bytes: Buffer) => copyOf(bytes, 0, bytes.length) },
    overlappingSync: false,
    noSync: isTemporary(dir),
  });
  const queue = createQueue(lmdb, onAbort);
  return {
    get: (key: Buffer): Buffer | undefined => (key.length > MAX_KEY_BYTES ? undefined : lmdb.get(key)),
    /**
     * Returns up to `limit` keys of a range of the store: the first keys in ascending order or, if `isReverse`, the
     * last keys in descending order.
     */
    keys: (range: KeyRange, limit: number, isReverse = false): Buffer[] => [
      ...lmdb.getKeys(isReverse ? backwards(range, limit) : forwards(range, limit)),
    ],
    /** Returns up to `limit` keys of a range of the store with their values, in the order of the function `keys`. */
    entries: (range: KeyRange, limit: number, isReverse = false): Entry[] => [
      ...lmdb.getRange(isReverse ? backwards(range, limit) : forwards(range, limit)),
    ],
    /** Returns how many keys the store has in a range. */
    count: (range: KeyRange): number => lmdb.getKeysCount(forwards(range)),
    /** Stores a value under a key. May only be called inside a job that `write` runs. */
    put: (key: Buffer, value: Buffer): void => {
      lmdb.putSync(key, value);
    },
    /** Removes a key with its value. May only be called inside a job that `write` runs. */
    remove: (key: Buffer): void => {
      lmdb.removeSync(key);
    },
    write: queue.write,
    /** Waits for the jobs that were given to `write`, then closes the store. */
    close: async (): Promise<void> => {
      await queue.drain();
      await lmdb.close();
    },
  };
}

/** The store that holds the data of the MongoDB emulator on disk. */
export type Store = ReturnType<typeof openStore>;

/** The range of keys of the store from `from`, inclusive, to `to`, exclusive. */
export interface KeyRange {
  readonly from: Buffer;
  readonly to: Buffer;
}

/** A key of the emulator's store on disk, and its value. */
export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

type Lmdb = RootDatabase<Buffer, Buffer>;

/**
 * Returns a copy of bytes that LMDB overwrites at its next read. LMDB's own copy allocates memory for each value, which
 * takes longer than a copy into the pool of Node's buffers.
 */
function copyOf(bytes: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafe(end - start);
  copy.set(new Uint8Array(bytes.buffer, bytes.byteOffset + start, copy.length));
  return copy;
}

function writeKey(key: Buffer, target: Buffer, start: number): number {
  target.set(key, start);
  return start + key.length;
}

/**
 * A write job in the queue of the store. `run` never throws; `settle` passes the result of the job, or the error of the
 * commit, to the caller.
 */
interface Pending {
  readonly run: () => void;
  readonly settle: (commitError?: Error) => void;
}

/**
 * Shortens a bound of a key range to the maximum key length of LMDB: a search for a long text has a longer bound. No
 * stored key is longer than MAX_KEY_BYTES. So a stored key is at or above the long bound exactly if it is at or above
 * the successor of the shortened bound.
 */
function shortened(bound: Buffer): Buffer {
  return bound.length > MAX_KEY_BYTES ? successorOf(bound.subarray(0, MAX_KEY_BYTES)) : bound;
}

function forwards({ from, to }: KeyRange, limit?: number): RangeOptions {
  return { start: shortened(from), end: shortened(to), ...(limit !== undefined && { limit }) };
}

/**
 * Returns the options with which LMDB reads a range backwards: from `start`, the end of the range, to `end`, its
 * beginning. `exclusiveStart` and `inclusiveEnd`, which LMDB's types lack, exclude `to` and include `from`.
 */
function backwards({ from, to }: KeyRange, limit: number): RangeOptions {
  const bounds = { exclusiveStart: true, inclusiveEnd: true };
  return { start: shortened(to), end: shortened(from), reverse: true, limit, ...bounds };
}

/**
 * Creates the queue that runs the write jobs. Jobs that wait at the same time share one commit, so that many clients
 * share one sync of the disk. Each job has its own transaction within the commit. That transaction is synchronous,
 * because LMDB undoes only synchronous transactions when the job throws.
 */
function createQueue(lmdb: Lmdb, onAbort: () => void) {
  let queue: Pending[] = [];
  let isClosed = false;
  const commit = (): void => {
    const jobs = queue;
    queue = [];
    try {
      const [only] = jobs;
      if (only !== undefined && jobs.length === 1) only.run();
      else lmdb.transactionSync(() => jobs.forEach(({ run }) => run()));
    } catch (error) {
      onAbort();
      const commitError = error instanceof Error ? error : new Error(String(error));
      jobs.forEach(({ settle }) => settle(commitError));
      return;
    }
    jobs.forEach(({ settle }) => settle());
  };
  /**
   * Runs a job while no other job runs. The job sees all earlier writes; if the job throws, all its writes are undone.
   * The job must be synchronous. Resolves with the job's result once its writes are on disk; rejects with the error
   * that the job threw.
   */
  const write = <T>(job: () => T): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      let succeed = (): void => undefined;
      let failure: Error | undefined;
      const run = (): void => {
        try {
          const result = lmdb.transactionSync(job);
          succeed = () => resolve(result);
        } catch (error) {
          onAbort();
          failure = error instanceof Error ? error : new Error(String(error));
        }
      };
      const settle = (commitError = failure): void =>
        commitError === undefined ? succeed() : reject(commitError);
      if (isClosed) return reject(new Error("the store is closed"));
      queue.push({ run, settle });
      if (queue.length === 1) setImmediate(commit);
    });
  /** Refuses further jobs and waits for the jobs in the queue of the store. */
  const drain = async (): Promise<void> => {
    isClosed = true;
    while (queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
  };
  return { write, drain };
}
