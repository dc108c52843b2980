import { LRUCache } from "lru-cache";
import type { Build, BuildsRepository } from "../../builds/index.ts";
import type { Actor } from "../../authorization.ts";
import { NotFoundError } from "../../errors.ts";
import { rankedRunOf, type RankedRun } from "../model/ranked-run.ts";
import type { Run } from "../model/run.ts";
import { runsOf } from "../model/submission.ts";
import { hiddenReasonOf } from "../model/unranked.ts";
import { runPolicy } from "../policies.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/**
 * The stores in which runs are found: the collection of runs and, until the runs are created, the collection of
 * submissions.
 */
interface FoundRunDeps {
  runsRepository: Pick<RunsRepository, "find" | "findOfSubmission">;
  ledger: Pick<Ledger, "findPendingOfRun">;
}

interface FindRunDeps extends FoundRunDeps {
  buildsRepository: Pick<BuildsRepository, "find">;
}

/**
 * Finds a run, even before it is created: a client may ask for a run as soon as its submission is accepted. If the
 * creation of the submission's runs was interrupted, the run is derived from the submission until a sweep creates the
 * run. The run of a deleted build is not found.
 * @param viewer the caller, who may see hidden runs; null for an anonymous caller
 * @throws NotFoundError if there is no run that the viewer may see
 */
export async function findRun(deps: FindRunDeps, runId: string, viewer: Actor | null): Promise<Run> {
  const run = await findStoredOrPending(deps, runId);
  const build = run && (await deps.buildsRepository.find(run.build_id));
  return requireShown({ run, build }, runId, viewer).run;
}

/**
 * Finds a run for the operator, including hidden runs: see `findRun`.
 * @throws NotFoundError
 */
export async function findAnyRun(deps: FindRunDeps, runId: string): Promise<Run> {
  const run = await findStoredOrPending(deps, runId);
  if (!run || !(await deps.buildsRepository.find(run.build_id))) throw runNotFound(runId);
  return run;
}

/**
 * Checks that a viewer may see a run and its build. @throws NotFoundError if run or build is missing, or hidden from
 * the viewer
 */
function requireShown(
  { run, build }: { run: Run | null; build: Build | null },
  runId: string,
  viewer: Actor | null,
): RunWithBuild {
  if (!run || !build) throw runNotFound(runId);
  const isHidden = build.hidden !== undefined || hiddenReasonOf(run) !== null;
  if (isHidden && !runPolicy.allows(viewer, "see what is hidden", run)) throw runNotFound(runId);
  return { run, build };
}

/** The maximum number of runs for which a process caches the id of the build. */
const MAX_KNOWN_BUILDS = 10_000;

/** A run, with the build to which it belongs. */
export interface RunWithBuild {
  run: Run;
  build: Build;
}

/**
 * Creates the finder of runs with their builds. Clients request the same run again and again, and a run never changes
 * its build. So the finder remembers the id of the build, and queries run and build at the same time from the second
 * request on.
 */
export function createRunFinder(deps: FindRunDeps) {
  const buildOf = new LRUCache<string, number>({ max: MAX_KNOWN_BUILDS });
  const findBoth = async (runId: string) => {
    const buildId = buildOf.get(runId);
    if (buildId !== undefined)
      return Promise.all([findStoredOrPending(deps, runId), deps.buildsRepository.find(buildId)]);
    const run = await findStoredOrPending(deps, runId);
    if (run) buildOf.set(run._id, run.build_id);
    return [run, run && (await deps.buildsRepository.find(run.build_id))] as const;
  };
  /**
   * Finds a run and its build. Also finds a run that is not created yet, if its submission is accepted.
   * @param viewer the caller, who may see hidden runs; null for an anonymous caller
   * @throws NotFoundError if there is no run that the viewer may see
   */
  return async (runId: string, viewer: Actor | null = null): Promise<RunWithBuild> => {
    const [run, build] = await findBoth(runId);
    return requireShown({ run, build }, runId, viewer);
  };
}

/**
 * Returns the data of a run that rankings use, with the build of the run; null if there is no such run.
 * @param find the finder of runs with their builds
 */
export async function findRankedRun(
  find: ReturnType<typeof createRunFinder>,
  runId: string,
): Promise<{ run: RankedRun; build: Build } | null> {
  try {
    const { run, build } = await find(runId);
    return { run: rankedRunOf(run), build };
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

async function findStoredOrPending(deps: FoundRunDeps, runId: string): Promise<Run | null> {
  const { runsRepository } = deps;
  // Query the collection of runs a second time, because the run may have been created between the queries for the run
  // and for its submission.
  return (
    (await runsRepository.find(runId)) ??
    (await findInLedger(deps, runId)) ??
    (await runsRepository.find(runId))
  );
}

/** Returns the error for an id that no run has. */
export const runNotFound = (runId: string): NotFoundError => new NotFoundError(`There is no run ${runId}.`);

async function findInLedger({ runsRepository, ledger }: FoundRunDeps, runId: string): Promise<Run | null> {
  const submission = await ledger.findPendingOfRun(runId);
  const run = submission && runsOf(submission).find(({ _id }) => _id === runId);
  if (!run) return null;
  // If a run is stored but `runsRepository.find` did not return it, the run is being deleted.
  const stored = await runsRepository.findOfSubmission(run.submission_id);
  return stored.some(({ _id }) => _id === runId) ? null : run;
}
