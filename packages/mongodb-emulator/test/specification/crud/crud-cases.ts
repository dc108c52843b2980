import test, { type ExecutionContext } from "ava";
import {
  MongoBulkWriteError,
  MongoServerError,
  type BulkWriteResult,
  type Collection,
  type Db,
  type Document,
  type Filter,
  type MongoClientOptions,
  type OptionalUnlessRequiredId,
} from "mongodb";
import { EXTERNAL_URL, openDatabase } from "../../helpers/server-under-test.ts";

/** One operation on a collection with the given documents, and the expected result. */
export interface CrudCase<T extends Document> {
  readonly name: string;
  readonly run: (rows: Collection<T>) => Promise<unknown>;
  /** The expected result of the operation; absent if the test accepts any result. */
  readonly gives?: unknown;
  /**
   * The documents in the collection after the operation; by default the documents before it; with "open", the test
   * accepts any documents.
   */
  readonly leaves?: readonly Document[] | "open";
  /** The error code with which every server refuses the operation, without changing data. */
  readonly failsWith?: number;
  /** The error code with which the emulator refuses an operation that a real server supports. */
  readonly refusedWith?: number;
  /**
   * The first release of MongoDB that supports the operation. Older releases must refuse the operation with any error
   * code.
   */
  readonly since?: number;
}

/** Declares a test of cases that begin with the same documents. Each case has its own collection. */
export function specifies<T extends Document>(
  title: string,
  given: readonly T[],
  cases: readonly CrudCase<T>[],
  options: MongoClientOptions = {},
): void {
  test(title, async (t) => {
    const db = await openDatabase(t, options);
    const release = await releaseOf(db);
    for (const [index, crudCase] of cases.entries()) {
      const rows = db.collection<T>(`case_${index}`);
      if (given.length > 0) await rows.insertMany([...given] as OptionalUnlessRequiredId<T>[]);
      await checkCase(t, rows, given, crudCase, release);
    }
  });
}

async function checkCase<T extends Document>(
  t: ExecutionContext,
  rows: Collection<T>,
  given: readonly T[],
  crudCase: CrudCase<T>,
  release: number,
): Promise<void> {
  const { name, run, leaves = given } = crudCase;
  const refusal = refusalOf(crudCase, release);
  if (refusal !== undefined) {
    const expected = { instanceOf: MongoServerError, ...(refusal !== "any" && { code: refusal }) };
    await t.throwsAsync(() => run(rows), expected, `${name}: the refusal`);
  } else {
    const result = await run(rows);
    if ("gives" in crudCase) t.deepEqual(result, crudCase.gives, `${name}: the result`);
    if (leaves === "open") return;
  }
  const left = await rows.find().sort({ _id: 1 }).toArray();
  t.deepEqual<unknown, unknown>(left, refusal === undefined ? leaves : given, `${name}: the documents`);
}

/**
 * Returns the code with which the server under test has to refuse the operation; undefined if the server has to execute
 * it.
 */
function refusalOf<T extends Document>(
  { failsWith, refusedWith, since = 0 }: CrudCase<T>,
  release: number,
): number | "any" | undefined {
  if (EXTERNAL_URL === undefined) return failsWith ?? refusedWith;
  return release < since ? "any" : failsWith;
}

/** Returns the release of the server as a number: 8 for MongoDB 8.0.4, 7.1 for 7.1.0. */
async function releaseOf(db: Db): Promise<number> {
  const { version } = await db.command({ buildInfo: 1 });
  return Number.parseFloat(String(version));
}

/** Returns documents of the form { _id, x }: the keys of `values` are the `_id`s, the values are the values of `x`. */
export function byId<X>(values: Readonly<Record<number, X>>): { _id: number; x: X }[] {
  return Object.entries(values).map(([_id, x]) => ({ _id: Number(_id), x }));
}

/** Returns the driver's result of an update or a replacement of one or many documents. */
export function updated(matchedCount: number, modifiedCount: number, upsertedId: unknown = null): Document {
  return {
    acknowledged: true,
    matchedCount,
    modifiedCount,
    upsertedCount: upsertedId === null ? 0 : 1,
    upsertedId,
  };
}

/** Returns the driver's result of deleting one or many documents. */
export function deleted(deletedCount: number): Document {
  return { acknowledged: true, deletedCount };
}

/** The counts in the result of a bulk write. */
export interface BulkCounts {
  readonly inserted: number;
  readonly matched: number;
  readonly modified: number;
  readonly deleted: number;
  /** The `_id`s of upserted documents by the index of their statements. */
  readonly upserted: Readonly<Record<number, unknown>>;
}

/** Returns the counts in the result of a bulk write: the given counts, and zero for all other counts. */
export function bulk(counts: Partial<BulkCounts> & Document): Document {
  return { inserted: 0, matched: 0, modified: 0, deleted: 0, upserted: {}, ...counts };
}

/** Returns the counts in the driver's result of a bulk write. */
export function countsOf(result: BulkWriteResult): BulkCounts {
  return {
    inserted: result.insertedCount,
    matched: result.matchedCount,
    modified: result.modifiedCount,
    deleted: result.deletedCount,
    upserted: result.upsertedIds,
  };
}

/** Returns the error code of a bulk write that fails in part, the indexes of the failed statements, and the counts. */
export async function partialFailure(attempt: Promise<unknown>): Promise<Document> {
  try {
    return { unexpected: await attempt };
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const failed = [error.writeErrors].flat().map(({ index }) => index);
    return { code: error.code, failed, ...countsOf(error.result) };
  }
}

/**
 * Returns a filter with a type that the driver accepts: the driver's types do not allow `$expr` or a field that the
 * documents lack.
 */
export function anyFilter<T extends Document>(filter: Document): Filter<T> {
  return filter as Filter<T>;
}
