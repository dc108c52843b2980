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

/** A change of the form (the schema) in which the documents of a collection are stored. */
export interface Migration {
  /**
   * The number of the form that the documents have after the migration: one more than the form before it.
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

/** The forms (numbered schemas) of the stored documents that this version of the service can read or migrate. */
export interface KnownForms {
  /**
   * The number of the oldest form that this version of the service can read or migrate. An empty database is recorded
   * as having this form.
   */
  oldest: number;
  /** The migrations from the oldest form to the newest, ascending by the number of the form to which each leads. */
  migrations: readonly Migration[];
  /**
   * The collections that the database has in every form. If none of them contains a document, the database counts as
   * empty.
   */
  collections: readonly string[];
}

/**
 * The database's record of one form (numbered schema) of its documents. A migration, when it begins, stores the record
 * of the form to which it leads. For an empty database, the record of the oldest known form is stored.
 */
interface FormRecord {
  /** The number of the recorded form. */
  _id: number;
  name: string;
  begun_at: Date;
  /** The moment from which all documents had the form; null while the migration to the form is unfinished. */
  ended_at: Date | null;
}

interface MigrationsDeps extends KnownForms {
  db: Db;
  clock: Clock;
  newId: NewId;
  logger: Logger;
}

const recordsOf = (db: Db): Collection<FormRecord> => db.collection("migrations");

/**
 * Checks that the form of the stored documents is known: no newer version has migrated the documents or has begun to
 * migrate them, and no version has stored them in a form older than the oldest known one. Accepts an empty database.
 * @throws UnreadableFormError
 */
export async function requireKnownForm(db: Db, knownForms: KnownForms): Promise<void> {
  const { oldest, collections } = knownForms;
  const { begun, ended } = await findForms(db);
  const newest = newestForm(knownForms);
  if (begun > newest) throw new UnreadableFormError(tooNew(begun, newest));
  if (ended >= oldest || !(await hasDocuments(db, collections))) return;
  // Read the records again: another process may have recorded the form of the database and stored documents since the
  // first read.
  const { ended: stored } = await findForms(db);
  if (stored < oldest) throw new UnreadableFormError(tooOld(stored, oldest, db.databaseName));
}

/**
 * Records for an empty database that its documents have the oldest known form, and runs the unfinished migrations, in
 * their order. One process at a time migrates, and the others wait. A migration that was interrupted starts from its
 * beginning when the next process starts. `requireKnownForm` must have accepted the database.
 */
export async function runMigrations(deps: MigrationsDeps): Promise<void> {
  const { db, clock, newId, logger } = deps;
  await recordOldestForm(deps);
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

/** Returns the number of the newest form (schema of the stored documents) that this version of the service knows. */
export function newestForm({ oldest, migrations }: KnownForms): number {
  return Math.max(oldest, ...migrations.map(({ form }) => form));
}

/**
 * Returns the number of the highest form to which a migration has begun (`begun`), and of the highest form that all
 * documents have (`ended`); 0 where no form is recorded.
 */
async function findForms(db: Db): Promise<{ begun: number; ended: number }> {
  const records = await recordsOf(db).find().toArray();
  const highest = (of: readonly FormRecord[]) => Math.max(0, ...of.map(({ _id }) => _id));
  return { begun: highest(records), ended: highest(records.filter(({ ended_at }) => ended_at)) };
}

/** Returns whether any of the given collections has a document. */
async function hasDocuments(db: Db, collections: readonly string[]): Promise<boolean> {
  // Query one collection after the other: simultaneous queries would open several connections.
  for (const name of collections)
    if (await db.collection(name).findOne({}, { projection: { _id: 1 } })) return true;
  return false;
}

/**
 * Records that the documents have the oldest known form, unless the database has a record of this form or of a newer
 * one. A database without such a record is empty, because `requireKnownForm` has accepted it.
 */
async function recordOldestForm({ db, clock, oldest }: MigrationsDeps): Promise<void> {
  if ((await findForms(db)).ended >= oldest) return;
  const now = clock();
  const record = { name: "the first form of the database", begun_at: now, ended_at: now };
  await recordsOf(db).updateOne({ _id: oldest }, { $set: record }, { upsert: true });
}

async function outstandingOf({ db, migrations }: MigrationsDeps): Promise<Migration[]> {
  const records = await recordsOf(db).find().toArray();
  const ended = new Set(records.flatMap(({ _id, ended_at }) => (ended_at ? [_id] : [])));
  return migrations.filter(({ form }) => !ended.has(form));
}

/** Runs one migration: rewrites the documents that do not have the form to which the migration leads. */
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

/**
 * Thrown when this version of the service does not know the form of the stored documents. The message says which form
 * was found and what to do.
 */
export class UnreadableFormError extends Error {
  override name = "UnreadableFormError";
}

const tooNew = (stored: number, newest: number): string =>
  `The documents in MongoDB have form ${stored}, and this version of the service knows the forms up to ${newest}: a newer version has migrated ` +
  "the documents. Start the newer version, or restore a copy of the database from before the migration: docs/operations/upgrade.md.";

const tooOld = (stored: number, oldest: number, database: string): string =>
  `The documents in MongoDB have ${stored === 0 ? "no recorded form" : `form ${stored}`}, and this version of the service knows no form before ${oldest}: ` +
  "an older version has stored the documents, and this version cannot migrate them. To keep them, first start a version that migrates them. " +
  `Only if you do not need them: Empty the database ${database}, or delete the folder .data if \`npm start\` has made it. See docs/operations/upgrade.md.`;
