import type { Db } from "mongodb";

const BATCH = 1000;

/** Stores copies of a run, as if each copy had been submitted separately. */
export async function storeCopies(db: Db, runId: string, copies: number): Promise<void> {
  const runs = db.collection<{ _id: string }>("runs");
  const run = await runs.findOne({ _id: runId });
  if (!run) throw new Error(`expected the run ${runId}, found none`);
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
}
