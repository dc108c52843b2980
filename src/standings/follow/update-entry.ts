import { isDeepStrictEqual } from "node:util";
import type { benchmarkTypeOf, RunsRepository } from "../../benchmarks/index.ts";
import type { BuildsRepository } from "../../builds/index.ts";
import type { Clock } from "../../infra/clock.ts";
import type { ScoreNotes } from "../../products/index.ts";
import { categoryIdOf, type Category, type CategorisedResult } from "../model/category.ts";
import { comparedPartsOf, type CohortParts } from "../model/cohort.ts";
import {
  contentOf,
  entryIdOf,
  isRanked,
  rankedCategoriesOf,
  unsettledPlacesOf,
  type Entry,
} from "../model/entry.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { CategoriesRepository } from "../records/categories-repository.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";

/** What updating an entry needs. */
export interface UpdateEntryDeps {
  runsRepository: Pick<RunsRepository, "findBestRanked" | "findRankable">;
  buildsRepository: Pick<BuildsRepository, "findRanked">;
  benchmarkTypeOf: typeof benchmarkTypeOf;
  entries: EntriesRepository;
  categories: CategoriesRepository;
  ranks: Pick<Ranks, "settle">;
  scoreNotes: ScoreNotes;
  clock: Clock;
}

/** A category with the settings as one of its runs has them. */
export interface DescribedCategory {
  category: Category;
  settings: CategorisedResult["settings"];
}

/** The entry of a build in a category. */
export interface EntryName {
  buildId: number;
  benchmarkId: number;
  /** The id of the category. */
  category: string;
}

/** Brings an entry up to date, and after it the ranks. */
export type UpdateEntry = ReturnType<typeof createUpdateEntry>;

/**
 * Creates the function that brings the entry of a build in a category up to date with the build and its runs, then
 * tells the ranks. May run any number of times, also at the same time in several processes, and end anywhere: once it
 * has returned, the entry and the ranks are not older than its beginning.
 * @param described the category, where the caller knows a run of it
 */
export function createUpdateEntry(deps: UpdateEntryDeps) {
  const { entries, categories, ranks, scoreNotes } = deps;
  const store = createStoreEntry(deps);
  const forget = createForgetCategory(deps);
  return async function updateEntry(name: EntryName, described?: DescribedCategory): Promise<void> {
    const stored = await store(name);
    if (!stored) return;
    const { entry, isChanged, isBuildGone } = stored;
    // Before the ranks are told, which look the category up.
    if (described && isRanked(entry)) await insertCategory(categories, described);
    await ranks.settle({ accountId: entry.account_id, category: name.category }, unsettledPlacesOf(entry));
    if (isChanged) await scoreNotes.noteChanged(entry.unsettled ?? []);
    await entries.noteSettled(entry);
    if (isRanked(entry)) return;
    // Before the entry goes: where this process dies, the entry brings the next one here again.
    await forget(name.category);
    // A slower writer then finds no entry, and looks for the build anew.
    if (isBuildGone) await entries.removeEmpty([entry._id]);
  };
}

/**
 * Creates the function that stores an entry as it has to be now. Returns null where there is none and none is needed.
 */
function createStoreEntry({ runsRepository, buildsRepository, entries, clock }: UpdateEntryDeps) {
  return async ({ buildId, benchmarkId, category }: EntryName) => {
    const _id = entryIdOf(buildId, category);
    for (;;) {
      // Read before the build and its runs: where they change after that, whoever follows the change replaces this
      // revision, too.
      const before = await entries.find(_id);
      const build = await buildsRepository.findRanked(buildId);
      if (!before) {
        if (!build) return null;
        // The clock, so that no revision comes twice where an entry was removed meanwhile.
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
        unsettled: distinct([...(before.unsettled ?? []), before.parts, comparedPartsOf(owner.parts)]),
      };
      // Where the ranks were not told of an earlier change, this one includes it.
      const isChanged = before.unsettled !== undefined || !isSameContent(before, entry);
      if (await entries.replace(entry)) return { entry, isChanged, isBuildGone: !build };
    }
  };
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
 * Creates the function that removes a category which has no entry any more: its texts may be of a person who is gone.
 * One that gets an entry at the same moment is stored again.
 */
function createForgetCategory(deps: UpdateEntryDeps) {
  const { runsRepository, benchmarkTypeOf, entries, categories, ranks } = deps;
  return async (id: string): Promise<void> => {
    let other = await entries.findAnyOf(id);
    if (!other) {
      await categories.remove(id);
      other = await entries.findAnyOf(id);
    }
    // Another process may have removed the category of this entry just now, and have died.
    if (!other || (await categories.find([id])).length > 0) return;
    const run = await runsRepository.findRankable(other.run_id);
    if (!run) return;
    const category = rankedCategoriesOf(run, benchmarkTypeOf(run.benchmark_id)).find(
      (one) => categoryIdOf(one) === id,
    );
    if (!category) return;
    await insertCategory(categories, { category, settings: run.settings });
    // It may have been told to the ranks while its category was not stored.
    const places = unsettledPlacesOf({ unsettled: [other.parts] });
    await ranks.settle({ accountId: other.account_id, category: id }, places);
  };
}

function insertCategory(
  categories: CategoriesRepository,
  { category, settings }: DescribedCategory,
): Promise<void> {
  return categories.insertMissing(category, {
    resolution: category.resolution === null ? null : (settings?.resolution ?? null),
    preset: category.preset === null ? null : (settings?.preset ?? null),
  });
}
