import type { Collection, Filter } from "mongodb";
import type { Run, RunTally } from "../model/run.ts";
import { groupVariantOf, type Measurement, type TalliedRun, type TallyNote } from "../model/run-tally.ts";
import { compareAges, latestRunOf, type LatestRun, type ScoreGroup } from "../model/score-group.ts";
import { namesOfRecording, newestFirst, notDeleting, whereSuspect } from "./run-filters.ts";

const fields = {
  build_id: 1,
  benchmark_id: 1,
  submission_id: 1,
  sequence: 1,
  status: 1,
  variant: 1,
  recording: 1,
  score: 1,
  suspect: 1,
  outlier: 1,
  review: 1,
  "file.sha256": 1,
  created_at: 1,
  tally: 1,
} as const;

/** Matches runs that the figures of their builds are still to be told of. */
const untallied = { is_tallied: null as never } satisfies Filter<Run>;

/** Matches runs that are in the figures of their builds. A score is never below 0. */
const counted = { "tally.score": { $gte: 0 } };

/**
 * The indexes that `createTallyQueries` needs. With them, a query examines the runs that it returns and those that it is to leave
 * out, however many others the build has; `findEarliestOf` examines at most two.
 */
export const tallyIndexes = [
  { key: { is_tallied: 1, build_id: 1 } },
  {
    key: { build_id: 1, benchmark_id: 1, "tally.variant": 1, "tally.score": 1 },
    partialFilterExpression: { "tally.score": { $exists: true } },
  },
  {
    key: { build_id: 1, benchmark_id: 1, "tally.variant": 1, ...newestFirst },
    partialFilterExpression: { "tally.score": { $exists: true } },
  },
  {
    key: { "tally.is_suspect": 1, ...newestFirst },
    partialFilterExpression: { "tally.score": { $exists: true } },
  },
  {
    key: { build_id: 1, "file.sha256": 1, "tally.score": 1 },
    partialFilterExpression: { "tally.score": { $exists: true } },
  },
  {
    key: {
      build_id: 1,
      "file.sha256": 1,
      benchmark_id: 1,
      variant: 1,
      status: 1,
      recording: 1,
      created_at: 1,
      submission_id: 1,
      sequence: 1,
    },
  },
] as const;

/** The queries by which the figures of builds follow their runs, and what the runs remember of it. */
export function createTallyQueries(runs: Collection<Run>) {
  const find = (filter: Filter<Run>) => runs.find(filter).project<TalliedRun>(fields);
  return {
    /** Returns runs of a build, also deleting ones, that its figures are still to be told of. */
    findUntallied: (buildId: number, limit: number): Promise<TalliedRun[]> =>
      find({ ...untallied, build_id: buildId })
        .limit(limit)
        .toArray(),

    /**
     * Returns the next build, in the order of their ids, with runs that its figures are still to be told of; null where there is
     * none.
     * @param after the build behind which to look; null for the first one
     */
    findBuildWithUntallied: async (after: number | null): Promise<number | null> => {
      const behind = after === null ? {} : { build_id: { $gt: after } };
      const options = { sort: { build_id: 1 }, projection: { build_id: 1 } } as const;
      return (await runs.findOne({ ...untallied, ...behind }, options))?.build_id ?? null;
    },

    ...createCountedQueries(runs),
    ...createMetricQueries(runs),

    /**
     * Notes in the runs what a revision of the figures contains of them. A run that has changed since the step has seen it stays
     * untallied. May run any number of times: a run that a later revision has changed stays as it is.
     */
    noteTallied: async (notes: readonly TallyNote[], revision: number): Promise<void> => {
      if (notes.length === 0) return;
      const writes = notes.flatMap((note) => {
        const { run_id, status, variant, score, is_suspect } = note;
        const filter = { _id: run_id, "tally.revision": { $not: { $gte: revision } } };
        const tally = tallyOf(note, revision);
        return [
          {
            updateOne: {
              filter: { ...filter, status, variant, score, ...whereSuspect(is_suspect) },
              update: { $set: { tally, is_tallied: true as const } },
            },
          },
          { updateOne: { filter, update: { $set: { tally } } } },
        ];
      });
      await runs.bulkWrite(writes, { ordered: true });
    },
  };
}

