import { randomBytes } from "node:crypto";
import { MongoError } from "../errors.ts";
import type { Value } from "../bson/raw-bson.ts";

/** MongoDB's cursorTimeoutMillis. */
const IDLE_MS = 600_000;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

interface Cursor {
  readonly namespace: string;
  readonly documents: AsyncGenerator<Value>;
  /** Fetched, but did not fit into the last batch; undefined at the end. */
  next: Value | undefined;
  usedAt: number;
}

/** One answer's worth of documents; id 0 where there are no more. */
export interface Batch {
  readonly id: bigint;
  readonly namespace: string;
  readonly documents: readonly Value[];
}

/** The open results of finds and aggregations. */
export interface Cursors {
  open(
    namespace: string,
    documents: AsyncGenerator<Value>,
    batchSize: number,
    isSingleBatch: boolean,
  ): Promise<Batch>;
  /** The next batch. Throws CursorNotFound. */
  more(id: bigint, namespace: string, batchSize: number): Promise<Batch>;
  /** Returns those that were open. */
  kill(ids: readonly bigint[]): bigint[];
}

/** Creates an empty set of cursors. `now` is in milliseconds. */
export function createCursors(now: () => number): Cursors {
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
    open: async (namespace, documents, batchSize, isSingleBatch) => {
      dropIdle();
      const cursor: Cursor = { namespace, documents, next: await nextOf(documents), usedAt: now() };
      const batch = await fill(cursor, batchSize);
      if (cursor.next === undefined || isSingleBatch) return { id: 0n, namespace, documents: batch };
      const id = randomBytes(8).readBigUInt64LE() >> 2n;
      open.set(id, cursor);
      return { id, namespace, documents: batch };
    },
    more: async (id, namespace, batchSize) => {
      const cursor = open.get(id);
      if (cursor === undefined || cursor.namespace !== namespace)
        throw new MongoError("CursorNotFound", `cursor id ${id} not found`);
      open.delete(id); // a failure or a second reader ends it
      const batch = await fill(cursor, batchSize);
      if (cursor.next === undefined) return { id: 0n, namespace, documents: batch };
      open.set(id, Object.assign(cursor, { usedAt: now() }));
      return { id, namespace, documents: batch };
    },
    kill: (ids) => ids.filter((id) => open.delete(id)),
  };
}

async function nextOf(documents: AsyncGenerator<Value>): Promise<Value | undefined> {
  const result = await documents.next();
  return result.done === true ? undefined : result.value;
}
