import { accountNamesMigration } from "../accounts/index.ts";
import {
  gamesMigration,
  messagesMigration,
  rankedAtMigration,
  storedBytesMigration,
  unrankedMigration,
} from "../benchmarks/index.ts";
import { namePrefixesMigration, runsDueMigration, standingDueMigration } from "../builds/index.ts";
import { systemClock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { runMigrations, type Migration } from "../infra/migrations.ts";
import { newRandomId } from "../infra/new-id.ts";
import { comparedAsMigration } from "../products/index.ts";
import type { Stores } from "./stores.ts";

/**
 * All migrations of stored documents, in the order in which they are run. docs/operations/upgrade.md says how to add a
 * migration.
 */
export const migrations: readonly Migration[] = [
  messagesMigration,
  storedBytesMigration,
  runsDueMigration,
  comparedAsMigration,
  standingDueMigration,
  gamesMigration,
  unrankedMigration,
  namePrefixesMigration,
  accountNamesMigration,
  rankedAtMigration,
];

/**
 * Brings the documents in open stores into the form of this version, and closes the stores if a migration fails.
 * @throws the error of the migration
 */
export async function migrateStores({ mongo, close }: Stores, logger: Logger): Promise<void> {
  try {
    await runMigrations({ db: mongo.db, clock: systemClock, newId: newRandomId, logger, migrations });
  } catch (error) {
    await close();
    throw error;
  }
}
