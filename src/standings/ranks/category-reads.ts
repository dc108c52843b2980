import type { CohortKind } from "../model/cohort.ts";
import { measuredList, settingLists, variantsList } from "./category-lists.ts";
import { countsScript } from "./read-scripts.ts";

/** A page of a list of categories (benchmark, variant and settings), those with the most builds first. */
interface CategoriesPage {
  total: number;
  categories: { category: string; builds: number }[];
}

/**
 * Creates a function that runs a script which reads the ranks. The function returns null if Redis has lost the ranks.
 */
export type Ask = (lua: string) => <Reply>(...args: (string | number)[]) => Promise<Reply | null>;

/** The section of a list that a query returns: how many items the query skips, and how many it returns at most. */
export interface Span {
  offset: number;
  limit: number;
}

/** Creates the functions that read the lists of categories (benchmark, variant and settings) with ranked results. */
export function createCategoryReads(ask: Ask) {
  const counts = ask(countsScript);
  const countsPages = async (
    lists: readonly string[],
    { offset, limit }: Span,
  ): Promise<CategoriesPage[] | null> => {
    const replies = await counts<[number, string[]][]>(offset, limit, ...lists);
    return (
      replies &&
      replies.map(([total, found]) => ({
        total,
        categories: namedValues(found).map(([category, builds]) => ({ category, builds: Number(builds) })),
      }))
    );
  };
  const countsPage = async (list: string, span: Span): Promise<CategoriesPage | null> =>
    (await countsPages([list], span))?.[0] ?? null;
  return {
    /** Returns a page of the variants (games or tests) of a benchmark that have ranked results. */
    variantsOf: (benchmarkId: number, span: Span) => countsPage(variantsList(benchmarkId), span),

    /** Returns for each given benchmark how many variants (games or tests) have ranked results. */
    countVariants: async (benchmarkIds: readonly number[]): Promise<number[] | null> => {
      const pages = await countsPages(benchmarkIds.map(variantsList), { offset: 0, limit: 1 });
      return pages && pages.map(({ total }) => total);
    },

    /**
     * Returns the most measured resolutions and presets of a game. Each is returned as a category: the id of the game's
     * results with only this resolution, or only this preset, and the number of these results.
     */
    settingsOf: async (categoryId: string, limit: number) => {
      const lists = settingLists(categoryId);
      const pages = await countsPages([lists.resolutions, lists.presets], { offset: 0, limit });
      if (pages === null) return null;
      const [resolutions = [], presets = []] = pages.map(({ categories }) => categories);
      return { resolutions, presets };
    },

    /** Returns the most measured pairs of resolution and preset of a game, each as a category (comparable results). */
    pairsOf: async (categoryId: string, limit: number) => {
      const page = await countsPage(settingLists(categoryId).pairs, { offset: 0, limit });
      return page && page.categories;
    },

    /**
     * Returns a page of the categories (benchmark and variant) in which builds with a chip or model were measured. A
     * benchmark counts only if it measures the kind of the chip or model.
     */
    measuredWith: (kind: CohortKind, slug: string, span: Span) => countsPage(measuredList(kind, slug), span),
  };
}

/** Returns the pairs of a flat list of names and values, as Redis returns them. */
export function namedValues(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [
    flat[2 * index] ?? "",
    flat[2 * index + 1] ?? "",
  ]);
}
