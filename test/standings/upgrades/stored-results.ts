import { categoryIdOf, type Category } from "../../../src/standings/model/category.ts";
import { contentOf, entryIdOf } from "../../../src/standings/model/entry.ts";
import { createEntriesRepository } from "../../../src/standings/records/entries-repository.ts";
import type { startServiceWithSamples } from "../../products/catalogue-service.ts";
import type { ComparedIds } from "../stored-parts.ts";

type Service = Awaited<ReturnType<typeof startServiceWithSamples>>;

/** Creates the functions that store ranked results of builds with given parts. */
export function createResults({ db, catalogue }: Pick<Service, "db" | "catalogue">) {
  const entries = createEntriesRepository(db);
  let nextBuild = 500_000;

  async function storeResult(
    category: Category,
    { buildId, accountId, parts }: { buildId: number; accountId: string; parts: ComparedIds },
    score: number,
  ): Promise<void> {
    const best = { run_id: `run-${buildId}`, score, value: score, created_at: new Date(0) };
    const id = categoryIdOf(category);
    const names = { build_id: buildId, benchmark_id: category.benchmark_id, category: id, revision: 1 };
    const [compared = {}] = await catalogue.comparedAs([parts]);
    const content = contentOf({ account_id: accountId, parts: compared }, best);
    await entries.insertMissing([{ _id: entryIdOf(buildId, id), ...names, ...content }]);
  }

  return {
    storeResult,

    /** Stores a result for each score, each for a new account's build with the given parts. */
    measure: async (category: Category, parts: ComparedIds, scores: readonly number[]): Promise<void> => {
      for (const score of scores) {
        nextBuild += 1;
        await storeResult(category, { buildId: nextBuild, accountId: `account-${nextBuild}`, parts }, score);
      }
    },
  };
}

/** Returns scores with the given median; each score is 10 above the score before it. */
export const around = (median: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => median + (index - (count - 1) / 2) * 10);
