import type { TestStores } from "./stores.ts";
import { until } from "./until.ts";

/** Waits until the ranks have all runs that are complete: only then does every answer about them stay the same. */
export async function untilRanked({ db }: Pick<TestStores, "db">): Promise<void> {
  const runs = db.collection("runs");
  await until(async () => (await runs.countDocuments({ ranking_due: true })) === 0, "the runs are ranked");
}
