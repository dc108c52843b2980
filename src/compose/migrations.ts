import { messagesMigration } from "../benchmarks/index.ts";
import type { Migration } from "../infra/migration.ts";

/**
 * All migrations of stored documents, in the order of their forms. docs/operations/upgrade.md says how one is added, and when the code
 * that still reads the form before it may go.
 */
export const migrations: readonly Migration[] = [messagesMigration];
