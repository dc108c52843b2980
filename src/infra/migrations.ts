import { setTimeout as sleep } from "node:timers/promises";
import type { AnyBulkWriteOperation, Collection, Db, Document, UpdateFilter } from "mongodb";
import type { Clock } from "./clock.ts";
import { withLease, type Lease } from "./lease.ts";
import type { Logger } from "./logger.ts";
import type { NewId } from "./new-id.ts";

/** The number of documents that a migration reads and writes at a time. */
const PAGE = 200;
/**
 * The duration of the lease of a migration, in ms: after a crash in the middle of a migration, the process that starts
 * next waits at most this long.
 */
const LEASE_MS = 10_000;
const LEASE_POLL_MS = 200;

/** A change of the form in which the documents of a collection are stored. */
export interface Migration {
  /**
   * The number of the form that the documents have after the migration: 1 for the first migration, and one more for
   * each further migration.
   */
  form: number;
  /** The name of the migration: a sentence about the documents that is true once the migration has ended. */
  name: string;
  collection: string;
  /** The fields of a document that `rewrite` needs, as a projection for MongoDB. */
  fields: Record<string, 1>;
  /**
   * Returns the update that brings a document into the form after the migration; null if the document already has the
   * form.
   */
  rewrite: (document: Document) => UpdateFilter<Document> | null;
}

/** The database's record of a migration that has begun. */
interface MigrationRecord {
  /** The number of the form into which the migration brings the documents. */
  _id: number;
  name: string;
  begun_at: Date;
  /** The moment at which the last document got the form of the migration; null while the migration is unfinished. */
  ended_at: Date | null;
}

interface MigrationsDeps {
  db: Db;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  /** All migrations that this version of the service knows, ascending by the number of the form to which each leads. */
  migrations: readonly Migration[];
}

const recordsOf = (db: Db): Collection<MigrationRecord> => db.collection("migrations");

/**
 * Checks that no newer version has migrated the stored documents, or has begun to migrate them.
 * @throws UnreadableFormError
 */
export async function requireKnownForm(db: Db, migrations: readonly Migration[]): Promise<void> {
  const records = await recordsOf(db).find().toArray();
  const stored = Math.max(0, ...records.map(({ _id }) => _id));
  const known = newestForm(migrations);
  if (stored > known) throw new UnreadableFormError({ stored, known });
}

/**
 * Runs the unfinished migrations, in their order. One process at a time migrates, and the others wait. A migration that
 * was interrupted starts from its beginning when the next process starts.
 */
export async function runMigrations(deps: MigrationsDeps): Promise<void> {
  const { db, clock, newId, logger } = deps;
  if ((await outstandingOf(deps)).length === 0) return;
  const work = async (lease: Pick<Lease, "renew">) => {
    for (const migration of await outstandingOf(deps)) await migrate(deps, migration, lease);
  };
  const options = { db, name: "migrations", owner: newId(), durationMs: LEASE_MS, clock };
  for (let isLogged = false; !(await withLease(options, work)); isLogged = true) {
    if (!isLogged) logger.info("waiting for another process, which migrates the stored documents");
    await sleep(LEASE_POLL_MS);
  }
}

/** Returns the number of the newest form of stored documents that the given migrations lead to. */
export function newestForm(migrations: readonly Migration[]): number {
  return Math.max(0, ...migrations.map(({ form }) => form));
}

async function outstandingOf({ db, migrations }: MigrationsDeps): Promise<Migration[]> {
  const records = await recordsOf(db).find().toArray();
  const ended = new Set(records.flatMap(({ _id, ended_at }) => (ended_at ? [_id] : [])));
  return migrations.filter(({ form }) => !ended.has(form));
}

/** Runs one migration: rewrites all documents that lack its form. */
async function migrate(
  { db, clock, logger }: MigrationsDeps,
  migration: Migration,
  lease: Pick<Lease, "renew">,
): Promise<void> {
  const { form, name } = migration;
  const records = recordsOf(db);
  // Record the migration before the first document changes: from then on, no older version of the service must start.
  const begun = { name, begun_at: clock(), ended_at: null };
  await records.updateOne({ _id: form }, { $setOnInsert: begun }, { upsert: true });
  const changed = await rewriteAll(db, migration, lease);
  await records.updateOne({ _id: form }, { $set: { ended_at: clock() } });
  if (changed > 0) logger.info({ form, documents: changed }, `migrated the stored documents: ${name}`);
}

/**
 * Rewrites all documents of a collection. Returns the number of documents that did not have the form after the
 * migration yet.
 */
async function rewriteAll(
  db: Db,
  { collection, fields, rewrite }: Migration,
  lease: Pick<Lease, "renew">,
): Promise<number> {
  const documents = db.collection(collection);
  const pageAfter = (id: unknown) =>
    documents
      .find(id === null ? {} : { _id: { $gt: id as never } })
      .project(fields)
      .sort({ _id: 1 })
      .limit(PAGE)
      .toArray();
  let changed = 0;
  let page = await pageAfter(null);
  while (page.length > 0) {
    if (!(await lease.renew())) throw new MigrationLeaseLostError();
    const writes = page.flatMap((document): AnyBulkWriteOperation[] => {
      const update = rewrite(document);
      return update ? [{ updateOne: { filter: { _id: document["_id"] as never }, update } }] : [];
    });
    if (writes.length > 0) await documents.bulkWrite(writes, { ordered: false });
    changed += writes.length;
    page = await pageAfter(page.at(-1)?.["_id"]);
  }
  return changed;
}

/**
 * Thrown when this process was suspended for so long that its lease has expired, and another process may have begun to
 * migrate.
 */
class MigrationLeaseLostError extends Error {
  override name = "MigrationLeaseLostError";

  constructor() {
    super(
      "The process was suspended for too long while it migrated the documents in MongoDB, so another process may have begun the same migration. Start the process again.",
    );
  }
}

/** Thrown when a newer version of the service has migrated the documents, and this version does not know their form. */
export class UnreadableFormError extends Error {
  override name = "UnreadableFormError";

  constructor({ stored, known }: { stored: number; known: number }) {
    super(
      `The documents in MongoDB have form ${stored}, and this version of the service knows the forms up to ${known}: a newer version has migrated ` +
        "the documents. Start the newer version, or restore a copy of the database from before the migration: docs/operations/upgrade.md.",
    );
  }
}
