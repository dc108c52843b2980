import type { Db } from "mongodb";
import {
  setUpAccounts,
  setUpCustomers,
  setUpDeletions,
  setUpLoginStarts,
  setUpSessions,
  setUpTokens,
  setUpUsedIdTokens,
} from "../accounts/index.ts";
import { setUpFailedRuns, setUpFiles, setUpLedger, setUpRuns } from "../benchmarks/index.ts";
import { setUpBuilds } from "../builds/index.ts";
import { setUpFrameSeries } from "../frames/index.ts";
import { setUpIdempotency } from "../idempotency/idempotency.ts";
import { setUpAuditTrail } from "../infra/audit-trail.ts";
import { inBatches } from "../infra/batches.ts";
import { setUpLeases } from "../infra/lease.ts";
import { setUpProducts } from "../products/index.ts";
import { setUpCategories, setUpEntries } from "../standings/index.ts";

const setUps: readonly ((db: Db) => Promise<void>)[] = [
  setUpAccounts,
  setUpCustomers,
  setUpSessions,
  setUpDeletions,
  setUpTokens,
  setUpLoginStarts,
  setUpUsedIdTokens,
  setUpBuilds,
  setUpRuns,
  setUpLedger,
  setUpFailedRuns,
  setUpFiles,
  setUpFrameSeries,
  setUpIdempotency,
  setUpLeases,
  setUpAuditTrail,
  setUpProducts,
  setUpEntries,
  setUpCategories,
];

/**
 * How many collections are created at the same time. Creating all at once would open a connection to MongoDB for each
 * of them, and opening a connection takes longer than creating a collection.
 */
const SET_UPS_AT_ONCE = 4;

/**
 * Creates the collections of all features and their indexes. The function is idempotent, and several processes may call
 * it at the same time.
 */
export async function setUpCollections(db: Db): Promise<void> {
  for await (const some of inBatches(setUps, SET_UPS_AT_ONCE))
    await Promise.all(some.map((setUp) => setUp(db)));
}
