import type { Db } from "mongodb";

interface StoredRun {
  _id: string;
  build_id: number;
  benchmark_id: number;
  tally: { revision: number };
}

interface StoredFigures {
  _id: number;
  listed: { benchmark_id: number; runs: number }[];
  groups: { benchmark_id: number; runs: number }[];
}

const BATCH = 1000;

/**
 * Stores so many copies of a tallied run of a build, and counts them in the build's kept figures, as if each had been submitted by
 * itself. The sums of the figures stay as they are.
 */
export async function storeCopies(db: Db, runId: string, copies: number): Promise<void> {
  const runs = db.collection<StoredRun>("runs");
  const run = await runs.findOne({ _id: runId, is_tallied: true });
  if (!run) throw new Error(`expected a tallied run ${runId}, found none`);
  for (let from = 0; from < copies; from += BATCH) {
    const count = Math.min(BATCH, copies - from);
    await runs.insertMany(
      Array.from({ length: count }, (_, n) => ({
        ...run,
        _id: `${runId}-${from + n}`,
        sequence: from + n + 2,
      })),
      { ordered: false },
    );
  }
  const figures = db.collection<StoredFigures>("build_figures");
  const stored = await figures.findOne({ _id: run.build_id });
  if (!stored) throw new Error(`expected figures of build ${run.build_id}, found none`);
  const withCopies = <T extends { runs: number }>(count: T) => ({ ...count, runs: count.runs + copies });
  await figures.updateOne(
    { _id: run.build_id },
    { $set: { listed: stored.listed.map(withCopies), groups: stored.groups.map(withCopies) } },
  );
}
