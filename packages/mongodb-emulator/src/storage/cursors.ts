import { randomBytes } from "node:crypto";
import type { Value } from "../bson/raw-bson.ts";
import { MongoError } from "../errors.ts";

/** The server closes a cursor that was not read for this long, in ms: the default of MongoDB's cursorTimeoutMillis. */
const IDLE_MS = 600_000;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Stores the open results of finds and aggregations until their clients have read them to the end or closed them, or
 * have read nothing for IDLE_MS.
 * @param now returns a time in milliseconds
 */
export function createCursors(now: () => number) {
  const open = new Map<bigint, Cursor>();

  const dropIdle = (): void => {
    for (const [id, { usedAt }] of open) if (now() - usedAt > IDLE_MS) open.delete(id);
  };

  const fill = async (cursor: Cursor, batchSize: number): Promise<Value[]> => {
    const batch: Value[] = [];
    let bytes = 0;
    while (cursor.next !== undefined && batch.length < batchSize) {
      bytes += cursor.next.bytes.length;
      if (batch.length > 0 && bytes > MAX_BATCH_BYTES) break;
      batch.push(cursor.next);
      cursor.next = await nextOf(cursor.documents);
    }
    return batch;
  };

  return {
    /**
     * Returns the first batch of a result. The cursor stays open if there are more documents and `isSingleBatch` is
     * false.
     */
    open: async (
      namespace: string,
      documents: AsyncGenerator<Value>,
      batchSize: number,
      isSingleBatch: boolean,
    ): Promise<Batch> => {
      dropIdle();
      const cursor: Cursor = { namespace, documents, next: await nextOf(documents), usedAt: now() };
      const batch = await fill(cursor, batchSize);
      if (cursor.next === undefined || isSingleBatch) return { id: 0n, namespace, documents: batch };
      const id = randomBytes(8).readBigUInt64LE() >> 2n;
      open.set(id, cursor);
      return { id, namespace, documents: batch };
    },
    /** Returns the next batch of the cursor's documents. @throws MongoError CursorNotFound */
    more: async (id: bigint, namespace: string, batchSize: number): Promise<Batch> => {
      const cursor = open.get(id);
      if (cursor === undefined || cursor.namespace !== namespace)
        throw new MongoError("CursorNotFound", `cursor id ${id} not found`);
      open.delete(id); // An error, or a second request for the same cursor at the same time, ends the cursor.
      const batch = await fill(cursor, batchSize);
      if (cursor.next === undefined) return { id: 0n, namespace, documents: batch };
      open.set(id, Object.assign(cursor, { usedAt: now() }));
      return { id, namespace, documents: batch };
    },
    /** Closes the cursors with the given ids. Returns the ids of those cursors that were open. */
    kill: (ids: readonly bigint[]): bigint[] => ids.filter((id) => open.delete(id)),
  };
}

/** The open cursors of the MongoDB emulator, from which clients read results. */
export type Cursors = ReturnType<typeof createCursors>;

interface Cursor {
  readonly namespace: string;
  readonly documents: AsyncGenerator<Value>;
  /**
   * The next document of the cursor, which was read but did not fit into the last batch; undefined at the end of the
   * results.
   */
  next: Value | undefined;
  usedAt: number;
}

/** A batch of a cursor's documents, and the id of the cursor. The id is 0 if there are no more documents. */
export interface Batch {
  readonly id: bigint;
  readonly namespace: string;
  readonly documents: readonly Value[];
}

async function nextOf(documents: AsyncGenerator<Value>): Promise<Value | undefined> {
  const result = await documents.next();
  return result.done === true ? undefined : result.value;
}
