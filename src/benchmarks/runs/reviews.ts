import type { BuildsRepository } from "../../builds/index.ts";
import { NotFoundError, TryAgainError } from "../../errors.ts";
import type { Clock } from "../../infra/clock.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import type { Standings } from "../../standings/index.ts";
import type { Review, Run } from "../model/run.ts";
import { hiddenReasonOf, NEVER_RANKED } from "../model/unranked.ts";
import { NeverRankedError, RunHiddenError, RunNotCompleteError } from "../errors.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { findAnyRun } from "./find-run.ts";

interface ReviewsDeps {
  runsRepository: RunsRepository;
  ledger: Ledger;
  buildsRepository: Pick<BuildsRepository, "find">;
  standings: Pick<Standings, "markChanged" | "updateNow">;
  securityEvents: SecurityEvents;
  clock: Clock;
}

/** A reviewer's decision about a run, with its reason. */
interface Decided {
  decision: "accepted" | "rejected";
  reason: string | null;
}

/** A run that the operator has hidden or restored. */
interface ModeratedRun {
  /** The run as it was before it was hidden or restored. */
  before: Run;
  /**
   * Whether the rankings already show that the run was hidden or restored; if not, a sweep updates the rankings later.
   */
  isRanked: boolean;
}

/** The maximum length of the reason of a reviewer's decision, in characters. */
export const MAX_REASON_CHARACTERS = 500;

/** Creates the service by which reviewers accept and reject runs, and the operator hides and restores runs. */
export function createReviews(deps: ReviewsDeps) {
  const { runsRepository, standings, securityEvents, clock } = deps;
  return {
    /**
     * Returns the runs that wait for a reviewer's decision, the latest first: runs whose figures the file reader doubts
     * (`implausible`), and outliers.
     */
    findUndecided: async (limit: number): Promise<Run[]> => {
      // Collect the runs by id, because the query finds a run twice that is both implausible and an outlier.
      const found = new Map((await runsRepository.findUndecided(limit)).map((run) => [run._id, run]));
      const latestFirst = (a: Run, b: Run) =>
        (b.completed_at?.getTime() ?? 0) - (a.completed_at?.getTime() ?? 0) || (a._id < b._id ? -1 : 1);
      return [...found.values()].toSorted(latestFirst).slice(0, limit);
    },

    /**
     * Stores a decision about a complete run, and replaces an earlier decision. The decision stays valid when the file
     * of the run is read again. It is recorded in the log of security events. Returns the run as it was before the
     * decision.
     * @throws NotFoundError, RunHiddenError, RunNotCompleteError, NeverRankedError
     */
    decide: async (runId: string, { decision, reason }: Decided): Promise<Run> => {
      const run = await findAnyRun(deps, runId);
      if (hiddenReasonOf(run) !== null) throw new RunHiddenError(runId);
      if (decision === "accepted" && run.unranked?.code === NEVER_RANKED)
        throw new NeverRankedError(runId, run.unranked.detail);
      const isStored = await runsRepository.review(runId, { decision, reason, decided_at: clock() });
      if (!isStored) {
        const now = await runsRepository.find(runId);
        if (now) throw new RunNotCompleteError(runId, now.status);
        throw new NotFoundError(`There is no run ${runId}.`);
      }
      const { account_id, build_id, benchmark_id } = run;
      await standings.markChanged(build_id, benchmark_id);
      const event = decision === "accepted" ? "run_accepted" : "run_rejected";
      securityEvents.record(event, { account_id, address: null, run_id: runId, build_id, reason });
      return run;
    },

    ...createHiding(deps),
  };
}

/** Creates the methods by which the operator hides runs and shows them again. */
function createHiding(deps: ReviewsDeps) {
  const { runsRepository, standings, securityEvents, clock } = deps;
  /**
   * Replaces the decision of a reviewer or the operator about a run, and updates the rankings.
   * @throws TryAgainError
   */
  const replace = async (run: Run, review: Review | undefined): Promise<ModeratedRun> => {
    if (!(await runsRepository.replaceReview(run, review)))
      throw new TryAgainError(
        "The run is not stored yet, or another request or a worker is changing the run.",
      );
    const { _id: run_id, account_id, build_id } = run;
    const facts = { account_id, address: null, run_id, build_id };
    if (review?.decision === "hidden")
      securityEvents.record("run_hidden", { ...facts, reason: review.reason });
    else securityEvents.record("run_restored", facts);
    return { before: run, isRanked: await standings.updateNow(build_id) };
  };
  return {
    /**
     * Hides a run from everybody but its submitter and admins, and takes it out of all rankings and figures. If the run
     * is hidden already, replaces the reason.
     * @throws NotFoundError, TryAgainError
     */
    hide: async (runId: string, reason: string): Promise<ModeratedRun> => {
      const run = await findAnyRun(deps, runId);
      const before = hiddenReasonOf(run) === null ? run.review : run.review?.before;
      return replace(run, { decision: "hidden", reason, decided_at: clock(), ...(before && { before }) });
    },

    /**
     * Shows a hidden run again. A decision that a reviewer had made before applies again.
     * @throws NotFoundError, TryAgainError
     */
    restore: async (runId: string): Promise<ModeratedRun> => {
      const run = await findAnyRun(deps, runId);
      return hiddenReasonOf(run) === null
        ? { before: run, isRanked: true }
        : replace(run, run.review?.before);
    },
  };
}
