import { isDeepStrictEqual } from "node:util";
import type { benchmarkTypeOf, RunsRepository } from "../../benchmarks/index.ts";
import type { BuildsRepository } from "../../builds/index.ts";
import type { Clock } from "../../infra/clock.ts";
import { finishEach } from "../../infra/sweep.ts";
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
import type { CategoriesRepository, CategoryWithTexts } from "../records/categories-repository.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";

/** The services that the update of the entries (best runs) of a build in the standings uses. */
export interface UpdateEntriesDeps {
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

/** The benchmark and the category that identify an entry (best run) of a build in the standings. */
export type EntryName = Pick<Entry, "benchmark_id" | "category">;

/** The number of entries (best runs) of a build that an update writes at the same time. */
const ENTRIES_AT_ONCE = 4;

/**
 * The function that updates entries (best runs) of a build in the standings in MongoDB, and after them the ranks in
 * Redis.
 */
export type UpdateEntries = ReturnType<typeof createUpdateEntries>;

/**
 * Creates the function that updates entries (best runs) of a build in the given categories, and then the ranks in
 * Redis, from the build and its runs. The function may run any number of times, even concurrently in several processes,
 * and a crash may interrupt it anywhere. Once a call has returned, the entries and the ranks are not older than the
 * start of the call.
 * @param described the descriptions of the categories, by their ids, in which the caller knows a run
 */
export function createUpdateEntries(deps: UpdateEntriesDeps) {
  const { entries, categories, ranks, scoreChanges } = deps;
  const store = createStoreEntries(deps);
  const forget = createForgetCategory(deps);
  const updateRanks = ({ entry }: StoredChange) =>
    ranks.update({ accountId: entry.account_id, category: entry.category }, pendingPlacesOf(entry));
  return async function updateEntries(
    buildId: number,
    names: readonly EntryName[],
    described: ReadonlyMap<string, DescribedCategory> = new Map(),
  ): Promise<void> {
    /** The errors of single entries, which must not keep the other entries from being updated. */
    const errors: unknown[] = [];
    const stored = await store(buildId, names, errors);
    // Store the categories (benchmark, variant and settings) before the ranks are updated, because the update of the
    // ranks looks up the category.
    const ranked = stored.filter(({ entry }) => isRanked(entry));
    await categories.insertMissing(ranked.flatMap(({ entry }) => withTexts(described.get(entry.category))));
    const inRanks = await finishOthers(stored, updateRanks, errors);
    await scoreChanges.markDue(
      inRanks.flatMap(({ entry, isChanged }) => (isChanged ? (entry.pending ?? []) : [])),
    );
    await entries.clearPending(inRanks.map(({ entry }) => entry));
    // Remove a category before its last entry: if this process crashes in between, the entry is still stored, and the
    // next process removes both the category and the entry.
    const empty = await finishOthers(
      inRanks.filter(({ entry }) => !isRanked(entry)),
      ({ entry }) => forget(entry.category),
      errors,
    );
    // Remove the entries (best runs) of a deleted build: a slower writer that finds no entry reads the build again.
    const ofDeleted = empty.filter(({ isBuildGone }) => isBuildGone);
    await entries.removeEmpty(ofDeleted.map(({ entry }) => entry._id));
    if (errors.length > 0) throw new AggregateError(errors, "some entries of a build could not be updated");
  };
}

/**
 * Finishes each of the given entries, even if others fail. Adds the error of the failed ones to `errors`, and returns
 * the others.
 */
async function finishOthers<T>(
  all: readonly T[],
  finish: (one: T) => Promise<unknown>,
  errors: unknown[],
): Promise<T[]> {
  const finished: T[] = [];
  const finishOne = async (one: T) => {
    await finish(one);
    finished.push(one);
  };
  await finishEach(all, finishOne, { atOnce: ENTRIES_AT_ONCE }).catch((error: unknown) => errors.push(error));
  return finished;
}

/** An entry (best run of a build) of the standings as an update has stored it. */
interface StoredChange {
  entry: Entry;
  /** Whether the content of the entry has changed, or an earlier change of it is not yet in the ranks. */
  isChanged: boolean;
  /** Whether the build is deleted or has no owner. */
  isBuildGone: boolean;
}

/**
 * Creates the function that stores the current state of entries (best runs) of a build in the standings, and returns
 * them. If the build is deleted or has no owner, the function returns only those that were stored before. The errors of
 * single entries are added to `errors`.
 */
function createStoreEntries(deps: UpdateEntriesDeps) {
  const { entries, clock } = deps;
  const replace = createReplaceEntry(deps);
  return async (buildId: number, names: readonly EntryName[], errors: unknown[]): Promise<StoredChange[]> => {
    const stored: StoredChange[] = [];
    for (let left = [...names]; left.length > 0;) {
      // Read the entries of the standings first. If the build, one of its runs or one of its parts changes after the
      // entries are read, the change causes an update, which replaces the entries that this function writes. So all
      // entries of a round can be written from one reading of the build.
      const found = await entries.find(left.map(({ category }) => entryIdOf(buildId, category)));
      const build = await findBuild(deps, buildId);
      const foundIds = new Set(found.map(({ category }) => category));
      const missing = build ? left.filter(({ category }) => !foundIds.has(category)) : [];
      // Use the current time as the first revision of an entry. If an entry was removed and is stored again, no revision
      // then occurs twice. A first entry is stored empty, and filled in the next round, which reads the build again.
      const revision = clock().getTime();
      if (build)
        await entries.insertMissing(
          missing.map(({ benchmark_id, category }) => ({
            _id: entryIdOf(buildId, category),
            build_id: buildId,
            benchmark_id,
            category,
            revision,
            ...contentOf(build, null),
          })),
        );
      left = missing;
      const replaceOne = async (before: Entry) => {
        const change = await replace(before, build);
        if (change) stored.push(change);
        else left.push(before);
      };
      await finishOthers(found, replaceOne, errors);
    }
    return stored;
  };
}

/**
 * Creates the function that replaces an entry by the best run of its build, as it is now. The function returns null if
 * another writer has replaced the entry since it was read.
 */
function createReplaceEntry({ runsRepository, entries }: UpdateEntriesDeps) {
  return async (before: Entry, build: EntryBuild | null): Promise<StoredChange | null> => {
    const best = build && (await runsRepository.findBestRanked(before.build_id, before.category));
    const owner = build ?? before;
    const entry: Entry = {
      ...nameOf(before),
      ...contentOf(owner, best),
      revision: before.revision + 1,
      pending: distinct([...(before.pending ?? []), before.parts, owner.parts]),
    };
    // Count an entry (best run of the build) whose earlier change is not yet in the ranks as changed, too: the process
    // that changed the entry may have stopped before it marked the scores of the entry's products as changed.
    const isChanged = before.pending !== undefined || !isSameContent(before, entry);
    return (await entries.replace(entry)) ? { entry, isChanged, isBuildGone: !build } : null;
  };
}

/**
 * Returns a build with the model of its processor and the chip of its graphics card; null if the build is deleted or
 * has no owner.
 */
async function findBuild(
  { buildsRepository, catalogue }: Pick<UpdateEntriesDeps, "buildsRepository" | "catalogue">,
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
function createForgetCategory(deps: UpdateEntriesDeps) {
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
    await categories.insertMissing(withTexts({ category, settings: run.settings, title: run.title }));
    // Update the ranks again, because they may have been updated while the category (benchmark, variant and settings)
    // was not stored. The lists of categories in Redis then lack the category.
    const places = pendingPlacesOf({ pending: [other.parts] });
    await ranks.update({ accountId: other.account_id, category: id }, places);
  };
}

/** Returns the category of a description with the texts of its run, as a list; no category if there is no description. */
function withTexts(described: DescribedCategory | undefined): CategoryWithTexts[] {
  if (!described) return [];
  const { category, settings, title } = described;
  const resolution = category.resolution === null ? null : (settings?.resolution ?? null);
  const preset = category.preset === null ? null : (settings?.preset ?? null);
  return [{ category, texts: { resolution, preset }, title }];
}
