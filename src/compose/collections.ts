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
import { setUpLeases } from "../infra/lease.ts";
import { setUpProducts } from "../products/index.ts";
import { setUpCategories, setUpEntries } from "../standings/index.ts";

/**
 * Creates the collections of all features and their indexes. The function is idempotent, and several processes may call
 * it at the same time.
 */
export async function setUpCollections(db: Db): Promise<void> {
  await Promise.all([
    setUpAccounts(db),
    setUpCustomers(db),
    setUpSessions(db),
    setUpDeletions(db),
    setUpTokens(db),
    setUpLoginStarts(db),
    setUpUsedIdTokens(db),
    setUpBuilds(db),
    setUpRuns(db),
    setUpLedger(db),
    setUpFailedRuns(db),
    setUpFiles(db),
    setUpFrameSeries(db),
    setUpIdempotency(db),
    setUpLeases(db),
    setUpAuditTrail(db),
    setUpProducts(db),
    setUpEntries(db),
    setUpCategories(db),
  ]);
}