/** The queries for runs that are in the figures of their builds, or could be. */
function createCountedQueries(runs: Collection<Run>) {
  const find = (filter: Filter<Run>) => runs.find(filter).project<TalliedRun>(fields);
  const inGroup = (buildId: number, { benchmark_id, variant }: GroupName, without: readonly string[]) =>
    find({
      build_id: buildId,
      benchmark_id,
      "tally.variant": variant,
      ...counted,
      _id: { $nin: [...without] },
    }).limit(1);

  return {
    /** Returns the runs that are in a build's figures and have one of these files: at most one for each measurement. */
    findCountedOfFiles: (buildId: number, sha256s: readonly string[]): Promise<TalliedRun[]> =>
      find({ build_id: buildId, "file.sha256": { $in: [...sha256s] }, ...counted }).toArray(),

    /** Returns the earliest complete run of a build with a measurement; null where there is none. */
    findEarliestOf: async (
      buildId: number,
      { sha256, benchmark_id, variant, recording }: Measurement,
    ): Promise<TalliedRun | null> => {
      const same = {
        build_id: buildId,
        "file.sha256": sha256,
        benchmark_id,
        variant,
        status: "complete" as const,
      };
      const oldestFirst = { created_at: 1, submission_id: 1, sequence: 1 } as const;
      // A query for each value: not every planner reads the runs of two values in the order of their age.
      const ask = (name: number) =>
        find({ ...same, recording: name })
          .sort(oldestFirst)
          .limit(1)
          .next();
      const found = await Promise.all(namesOfRecording(recording).map(ask));
      return found.filter((run) => run !== null).toSorted(compareAges)[0] ?? null;
    },

    /** Returns the best score of the runs that are in a group of a build's figures, other than some; null where there is none. */
    findBestOf: async (
      buildId: number,
      group: GroupName,
      { isHigherBetter, without }: { isHigherBetter: boolean; without: readonly string[] },
    ): Promise<number | null> => {
      const bestFirst = { "tally.score": isHigherBetter ? -1 : 1 } as const;
      return (await inGroup(buildId, group, without).sort(bestFirst).next())?.tally?.score ?? null;
    },

    /** Returns the latest of the runs that are in a group of a build's figures, other than some; null where there is none. */
    findLatestOf: async (
      buildId: number,
      group: GroupName,
      { without }: { without: readonly string[] },
    ): Promise<LatestRun | null> => {
      const run = await inGroup(buildId, group, without).sort(newestFirst).next();
      return run?.tally?.score === undefined ? null : latestRunOf(run, run.tally.score);
    },
  };
}

/** The queries for what is shown of the runs in the figures of a build. */
function createMetricQueries(runs: Collection<Run>) {
  return {
    /** Returns the newest runs of all builds that are in the figures of their builds and not suspect, the newest first. */
    listNewest: (limit: number): Promise<Run[]> =>
      runs
        // By this field an index leaves out the suspect runs, of which somebody may send thousands. Those that became suspect a moment
        // ago are compared.
        .find({ ...counted, "tally.is_suspect": null, ...notDeleting, ...whereSuspect(false) })
        .sort(newestFirst)
        .limit(limit)
        .toArray(),

    /** Returns the latest runs that are in a group of a build's figures, the latest first. */
    findNewestOfGroup: async (
      buildId: number,
      { benchmark_id, variant }: GroupName,
      limit: number,
    ): Promise<NewestRun[]> => {
      const found = await runs
        .find({ build_id: buildId, benchmark_id, "tally.variant": variant, ...counted })
        .sort(newestFirst)
        .limit(limit)
        .project<FoundRun>({ score: 1, metrics: 1, frame_series: 1 })
        .toArray();
      return found.map(({ _id, score, metrics, frame_series }) => ({
        run_id: _id,
        score,
        metrics,
        hasFrames: frame_series !== undefined && frame_series !== null,
      }));
    },
  };
}

type FoundRun = Pick<Run, "_id" | "score" | "metrics" | "frame_series">;

/** A run of a build as a comparison reads it. */
export interface NewestRun extends Pick<Run, "score" | "metrics"> {
  run_id: string;
  /** Whether its frame times are kept. */
  hasFrames: boolean;
}

type GroupName = Pick<ScoreGroup, "benchmark_id" | "variant">;

function tallyOf(note: TallyNote, revision: number): RunTally {
  const { run_id, status, variant, score, is_suspect, is_counted } = note;
  return {
    revision,
    is_listed: status !== "deleting",
    ...(is_counted &&
      score !== null && {
        score,
        variant: groupVariantOf({ _id: run_id, variant }, is_suspect),
        ...(is_suspect && { is_suspect: true as const }),
      }),
  };
}
