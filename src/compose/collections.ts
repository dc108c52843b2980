import type { Db } from "mongodb";
import { setUpAccounts } from "../accounts/records/accounts-repository.ts";
import { setUpSessions } from "../accounts/records/sessions-repository.ts";
import { setUpFiles } from "../benchmarks/records/file-store.ts";
import { setUpFrameSeries } from "../benchmarks/records/frame-series-repository.ts";
import { setUpRuns } from "../benchmarks/records/runs-repository.ts";
import { setUpSubmissions } from "../benchmarks/records/ledger.ts";
import { setUpBuilds } from "../builds/records/builds-repository.ts";
import { setUpIdempotency } from "../idempotency/idempotency.ts";
import { setUpProducts } from "../products/catalogue/products-repository.ts";

/** Creates the collections of all features and their indexes. May run any number of times, in any number of processes. */
export async function setUpCollections(db: Db): Promise<void> {
  await Promise.all([
    setUpAccounts(db),
    setUpSessions(db),
    setUpBuilds(db),
    setUpRuns(db),
    setUpSubmissions(db),
    setUpFiles(db),
    setUpFrameSeries(db),
    setUpIdempotency(db),
    setUpProducts(db),
  ]);
}
