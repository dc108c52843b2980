import type { Actor } from "../../authorization.ts";
import type { BuildsRepository } from "../../builds/index.ts";
import { InvalidInputError, TryAgainError, type Fault } from "../../errors.ts";
import type { Standings } from "../../standings/index.ts";
import { benchmarkTypeOf } from "../model/benchmark-types.ts";
import { gameInFile, gameOfRun, typedGameFault } from "../model/game-of-run.ts";
import type { RunSettings } from "../model/run-details.ts";
import type { Run } from "../model/run.ts";
import { runPolicy } from "../policies.ts";
import type { Ledger } from "../records/ledger.ts";
import type { TypedFields } from "../records/run-transitions.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { detailFaults, type RunChanges } from "../submit/details-schema.ts";
import { findRun } from "./find-run.ts";

interface ChangeDeps {
  runsRepository: RunsRepository;
  ledger: Pick<Ledger, "findPendingOfRun">;
  buildsRepository: Pick<BuildsRepository, "find">;
  standings: Pick<Standings, "markChanged">;
}

/**
 * The maximum number of attempts to change a run. An attempt fails if another process changes the run at the same time.
 */
const MAX_ATTEMPTS = 5;

/**
 * Changes what the submitter of a run has typed: see `Runs.change`.
 * @throws NotFoundError, NotAllowedError, InvalidInputError, TryAgainError
 */
export async function changeRun(
  deps: ChangeDeps,
  runId: string,
  { caller, changes }: { caller: Actor; changes: RunChanges },
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const run = await findRun(deps, runId, caller);
    runPolicy.require(caller, "change a run", run);
    const fault = changes.game === undefined ? null : faultOfGame(run, changes.game);
    if (fault) throw new InvalidInputError([fault]);
    const typed = typedFields(run, changes);
    if (Object.keys(typed).length === 0) return;
    if (!(await deps.runsRepository.changeTyped(run, typed))) continue;
    if (run.status === "complete") await deps.standings.markChanged(run.build_id, run.benchmark_id);
    return;
  }
  throw new TryAgainError("Another request or a worker is changing the run.");
}

/**
 * Returns why the submitter may not type a game for a run or, if `game` is empty, may not remove the typed game; null
 * where the submitter may.
 */
function faultOfGame(run: Run, game: string): Fault | null {
  if (game === (run.game ?? "")) return null;
  const [needless] = detailFaults(benchmarkTypeOf(run.benchmark_id), { game });
  if (needless) return needless;
  if (run.status !== "complete")
    return {
      pointer: "/game",
      detail: `Expected a complete run, found a run that is ${run.status}: the service does not know whether the file names a game before the file is read. GET /benchmarks/runs/${run._id}?wait=30 tells when the file has been read.`,
    };
  const application = game === "" ? null : gameInFile(run);
  return application === null ? null : typedGameFault("/game", "the file", application);
}

/**
 * Returns the new values of the fields of a run that the submitter changes; undefined for a field that is to be
 * removed.
 */
function typedFields(run: Run, { label, game, settings }: RunChanges): TypedFields {
  return {
    ...(label !== undefined && { label: label || undefined }),
    ...(game !== undefined &&
      game !== (run.game ?? "") && {
        game: game || undefined,
        variant: gameOfRun({ ...run, game: game || undefined })?.variant ?? null,
      }),
    ...(settings !== undefined && { settings: mergeSettings(run.settings, settings) }),
  };
}

function mergeSettings(
  before: RunSettings | undefined,
  changes: NonNullable<RunChanges["settings"]>,
): RunSettings | undefined {
  const merged = Object.entries({ ...before, ...changes }).filter(([, text]) => text);
  return merged.length === 0 ? undefined : Object.fromEntries(merged);
}
