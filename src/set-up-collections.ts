import type { Db } from "mongodb";
import { setUpAccounts } from "./accounts/accounts-repository.ts";
import { setUpSessions } from "./accounts/sessions-repository.ts";
import { setUpFiles } from "./benchmarks/file-store.ts";
import { setUpFrameSeries } from "./benchmarks/frame-series-repository.ts";
import { setUpRuns } from "./benchmarks/runs-repository.ts";
import { setUpSubmissions } from "./benchmarks/submissions-repository.ts";
import { setUpBuilds } from "./builds/builds-repository.ts";
import { setUpIdempotency } from "./http/idempotency.ts";
import { setUpProducts } from "./products/products-repository.ts";

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
