import type { Runs } from "../benchmarks/index.ts";
import { IDEMPOTENCY_MS, type Idempotency } from "../idempotency/idempotency.ts";
import type { Clock } from "../infra/clock.ts";
import { finishEach } from "../infra/sweep.ts";
import type { Standings } from "../standings/index.ts";
import type { Build } from "./model/build.ts";
import type { BuildsRepository } from "./records/builds-repository.ts";

/**
 * How long the document of a deleted build is stored, in ms. While the Idempotency-Key of the build's creation is
 * valid, a repeated request must find the document; otherwise the request would create another build.
 */
const KEPT_AFTER_DELETION_MS = 30 * IDEMPOTENCY_MS;
/**
 * The maximum time after the deletion of a build, in ms, in which requests that read the build before its deletion
 * may still store runs.
 */
const LATE_RUNS_MS = 10 * 60 * 1000;
const MAX_BUILDS_PER_SWEEP = 1000;
/**
 * The maximum duration of one round in which the sweep removes deleted builds, in ms. Builds that are deleted during a
 * round are removed in the next round.
 */
const ROUND_MS = 3000;
const BUILDS_A_PAGE = 200;

/** The dependencies of the functions that remove deleted builds. */
export interface DeletionDeps {
  buildsRepository: BuildsRepository;
  runs: Pick<Runs, "deleteSomeOfBuild">;
  standings: Pick<Standings, "markBuildChanged">;
  idempotency: Pick<Idempotency, "forget">;
  clock: Clock;
}

/**
 * Marks all builds of an account as deleted: from then on nobody sees the builds, and a sweep removes their runs.
 * Returns how many builds the call has marked.
 */
export async function markBuildsDeleted(
  { buildsRepository, standings, clock }: Pick<DeletionDeps, "buildsRepository" | "standings" | "clock">,
  accountId: string,
): Promise<number> {
  let count = 0;
  const findAll = (afterId?: number) =>
    buildsRepository.findOfOwner(accountId, { limit: BUILDS_A_PAGE, afterId });
  for (let page = await findAll(); page.length > 0; page = await findAll(page.at(-1)?._id)) {
    count += page.filter(({ deleted_at }) => deleted_at === undefined).length;
    await buildsRepository.markDeleted(idsOf(page), clock());
    await Promise.all(idsOf(page).map(standings.markBuildChanged));
  }
  return count;
}

/** Removes the builds of an account, with their runs. If the process crashes, a later call finishes the removal. */
export async function removeBuildsOf(deps: DeletionDeps, accountId: string): Promise<void> {
  const { buildsRepository, runs, idempotency } = deps;
  // Mark all builds before the first run is removed, because the removal of the runs may take long.
  await markBuildsDeleted(deps, accountId);
  for (;;) {
    const found = await buildsRepository.findOfOwner(accountId, { limit: BUILDS_A_PAGE });
    if (found.length === 0) return;
    for (const { _id } of found) while (await runs.deleteSomeOfBuild(_id));
    const ids = idsOf(found);
    await idempotency.forget(ids.map(String));
    await buildsRepository.removeOf(accountId, ids);
  }
}

const idsOf = (builds: readonly Build[]): number[] => builds.map(({ _id }) => _id);

/**
 * Removes the runs of deleted builds, one batch of each build in turn, so that a small build does not wait for a large
 * one. Also removes the documents of builds that were deleted weeks ago. Returns the number of removed batches of runs.
 * @param signal aborts when the process stops
 * @throws AggregateError of all errors: a build whose removal fails does not stop the removal of others
 */
export async function removeDeleted(
  { buildsRepository, runs, clock }: DeletionDeps,
  signal?: AbortSignal,
): Promise<number> {
  await buildsRepository.removeDeletedBefore(new Date(clock().getTime() - KEPT_AFTER_DELETION_MS));
  const end = performance.now() + ROUND_MS;
  const errors: unknown[] = [];
  let batches = 0;
  for (let open = await buildsRepository.findWithRunsDue(clock(), MAX_BUILDS_PER_SWEEP); open.length > 0;) {
    const unfinished: Build[] = [];
    const removeSome = async (build: Build) => {
      if (await runs.deleteSomeOfBuild(build._id)) unfinished.push(build);
      else await buildsRepository.setRunsDue(build._id, nextLookAt(build, clock()));
    };
    await finishEach(open, removeSome, { signal }).catch((error: unknown) => errors.push(error));
    batches += unfinished.length;
    if (signal?.aborted || performance.now() > end) break;
    open = unfinished;
  }
  if (errors.length > 0) throw new AggregateError(errors, "the removal of some builds failed");
  return batches;
}

/**
 * Returns when the sweep looks again for runs of a deleted build that has none: a request that read the build before
 * its deletion may still store runs. Returns null if such a request can no longer be running.
 */
function nextLookAt({ deleted_at }: Build, now: Date): Date | null {
  const end = new Date((deleted_at ?? now).getTime() + LATE_RUNS_MS);
  return now < end ? end : null;
}
