import { systemClock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { runMigrations, type KnownForms } from "../infra/migrations.ts";
import { newRandomId } from "../infra/new-id.ts";
import type { Stores } from "./stores.ts";

/**
 * The forms of stored documents that this version of the service knows. docs/operations/upgrade.md says how to add a
 * migration.
 */
export const knownForms: KnownForms = {
  // Form 10 is the first form that a release stores and later releases can read. Version 0.1.0 and unreleased versions
  // stored older forms, which no version has to read.
  oldest: 10,
  migrations: [],
  collections: ["accounts", "builds", "products", "runs"],
};

/**
 * Brings the documents in open stores into the form of this version, and closes the stores if a migration fails.
 * @throws the error of the migration
 */
export async function migrateStores({ mongo, close }: Stores, logger: Logger): Promise<void> {
  try {
    await runMigrations({ ...knownForms, db: mongo.db, clock: systemClock, newId: newRandomId, logger });
  } catch (error) {
    await close();
    throw error;
  }
}
