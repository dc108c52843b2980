import { documentsOf } from "../../../scripts/admin/population/documents.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import type { TestService } from "../../helpers/service.ts";
import { storeParts, type ComparedIds } from "../stored-parts.ts";

/** A run that a test stores. Without an account or a build, the run gets a new one. */
interface GivenRun {
  score: number;
  parts: ComparedIds;
  account?: number;
  build?: number;
  benchmark_id?: number;
  variant?: string;
  settings?: { resolution?: string; preset?: string };
}

/** Returns functions that store runs in a service without workers, update the ranks and check for outliers. */
export function checkedScores(service: TestService) {
  const { standings, ranks, runsRepository, accountsRepository, buildsRepository } = service.services;
  const runs = service.stores.db.collection<Run>("runs");
  let next = 1;

  async function store(given: GivenRun): Promise<string> {
    const { score, parts, benchmark_id = 15, variant = null, settings } = given;
    const number = next;
    next += 1;
    const { account = number, build = number } = given;
    const run = { number, build, benchmark_id, variant, score, sequence: 1, cheat: null };
    const population = {
      builds: [{ number: build, account, parts }],
      runs: [{ ...run, ...(settings && { settings }), created_at: new Date(2026, 0, 1, 0, number) }],
    };
    const documents = documentsOf(population as never, { seed: 9, tier: "free" });
    await storeParts(service.stores.db, [parts]);
    await accountsRepository.insertMissing(documents.accounts);
    await buildsRepository.insertMissing(documents.builds);
    await runsRepository.insertMissing(documents.runs);
    return documents.runs[0]?._id ?? "";
  }

  /** Runs the sweep that updates ranks until it finds nothing to do. */
  async function update(): Promise<void> {
    await ranks.refill();
    while ((await standings.sweep.run()) > 0);
  }

  return {
    runs,
    /** Stores a complete run, and its account, build and parts if they are missing. Returns the id of the run. */
    store,
    update,

    /**
     * Updates the ranks, runs one outlier check, and updates the ranks again, which removes marked runs from them.
     * Returns how many marks changed.
     */
    check: async (): Promise<number> => {
      await update();
      const count = await standings.outlierCheck.run();
      await update();
      return count;
    },

    /** Returns the reason why a run is unranked; null if it may be ranked. */
    reasonOf: async (runId: string): Promise<string | null> =>
      (await service.anonymous.get(`/benchmarks/runs/${runId}`)).body.unranked?.reason ?? null,
  };
}

/**
 * Returns a score near `middle`. The logarithms of the scores for 21 successive indexes have a robust deviation of
 * about 2 %.
 */
export function usual(index: number, middle = 1000): number {
  return Math.round(middle * Math.exp(((index % 21) - 10) * 0.0026) * 100) / 100;
}
