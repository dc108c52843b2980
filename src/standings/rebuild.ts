import { inPages } from "../account-data.ts";
import type { RunsRepository } from "../benchmarks/index.ts";
import { inBatches } from "../infra/batches.ts";
import { finishEach } from "../infra/sweep.ts";
import type { StandingUpdates } from "./update/standing-updates.ts";
import type { UpdateEntries } from "./update/update-entries.ts";
import { groupByBuild, type Entry } from "./model/entry.ts";
import type { Ranks } from "./ranks/ranks.ts";
import type { EntriesRepository } from "./records/entries-repository.ts";

const BATCH = 200;
/**
 * The number of builds that a rebuild of the standings updates at the same time. An update of a build writes a few
 * entries at a time.
 */
const AT_ONCE = 8;

interface RebuildDeps {
  runsRepository: Pick<RunsRepository, "markForRanking" | "countRoughly">;
  entries: Pick<EntriesRepository, "findAll" | "countRoughly">;
  ranks: Pick<Ranks, "refill">;
  updates: Pick<StandingUpdates, "certainRuns">;
  updateEntries: UpdateEntries;
}

/**
 * Creates the function that rebuilds all standings. The function ranks every run again, updates every entry (best run
 * of a build), even entries whose runs no longer exist, and fills the ranks in Redis. The service may run during a
 * rebuild, and an interrupted rebuild may be started again.
 * @param onProgress called with the share of runs and entries that are done, from 0 to 1
 */
export function createRebuild({ runsRepository, entries, ranks, updates, updateEntries }: RebuildDeps) {
  return async (onProgress: (share: number) => void): Promise<{ runs: number; entries: number }> => {
    const [runCount, entryCount] = await Promise.all([runsRepository.countRoughly(), entries.countRoughly()]);
    const total = Math.max(1, runCount + entryCount);
    const done = { runs: 0, entries: 0 };
    const advance = (kind: keyof typeof done, count: number) => {
      done[kind] += count;
      // Report a share of at most 1: runs and entries that are added during the rebuild are updated, too, so more of
      // them may be updated than were counted at the start of the rebuild.
      onProgress(Math.min(1, (done.runs + done.entries) / total));
    };
    const allRuns = inPages((afterId?: string) => runsRepository.markForRanking(afterId ?? "", BATCH));
    for await (const batch of inBatches(allRuns, BATCH)) {
      const rank = ([buildId, runs]: [number, typeof batch]) =>
        updates.certainRuns(
          buildId,
          runs.map(({ _id }) => _id),
        );
      await finishEach(groupByBuild(batch), rank, { atOnce: AT_ONCE });
      advance("runs", batch.length);
    }
    const allEntries = inPages((afterId?: string) => entries.findAll({ limit: BATCH, afterId }));
    for await (const batch of inBatches(allEntries, BATCH)) {
      const update = ([buildId, own]: [number, Entry[]]) => updateEntries(buildId, own);
      await finishEach(groupByBuild(batch), update, { atOnce: AT_ONCE });
      advance("entries", batch.length);
    }
    await ranks.refill({ isForced: true });
    return done;
  };
}
