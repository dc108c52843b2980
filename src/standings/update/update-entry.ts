import { isDeepStrictEqual } from "node:util";
import type { benchmarkTypeOf, RunsRepository } from "../../benchmarks/index.ts";
import type { BuildsRepository } from "../../builds/index.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Catalogue, ScoreChanges } from "../../products/index.ts";
import { categoryIdOf, type Category, type CategorisedResult } from "../model/category.ts";
import type { CohortParts } from "../model/cohort.ts";
import {
  contentOf,
  entryIdOf,
  isRanked,
  rankedCategoriesOf,
  pendingPlacesOf,
  type Entry,
  type EntryBuild,
} from "../model/entry.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { CategoriesRepository } from "../records/categories-repository.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";

/** The services that the update of an entry (best run of a build) of the standings uses. */
export interface UpdateEntryDeps {
  runsRepository: Pick<RunsRepository, "findBestRanked" | "findRankable">;
  buildsRepository: Pick<BuildsRepository, "findRanked">;
  catalogue: Pick<Catalogue, "comparedAs">;
  benchmarkTypeOf: typeof benchmarkTypeOf;
  entries: EntriesRepository;
  categories: CategoriesRepository;
  ranks: Pick<Ranks, "update">;
  scoreChanges: ScoreChanges;
  clock: Clock;
}

/**
 * A category (benchmark, variant and settings), with the spelling of its settings and of its game in one of its runs.
 */
export interface DescribedCategory {
  category: Category;
  settings: CategorisedResult["settings"];
  title: string | null;
}

/**
 * The build and the category (benchmark, variant and settings) that identify an entry (best run of a build) of the
 * standings.
 */
export interface EntryName {
  buildId: number;
  benchmarkId: number;
  /** The id of the category (benchmark, variant and settings). */
  category: string;
}

/**
 * The function that updates an entry (best run of a build) of the standings in MongoDB, and after it the ranks in
 * Redis.
 */
export type UpdateEntry = ReturnType<typeof createUpdateEntry>;

/**
 * Creates the function that updates the entry (best run) of a build in a category, and then the ranks in Redis, from
 * the build and its runs. The function may run any number of times, even concurrently in several processes, and a crash
 * may interrupt it anywhere. Once a call has returned, the entry and the ranks are not older than the start of the
 * call.
 * @param described the description of the category; absent if the caller knows no run in the category
 */
export function createUpdateEntry(deps: UpdateEntryDeps) {
  const { entries, categories, ranks, scoreChanges } = deps;
  const store = createStoreEntry(deps);
  const forget = createForgetCategory(deps);
  return async function updateEntry(name: EntryName, described?: DescribedCategory): Promise<void> {
    const stored = await store(name);
    if (!stored) return;
    const { entry, isChanged, isBuildGone } = stored;
    // Store the category (benchmark, variant and settings) before the ranks are updated, because the update of the
    // ranks looks up the category.
    if (described && isRanked(entry)) await insertCategory(categories, described);
    await ranks.update({ accountId: entry.account_id, category: name.category }, pendingPlacesOf(entry));
    if (isChanged) await scoreChanges.markDue(entry.pending ?? []);
    await entries.clearPending(entry);
    if (isRanked(entry)) return;
    // Remove the category before its last entry: if this process crashes in between, the entry is still stored, and the
    // next process removes both the category and the entry.
    await forget(name.category);
    // Remove the entry (best run) of a deleted build: a slower writer that finds no entry reads the build again.
    if (isBuildGone) await entries.removeEmpty([entry._id]);
  };
}

/**
 * Creates the function that stores the current state of an entry (best run of a build) of the standings. The function
 * returns null if no entry is stored, and the build is deleted or has no owner.
 */
