import type { Collection, Db } from "mongodb";
import type { Logger } from "./logger.ts";
import type { Migration } from "./migration.ts";

/** What is known of a migration that was begun. */
interface MigrationRecord {
  /** The form that it makes. */
  _id: number;
  name: string;
  /** The form that a release must know to read what it has changed. */
  readable_from: number;
  /** The id of the last document that it has looked at; absent before the first page. */
  after?: unknown;
  examined: number;
  changed: number;
  begun_at: Date;
  /** Null until it has looked at all documents. */
  ended_at: Date | null;
}

/** Returns the collection of the migrations that were begun. */
export const recordsOf = (db: Db): Collection<MigrationRecord> => db.collection("migrations");

/** Which form the stored documents have, and what this release makes of it. */
export interface StoredForm {
  /** The newest form that any document may have. All documents have it where nothing is outstanding. */
  stored: number;
  /** The form that a release must know to read the documents. */
  readableFrom: number;
  /** The newest form that this release knows. */
  known: number;
  /** The migrations of this release that did not come to their end, in their order. */
  outstanding: Migration[];
}

/** Returns the form of the stored documents. */
export async function storedFormOf(db: Db, migrations: readonly Migration[]): Promise<StoredForm> {
  const records = await recordsOf(db).find().toArray();
  const ended = new Set(records.flatMap(({ _id, ended_at }) => (ended_at ? [_id] : [])));
  return {
    stored: Math.max(0, ...records.map(({ _id }) => _id)),
    readableFrom: Math.max(0, ...records.map(({ readable_from }) => readable_from)),
    known: Math.max(0, ...migrations.map(({ form }) => form)),
    outstanding: migrations.filter(({ form }) => !ended.has(form)),
  };
}

/**
 * Checks that this release can read the stored documents, and warns where a migration is outstanding: the release reads both forms until
 * then, unless the migration is required. A migration of a collection without documents has nothing to do, and counts as ended from now on.
 * @param options.isMigrating true for the process that is about to migrate: it starts on documents of any older form
 * @throws UnreadableFormError, OutdatedFormError
 */
export async function requireReadableForm(
  db: Db,
  migrations: readonly Migration[],
  { logger, now, isMigrating = false }: { logger: Logger; now: Date; isMigrating?: boolean | undefined },
): Promise<void> {
  const state = await storedFormOf(db, migrations);
  const { stored, known, readableFrom, outstanding } = state;
  if (readableFrom > known) throw new UnreadableFormError(state);
  const facts = { stored_form: stored, known_form: known };
  if (stored > known) {
    logger.warn(facts, "the documents have a newer form, which this version reads but does not write");
    return;
  }
  const left: Migration[] = [];
  for (const migration of outstanding)
    if (left.length > 0 || !(await endIfEmpty(db, migration, now))) left.push(migration);
  if (isMigrating) return;
  const required = left.filter(({ isRequired }) => isRequired);
  if (required.length > 0) throw new OutdatedFormError(required);
  if (left.length > 0)
    logger.warn(
      { ...facts, outstanding: left.map(({ name }) => name) },
      "a migration is outstanding: run npm run admin -- migrate once no older version runs; this process reads both forms",
    );
}

/** Notes a migration as ended where its collection has no documents. Returns whether it had none. */
async function endIfEmpty(
  db: Db,
  { form, name, readableFrom, collection }: Migration,
  now: Date,
): Promise<boolean> {
  if ((await db.collection(collection).findOne({}, { projection: { _id: 1 } })) !== null) return false;
  const ended = { name, readable_from: readableFrom, examined: 0, changed: 0, begun_at: now, ended_at: now };
  await recordsOf(db).updateOne({ _id: form }, { $setOnInsert: ended }, { upsert: true });
  return true;
}

/** Documents still have a form that this release no longer reads. */
export class OutdatedFormError extends Error {
  override name = "OutdatedFormError";

  constructor(required: readonly Pick<Migration, "form" | "name">[]) {
    const names = required.map(({ form, name }) => `form ${form} (${name})`).join(", ");
    super(
      `Documents in MongoDB do not have ${names} yet, and this version no longer reads the form before. Run npm run admin -- migrate, then start ` +
        "again: docs/operations/upgrade.md.",
    );
  }
}

/** A newer release has migrated the documents, and this one does not know what they mean. */
export class UnreadableFormError extends Error {
  override name = "UnreadableFormError";

  constructor({ stored, known }: Pick<StoredForm, "stored" | "known">) {
    super(
      `The documents in MongoDB have form ${stored}, and this version knows the forms up to ${known}: a newer version has migrated ` +
        "them. Start that version or a newer one, or restore a copy from before the migration: docs/operations/upgrade.md.",
    );
  }
}
