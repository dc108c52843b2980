import type { TestStores } from "./stores.ts";
import { until } from "./until.ts";

/** Waits until all complete runs are in the ranking. Before that, responses about ranks may still change. */
export async function untilRanked({ db }: Pick<TestStores, "db">): Promise<void> {
  const runs = db.collection("runs");
  await until(async () => (await runs.countDocuments({ ranking_due: true })) === 0, "the runs are ranked");
}