function createStoreEntry(deps: UpdateEntryDeps) {
  const { runsRepository, entries, clock } = deps;
  return async ({ buildId, benchmarkId, category }: EntryName) => {
    const _id = entryIdOf(buildId, category);
    for (;;) {
      // Read the entry of the standings first. If the build, one of its runs or one of its parts changes after the
      // entry is read, the change causes an update, which replaces the entry that this function writes.
      const before = await entries.find(_id);
      const build = await findBuild(deps, buildId);
      if (!before) {
        if (!build) return null;
        // Use the current time as the first revision of the entry. If an entry was removed and is stored again, no
        // revision then occurs twice.
        const revision = clock().getTime();
        const fields = { _id, build_id: buildId, benchmark_id: benchmarkId, category, revision };
        await entries.insert({ ...fields, ...contentOf(build, null) });
        continue;
      }
      const best = build && (await runsRepository.findBestRanked(buildId, category));
      const owner = build ?? before;
      const entry: Entry = {
        ...nameOf(before),
        ...contentOf(owner, best),
        revision: before.revision + 1,
        pending: distinct([...(before.pending ?? []), before.parts, owner.parts]),
      };
      // Count an entry (best run of the build) whose earlier change is not yet in the ranks as changed, too: the
      // process that changed the entry may have stopped before it marked the scores of the entry's products as changed.
      const isChanged = before.pending !== undefined || !isSameContent(before, entry);
      if (await entries.replace(entry)) return { entry, isChanged, isBuildGone: !build };
    }
  };
}

/**
 * Returns a build with the model of its processor and the chip of its graphics card; null if the build is deleted or
 * has no owner.
 */
async function findBuild(
  { buildsRepository, catalogue }: Pick<UpdateEntryDeps, "buildsRepository" | "catalogue">,
  buildId: number,
): Promise<EntryBuild | null> {
  const build = await buildsRepository.findRanked(buildId);
  if (!build) return null;
  const [parts = {}] = await catalogue.comparedAs([build.parts]);
  return { account_id: build.account_id, parts };
}

const nameOf = ({ _id, build_id, benchmark_id, category }: Entry) => ({
  _id,
  build_id,
  benchmark_id,
  category,
});

const isSameContent = (a: Entry, b: Entry): boolean =>
  a.run_id === b.run_id && a.value === b.value && isDeepStrictEqual(a.parts, b.parts);

function distinct(all: readonly CohortParts[]): CohortParts[] {
  return all.filter((parts, index) => all.findIndex((other) => isDeepStrictEqual(other, parts)) === index);
}

/**
 * Creates the function that removes a category (benchmark, variant and settings) without results, because the texts of
 * the category may come from a person who has deleted the account. A category that gets a result at the same moment is
 * stored again.
 */
function createForgetCategory(deps: UpdateEntryDeps) {
  const { runsRepository, benchmarkTypeOf, entries, categories, ranks } = deps;
  return async (id: string): Promise<void> => {
    let other = await entries.findAnyOf(id);
    if (!other) {
      await categories.remove(id);
      other = await entries.findAnyOf(id);
    }
    // Store the category again if it has an entry (best run of a build): another process may have crashed after it had
    // removed the category.
    if (!other || (await categories.find([id])).length > 0) return;
    const run = await runsRepository.findRankable(other.run_id);
    if (!run) return;
    const category = rankedCategoriesOf(run, benchmarkTypeOf(run.benchmark_id)).find(
      (one) => categoryIdOf(one) === id,
    );
    if (!category) return;
    await insertCategory(categories, { category, settings: run.settings, title: run.title });
    // Update the ranks again, because they may have been updated while the category (benchmark, variant and settings)
    // was not stored. The lists of categories in Redis then lack the category.
    const places = pendingPlacesOf({ pending: [other.parts] });
    await ranks.update({ accountId: other.account_id, category: id }, places);
  };
}

function insertCategory(
  categories: CategoriesRepository,
  { category, settings, title }: DescribedCategory,
): Promise<void> {
  const resolution = category.resolution === null ? null : (settings?.resolution ?? null);
  const preset = category.preset === null ? null : (settings?.preset ?? null);
  return categories.insertMissing(category, { resolution, preset }, title);
}
