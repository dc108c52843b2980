import { BSON, type Collection, type Filter } from "mongodb";
import type { ChannelFigures } from "../../readers/index.ts";
import { measurementOf, type FigureRun } from "../model/run-groups.ts";
import type { Run } from "../model/run.ts";
import { unrankedOf } from "../model/unranked.ts";
import { newestFirst, visible } from "./run-filters.ts";

/** The MongoDB projection that selects the fields of a run that a comparison needs. */
const comparedFields = {
  score: 1,
  metrics: 1,
  channels: 1,
  frame_series: 1,
  file: 1,
  benchmark_id: 1,
  variant: 1,
  recording: 1,
} as const;

/** The MongoDB projection that selects the fields of FigureRun. */
const figureFields = {
  status: 1,
  benchmark_id: 1,
  variant: 1,
  "file.sha256": 1,
  recording: 1,
  score: 1,
  "unranked.code": 1,
  "outlier.detail": 1,
  "review.decision": 1,
  "settings.resolution": 1,
  "settings.preset": 1,
  "recorded_on.resolution": 1,
} as const;

/**
 * The indexes that `createFigureQueries` needs. The first index contains all fields that `findForFigures` returns, in
 * the order of the list of a build's runs, so that the figures of a build are computed without reading a document.
 */
export const figureIndexes = [
  { key: { build_id: 1, ...newestFirst, ...figureFields, _id: 1 } },
  { key: { account_id: 1, build_id: 1, status: 1 } },
  {
    key: { "review.decision": 1, "unranked.code": 1, "outlier.detail": 1, ...newestFirst },
    partialFilterExpression: { status: "complete" },
  },
  {
    key: { "review.decision": 1, ...newestFirst },
    partialFilterExpression: { status: "complete", "review.decision": { $exists: true } },
  },
] as const;

/** The queries for the figures of builds, for the number of runs of builds, and for the newest runs of all builds. */
export function createFigureQueries(runs: Collection<Run>) {
  return {
    /** Returns the newest runs of a build that are not being deleted, the newest first, from an index alone. */
    findForFigures: async (buildId: number, limit: number): Promise<FigureRun[]> => {
      // Get all runs in one document of raw bytes: MongoDB's driver takes three times as long to decode a document for
      // each run.
      const [found] = await runs.aggregate<Uint8Array>(figureRunsOf(buildId, limit), { raw: true }).toArray();
      return found ? (BSON.deserialize(found)["runs"] as FigureRun[]) : [];
    },

    /** Returns how many runs a build has that are not being deleted, or `limit` where there are more. */
    countOfBuild: (buildId: number, limit: number): Promise<number> =>
      runs.countDocuments({ build_id: buildId, ...visible }, { limit }),

    /** Returns how many runs of an account a build has that are not being deleted, or `limit` where there are more. */
    countOfAccountAt: (buildId: number, accountId: string, limit: number): Promise<number> =>
      runs.countDocuments({ account_id: accountId, build_id: buildId, ...visible }, { limit }),

    /**
     * Returns the newest runs that are complete and not unranked, the newest first, and of each build only the newest
     * of these runs. Returns fewer than `limit` runs where a few builds have almost all of the newest MAX_ROUNDS ×
     * MAX_EXAMINED runs.
     * @param without ids of builds whose runs are left out
     */
    listNewest: async (limit: number, without: readonly number[]): Promise<Run[]> => {
      // Use two queries, in each of which an index skips unranked runs, because one account may send thousands of
      // unranked runs.
      const found = await Promise.all([
        newestOfBuilds(runs, undoubted, { limit, without }),
        newestOfBuilds(runs, { "review.decision": "accepted" }, { limit, without }),
      ]);
      // A run that a reviewer has accepted may be unranked nevertheless, because its file contradicts itself.
      const ranked = found.flat().filter((run) => unrankedOf(run) === null);
      const byAge = ranked.toSorted(compareAges);
      const first = (run: Run) => byAge.find(({ build_id }) => build_id === run.build_id);
      return byAge.filter((run) => first(run) === run).slice(0, limit);
    },

    /** Returns the fields of complete runs that a comparison needs, in the order of `runIds`. */
    findMetricsOf: async (runIds: readonly string[]): Promise<MeasuredRun[]> => {
      if (runIds.length === 0) return [];
      const found = await runs
        .find({ _id: { $in: [...runIds] }, status: "complete" })
        .project<Pick<Run, "_id" | keyof typeof comparedFields>>(comparedFields)
        .toArray();
      const byId = new Map(found.map((run) => [run._id, run]));
      return runIds.flatMap((run_id) => {
        const run = byId.get(run_id);
        if (!run) return [];
        const { score, metrics, channels = [], frame_series = null } = run;
        const hasFrames = frame_series !== null;
        return [{ run_id, score, metrics, channels, hasFrames, measurement: measurementOf(run) }];
      });
    },
  };
}

/** Returns the pipeline that collects the newest runs of a build in the field `runs` of one document. */
const figureRunsOf = (buildId: number, limit: number) => [
  { $match: { build_id: buildId, ...visible } },
  { $sort: newestFirst },
  { $limit: limit },
  { $project: { ...figureFields, created_at: 1 } },
  { $group: { _id: null, runs: { $push: "$$ROOT" } } },
];

/** The maximum number of runs that one query returns when the service searches the newest runs of different builds. */
const MAX_EXAMINED = 1000;
/**
 * The maximum number of queries for the newest runs of different builds. Each query leaves out the builds already
 * found.
 */
const MAX_ROUNDS = 5;

/** Returns the newest run of each of the builds with the newest complete runs that match a filter. */
async function newestOfBuilds(
  runs: Collection<Run>,
  filter: Filter<Run>,
  { limit, without }: { limit: number; without: readonly number[] },
): Promise<Run[]> {
  const found = new Map<number, Run>();
  const leaveOut = () => ({ build_id: { $nin: [...without, ...found.keys()] } });
  let leftOut: Filter<Run> = without.length > 0 ? leaveOut() : {};
  let until: Filter<Run> = {};
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let examined = 0;
    const newest = runs
      .find({ status: "complete", ...filter, ...leftOut, ...until }, { batchSize: 2 * limit })
      .sort(newestFirst)
      .limit(MAX_EXAMINED);
    for await (const run of newest) {
      examined += 1;
      if (!found.has(run.build_id)) found.set(run.build_id, run);
      if (found.size === limit) return [...found.values()];
      until = { created_at: { $lte: run.created_at } };
    }
    if (examined < MAX_EXAMINED) break;
    leftOut = leaveOut();
  }
  return [...found.values()];
}

/** The fields of a run that a comparison needs. */
export interface MeasuredRun extends Pick<Run, "score" | "metrics"> {
  run_id: string;
  channels: readonly ChannelFigures[];
  /** Whether the frame times of the run are stored. */
  hasFrames: boolean;
  /**
   * The key that `measurementOf` returns, which is equal for runs of the same file, benchmark, variant and recording.
   */
  measurement: string | null;
}

/**
 * Matches runs about which no reviewer has decided, and which neither the file reader nor the outlier check has found
 * to be unranked.
 */
const undoubted = {
  "review.decision": null as never,
  "unranked.code": null as never,
  "outlier.detail": null as never,
} satisfies Filter<Run>;

/** Compares two runs by their order from the newest to the oldest (`newestFirst`). */
function compareAges(a: Run, b: Run): number {
  return (
    b.created_at.getTime() - a.created_at.getTime() ||
    (a.submission_id < b.submission_id ? 1 : Number(a.submission_id > b.submission_id) * -1) ||
    b.sequence - a.sequence
  );
}
