import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "mongodb";
import type { Clock } from "./clock.ts";
import { withLease, type Lease } from "./lease.ts";
import type { MigratedPage, Migration } from "./migration.ts";
import type { NewId } from "./new-id.ts";
import { recordsOf, storedFormOf, UnreadableFormError } from "./stored-form.ts";

/** How many documents are read and written at a time. Others of the service have their turn in between. */
const PAGE = 200;
/** After a crash, whoever begins again waits at most this long. */
const LEASE_MS = 10_000;
const LEASE_WAIT_MS = 2 * LEASE_MS;
const LEASE_POLL_MS = 200;

/** What a migration has done so far, also in earlier attempts. */
export interface MigrationProgress {
  migration: Migration;
  /** How many documents it has looked at. */
  examined: number;
  /** How many of them it has changed; in a dry run, how many it would change. */
  changed: number;
  /** About how many documents there are. */
  total: number;
  isEnded: boolean;
}

/** Creates the runner of migrations, which only the script of an operator starts. */
export function createMigrations(deps: MigrationsDeps) {
  const { db, clock, newId, migrations } = deps;
  return {
    /** Returns which form the documents have, which one this release writes, and the migrations in between. */
    state: () => storedFormOf(db, migrations),

    /**
     * Runs the outstanding migrations in their order, one process at a time. Cut off, it may be begun again: it then continues behind
     * the last page that was noted, and a page that was changed but not noted is found changed.
     * @param onProgress is told after each page
     * @returns what each migration has done
     * @throws UnreadableFormError where the documents are of a newer release; MigratingElsewhereError
     */
    run: async (onProgress: (progress: MigrationProgress) => void): Promise<MigrationProgress[]> => {
      const done: MigrationProgress[] = [];
      const work = async (lease: Pick<Lease, "renew">) => {
        for (const migration of await outstandingOf(deps))
          done.push(await migrate(deps, migration, { lease, onProgress }));
      };
      const options = { db, name: "migrations", durationMs: LEASE_MS, clock };
      const deadline = performance.now() + LEASE_WAIT_MS;
      while (!(await withLease({ ...options, owner: newId() }, work))) {
        if (performance.now() > deadline) throw new MigratingElsewhereError();
        await sleep(LEASE_POLL_MS);
      }
      return done;
    },

    /** Returns what `run` would do, without writing anything. @throws as `run` */
    tryOut: async (onProgress: (progress: MigrationProgress) => void): Promise<MigrationProgress[]> => {
      const done: MigrationProgress[] = [];
      for (const migration of await outstandingOf(deps))
        done.push(await migrate(deps, migration, { lease: null, onProgress }));
      return done;
    },
  };
}

interface MigrationsDeps {
  db: Db;
  clock: Clock;
  newId: NewId;
  /** All migrations that this release knows, in the order of their forms. */
  migrations: readonly Migration[];
}

/** Another process migrates, or one has just died while it did. */
class MigratingElsewhereError extends Error {
  override name = "MigratingElsewhereError";

  constructor() {
    super(
      "Another process migrates at the moment. Wait until it ends; where it does not run any more, begin again.",
    );
  }
}

/** This process was stopped for so long that another one may have begun to migrate. */
class MigrationLeaseLostError extends Error {
  override name = "MigrationLeaseLostError";

  constructor() {
    super("This process stood still for too long, so that another one may migrate by now. Begin again.");
  }
}

async function outstandingOf({ db, migrations }: MigrationsDeps): Promise<readonly Migration[]> {
  const state = await storedFormOf(db, migrations);
  if (state.stored > state.known) throw new UnreadableFormError(state);
  return state.outstanding;
}

interface MigrateOptions {
  /** Null for a dry run, which writes nothing. */
  lease: Pick<Lease, "renew"> | null;
  onProgress: (progress: MigrationProgress) => void;
}

/** Carries one migration to its end, beginning where an earlier attempt was cut off. */
async function migrate(
  { db, clock }: MigrationsDeps,
  migration: Migration,
  { lease, onProgress }: MigrateOptions,
): Promise<MigrationProgress> {
  const records = recordsOf(db);
  const { form, name, readableFrom, collection } = migration;
  const total = await db.collection(collection).estimatedDocumentCount();
  const note = async (fields: object) => {
    if (!lease) return;
    const begun = { name, readable_from: readableFrom, begun_at: clock() };
    await records.updateOne({ _id: form }, { $set: fields, $setOnInsert: begun }, { upsert: true });
  };
  const earlier = await records.findOne({ _id: form });
  let after: unknown = earlier?.after ?? null;
  // A dry run tells what is left.
  let { examined, changed } = (lease && earlier) || { examined: 0, changed: 0 };
  const progress = (isEnded: boolean) => ({ migration, examined, changed, total, isEnded });
  // Noted before the first document changes: from then on a release that cannot read the new form must not start.
  await note({ examined, changed, ended_at: null });
  for (;;) {
    if (lease && !(await lease.renew())) throw new MigrationLeaseLostError();
    const page: MigratedPage = await migration.migratePage(db, { after, limit: PAGE, isDryRun: !lease });
    if (page.last === null) break;
    after = page.last;
    examined += page.examined;
    changed += page.changed;
    await note({ after, examined, changed });
    onProgress(progress(false));
  }
  await note({ ended_at: clock() });
  return progress(true);
}
