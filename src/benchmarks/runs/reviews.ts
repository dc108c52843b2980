import type { BuildsRepository } from "../../builds/index.ts";
import { NotFoundError } from "../../errors.ts";
import type { Clock } from "../../infra/clock.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import type { Standings } from "../../standings/index.ts";
import type { Review, Run } from "../model/run.ts";
import { NEVER_RANKED } from "../model/unranked.ts";
import { NeverRankedError, RunNotCompleteError } from "../errors.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { findRun } from "./find-run.ts";

interface ReviewsDeps {
  runsRepository: RunsRepository;
  ledger: Ledger;
  buildsRepository: Pick<BuildsRepository, "has">;
  standings: Pick<Standings, "markChanged">;
  securityEvents: SecurityEvents;
  clock: Clock;
}

/** How long the reason of a decision may be, in characters. */
export const MAX_REASON_CHARACTERS = 500;

/** Creates the service for the decisions of reviewers about unranked runs. */
export function createReviews(deps: ReviewsDeps) {
  const { runsRepository, standings, securityEvents, clock } = deps;
  return {
    /** Returns implausible runs and outliers about which no reviewer has decided, the latest first. */
    findUndecided: async (limit: number): Promise<Run[]> => {
      // Use a map by id, because the query finds a run twice that is both implausible and an outlier.
      const found = new Map((await runsRepository.findUndecided(limit)).map((run) => [run._id, run]));
      const latestFirst = (a: Run, b: Run) =>
        (b.completed_at?.getTime() ?? 0) - (a.completed_at?.getTime() ?? 0) || (a._id < b._id ? -1 : 1);
      return [...found.values()].toSorted(latestFirst).slice(0, limit);
    },

    /**
     * Stores a decision about a complete run, and replaces an earlier decision. The decision stays valid when the file
     * is read again, and is recorded in the log of security events. Returns the run as it was before the decision.
     * @throws NotFoundError, RunNotCompleteError, NeverRankedError
     */
    decide: async (runId: string, { decision, reason }: Omit<Review, "decided_at">): Promise<Run> => {
      const run = await findRun(deps, runId);
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
  };
}
