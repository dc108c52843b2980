import type { Collection, Filter } from "mongodb";
import type { Claim, RunResult } from "./run-transitions.ts";
import type { Run } from "./runs-repository.ts";

/** Which runs with a file are read again. */
export interface ReprocessSelection {
  /** Runs that were read by an older version of the readers than this. */
  belowVersion: number;
  benchmarkId?: number;
  runId?: string;
}

/** The steps by which a complete run gets other figures. It stays complete, and is shown, all along. */
export interface RunReprocessing {
  countRead(selection: ReprocessSelection): Promise<number>;
  /** Complete and failed runs in the order of their ids, those behind `afterId` only. */
  findRead(selection: ReprocessSelection, afterId: string, limit: number): Promise<Run[]>;
  /**
   * Takes the next attempt of a complete run, with its figures as they are; null where it has changed since it was
   * read. Whoever takes the attempt after that takes the right to write away from this one.
   */
  claimComplete(run: Run): Promise<Claim | null>;
  /** All figures in one write. Answers false where the claim is lost. */
  replaceResult(claim: Claim, result: RunResult): Promise<boolean>;
}

/** The reprocessing of the runs in a collection. */
export function createRunReprocessing(runs: Collection<Run>): RunReprocessing {
  return {
    countRead: (selection) => runs.countDocuments(filterOf(selection)),
    findRead: (selection, afterId, limit) =>
      runs
        .find({ $and: [filterOf(selection), { _id: { $gt: afterId } }] })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    claimComplete: async ({ _id, attempt, reader_version }) => {
      const change = { $inc: { attempt: 1 } };
      const { matchedCount } = await runs.updateOne(
        { _id, attempt, reader_version, status: "complete" },
        change,
      );
      return matchedCount === 1 ? { runId: _id, attempt: attempt + 1 } : null;
    },
    replaceResult: async ({ runId, attempt }, result) => {
      const held = { _id: runId, attempt, status: "complete" as const };
      return (await runs.updateOne(held, { $set: result })).matchedCount === 1;
    },
  };
}

function filterOf({ belowVersion, benchmarkId, runId }: ReprocessSelection): Filter<Run> {
  return {
    status: { $in: ["complete", "failed"] },
    file: { $ne: null },
    reader_version: { $lt: belowVersion },
    ...(benchmarkId !== undefined && { benchmark_id: benchmarkId }),
    ...(runId !== undefined && { _id: runId }),
  };
}
