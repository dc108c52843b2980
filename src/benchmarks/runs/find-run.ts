import { NotFoundError } from "../../errors.ts";
import type { Run } from "../model/run.ts";
import { runsOf } from "../model/submission.ts";
import type { StoredBuilds } from "../ports.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

interface FindRunDeps {
  runs: RunsRepository;
  ledger: Ledger;
  storedBuilds: StoredBuilds;
}

/**
 * Finds a run. A client may ask for a run as soon as its submission is accepted: where the creation of the runs was interrupted,
 * the run is derived from the ledger until a sweep creates it. The run of a deleted build is not found.
 * @throws NotFoundError
 */
export async function findRun(deps: FindRunDeps, runId: string): Promise<Run> {
  const run = await findStoredOrPending(deps, runId);
  if (!run || !(await deps.storedBuilds.has(run.build_id))) throw runNotFound(runId);
  return run;
}

/** Finds a run again that was found before. Its build stays the same, so both are asked for at once. @throws NotFoundError */
export async function findRunAgain(deps: FindRunDeps, { _id, build_id }: Run): Promise<Run> {
  const [run, hasBuild] = await Promise.all([
    findStoredOrPending(deps, _id),
    deps.storedBuilds.has(build_id),
  ]);
  if (!run || !hasBuild) throw runNotFound(_id);
  return run;
}

async function findStoredOrPending(deps: FindRunDeps, runId: string): Promise<Run | null> {
  const { runs } = deps;
  // The second runs.find is for a run that was created between the first two queries.
  return (await runs.find(runId)) ?? (await findInLedger(deps, runId)) ?? (await runs.find(runId));
}

/** Returns the error that there is no run with an id. */
export const runNotFound = (runId: string): NotFoundError => new NotFoundError(`There is no run ${runId}.`);

async function findInLedger({ runs, ledger }: FindRunDeps, runId: string): Promise<Run | null> {
  const submission = await ledger.findPendingOfRun(runId);
  const run = submission && runsOf(submission).find(({ _id }) => _id === runId);
  if (!run) return null;
  // A stored run that runs.find did not return is being deleted.
  const stored = await runs.findOfSubmission(run.submission_id);
  return stored.some(({ _id }) => _id === runId) ? null : run;
}
