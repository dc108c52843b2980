import { inPages } from "../../account-data.ts";
import { isFinal, type Run } from "../model/run.ts";
import { benchmarkTypes } from "../model/benchmark-types.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/**
 * The number of runs in one page. The runs are read in pages because a cursor would time out while many files are read.
 */
const PAGE = 100;

/**
 * The number up to which the service counts the runs to read again. No operator would wait until more runs are read.
 */
export const MAX_COUNTED = 100_000;

/** The selection of runs whose files were read by a version of the file readers below a given version. */
export interface ReprocessSelection {
  /** Selects only runs that were read by a version of the file readers below `belowVersion`. */
  belowVersion: number;
  benchmarkId?: number;
  runId?: string;
}

/**
 * Creates the search for runs whose files were read by older versions of the file readers. The search sends one query
 * for each benchmark and version, so that an index finds the runs without examining the runs of other versions.
 */
export function createReprocessable(
  runsRepository: Pick<RunsRepository, "find" | "countReadBy" | "findReadBy">,
) {
  return {
    /** Returns how many runs a selection matches, or MAX_COUNTED if it matches more. */
    countReprocessable: async (selection: ReprocessSelection): Promise<number> => {
      if (selection.runId !== undefined) return (await findOne(runsRepository, selection)) ? 1 : 0;
      let count = 0;
      for (const read of readingsOf(selection)) {
        if (count === MAX_COUNTED) return count;
        count += await runsRepository.countReadBy({ ...read, limit: MAX_COUNTED - count });
      }
      return count;
    },

    /**
     * Yields the runs that a selection matches; the runs of each benchmark and version of the file readers are in the
     * order of their ids.
     */
    findReprocessable: async function* (selection: ReprocessSelection): AsyncGenerator<Run> {
      if (selection.runId !== undefined) {
        const run = await findOne(runsRepository, selection);
        if (run) yield run;
        return;
      }
      for (const read of readingsOf(selection))
        yield* inPages((afterId?: string) =>
          runsRepository.findReadBy({ ...read, afterId: afterId ?? "", limit: PAGE }),
        );
    },
  };
}

/**
 * Returns the pairs of benchmark and version of the file readers to search, the latest version first. A run that is
 * read again during the search gets the present version, which the search has passed or leaves out, so the search does
 * not find the run twice.
 */
function readingsOf({ belowVersion, benchmarkId }: ReprocessSelection) {
  const versions = Array.from({ length: belowVersion }, (_, index) => belowVersion - 1 - index);
  const types = benchmarkTypes.filter(
    ({ id, kind }) => kind === "file" && (benchmarkId === undefined || id === benchmarkId),
  );
  return types.flatMap(({ id }) => versions.map((readerVersion) => ({ benchmarkId: id, readerVersion })));
}

async function findOne(
  runsRepository: Pick<RunsRepository, "find">,
  { runId = "", belowVersion, benchmarkId }: ReprocessSelection,
): Promise<Run | null> {
  const run = await runsRepository.find(runId);
  const isSelected =
    run?.file &&
    isFinal(run) &&
    run.file.is_removed !== true &&
    run.reader_version !== null &&
    run.reader_version < belowVersion &&
    (benchmarkId === undefined || run.benchmark_id === benchmarkId);
  return isSelected ? run : null;
}
