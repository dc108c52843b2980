import { open, type RangeOptions, type RootDatabase } from "lmdb";
import { successorOf } from "../bson/value-order.ts";

/** LMDB takes no longer key. */
export const MAX_KEY_BYTES = 1978;

/** A stretch of keys: `from` included, `to` excluded. */
export interface KeyRange {
  readonly from: Buffer;
  readonly to: Buffer;
}

/** An ordered map from bytes to bytes on disk. `put` and `remove` are only for jobs given to `write`. */
export interface Store {
  get(key: Buffer): Buffer | undefined;
  /** Up to `limit` keys of the range, in order, or from its end when `isReverse`. */
  keys(range: KeyRange, limit: number, isReverse?: boolean): Buffer[];
  count(range: KeyRange): number;
  put(key: Buffer, value: Buffer): void;
  remove(key: Buffer): void;
  /**
   * Runs the job alone: it sees all earlier writes, and all of its own or, where it throws, none of them stay.
   * Resolves once they are on disk; rejects with what the job threw. The job must not wait for anything.
   */
  write<T>(job: () => T): Promise<T>;
  close(): Promise<void>;
}

type Lmdb = RootDatabase<Buffer, Buffer>;

/** A job in the queue. `run` never throws; `settle` tells the caller how it went, or that the commit failed. */
interface Pending {
  readonly run: () => void;
  readonly settle: (commitError?: Error) => void;
}

/** Opens or creates the store in a folder. `onAbort` is called after writes were undone. */
export function openStore(dir: string, onAbort: () => void): Store {
  const lmdb: Lmdb = open({ path: dir, keyEncoding: "binary", encoding: "binary", overlappingSync: false });
  const queue = createQueue(lmdb, onAbort);
  return {
    get: (key) => (key.length > MAX_KEY_BYTES ? undefined : lmdb.get(key)),
    keys: (range, limit, isReverse = false) => [
      ...lmdb.getKeys(isReverse ? backwards(range, limit) : forwards(range, limit)),
    ],
    count: (range) => lmdb.getKeysCount(forwards(range)),
    put: (key, value) => lmdb.putSync(key, value),
    remove: (key) => {
      lmdb.removeSync(key);
    },
    write: queue.write,
    close: async () => {
      await queue.drain();
      await lmdb.close();
    },
  };
}

/**
 * LMDB fails on a longer bound, such as a search for a long text has. No key is longer than the cut one, so those that are
 * not below the bound are those that are not below the successor of the cut.
 */
function cut(bound: Buffer): Buffer {
  return bound.length > MAX_KEY_BYTES ? successorOf(bound.subarray(0, MAX_KEY_BYTES)) : bound;
}

function forwards({ from, to }: KeyRange, limit?: number): RangeOptions {
  return { start: cut(from), end: cut(to), ...(limit !== undefined && { limit }) };
}

/** LMDB goes backwards from `start` to `end`; the two options, missing in its types, keep `to` excluded and `from` included. */
function backwards({ from, to }: KeyRange, limit: number): RangeOptions {
  const bounds = { exclusiveStart: true, inclusiveEnd: true };
  return { start: cut(to), end: cut(from), reverse: true, limit, ...bounds };
}

/**
 * Jobs that wait at the same time share one commit, each in a transaction of its own within it, so that many clients
 * pay for one sync of the disk. The synchronous transactions are the ones that undo a job that throws.
 */
function createQueue(lmdb: Lmdb, onAbort: () => void): Pick<Store, "write"> & { drain(): Promise<void> } {
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
  const drain = async (): Promise<void> => {
    isClosed = true;
    while (queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
  };
  return { write, drain };
}
