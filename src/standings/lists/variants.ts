import type { BenchmarkType, RankedRun } from "../../benchmarks/index.ts";
import { InvalidInputError } from "../../errors.ts";
import { requireRanks } from "../errors.ts";
import type { ComparedCategory } from "../medians/compared-category.ts";
import { wordsOf } from "../../validation/words.ts";
import { shownResolution } from "../model/category.ts";
import { EVERYTHING } from "../model/cohort.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { CategoriesRepository, StoredCategory } from "../records/categories-repository.ts";

/**
 * The maximum number of variants with the words of a query that one search reads from MongoDB. A search that has read
 * this number may have missed some variants, so it also looks among the MAX_FOUND most measured variants.
 */
const MAX_FOUND = 1000;
export const MAX_WORDS = 8;
/** Maximum number of resolutions, and of presets, that are listed for a game. The most measured ones are listed. */
const MAX_SETTINGS = 20;

/** The services from which variantsOf reads the variants of a benchmark. */
export interface VariantsDeps {
  ranks: Pick<Ranks, "variantsOf" | "settingsOf" | "sizesOf">;
  categories: Pick<CategoriesRepository, "find" | "findVariants">;
}

/** The resolutions and the presets of the ranked results of a game, the most measured first. */
export interface MeasuredSettings {
  resolutions: { resolution: string; builds: number }[];
  presets: { preset: string; builds: number }[];
}

/** A variant of a benchmark (a game or a test) that has ranked results; with its settings only if it is a game. */
interface MeasuredVariant extends Partial<MeasuredSettings> {
  variant: string | null;
  builds: number;
}

/** The parameters of a request for a page of the variants of a benchmark. */
export interface AskedVariants {
  query?: string | undefined;
  page: number;
  limit: number;
}

/** A stored category (benchmark, variant and settings), and the number of builds that are measured in the category. */
export interface CountedCategory {
  category: StoredCategory;
  builds: number;
}

/**
 * Returns a page of the variants of a benchmark, the most measured first, and the total number of variants. A query
 * limits the variants to those that have all of its words. If more than MAX_FOUND variants have the words, the search
 * finds only some of them: any MAX_FOUND, and those among the MAX_FOUND most measured variants of the benchmark.
 * @throws RanksMissingError; InvalidInputError if a query has more than MAX_WORDS words
 */
export async function countedVariants(
  deps: VariantsDeps,
  type: Pick<BenchmarkType, "id">,
  { query = "", page, limit }: AskedVariants,
): Promise<{ total: number; categories: CountedCategory[] }> {
  const words = wordsOf(query);
  if (words.length > MAX_WORDS)
    throw new InvalidInputError([
      {
        pointer: "/query",
        detail: `Expected at most ${MAX_WORDS} different words, found ${words.length}. Leave some out.`,
      },
    ]);
  const span = { offset: (page - 1) * limit, limit };
  return words.length === 0 ? listed(deps, type, span) : searched(deps, [type.id], { words, ...span });
}

/** Returns the same page as `countedVariants`, with the settings of games. @throws the errors of `countedVariants` */
export async function variantsOf(
  deps: VariantsDeps,
  type: Pick<BenchmarkType, "id" | "is_of_games">,
  asked: AskedVariants,
): Promise<{ results: MeasuredVariant[]; total: number }> {
  const { categories, total } = await countedVariants(deps, type, asked);
  const results = await Promise.all(
    categories.map(async ({ category, builds }) =>
      Object.assign(
        { variant: category.variant, builds },
        type.is_of_games && (await settingsOf(deps, category._id)),
      ),
    ),
  );
  return { results, total };
}

/** Returns those of the given benchmarks that have ranked results. @throws RanksMissingError */
export async function measuredTypes(
  { ranks }: { ranks: Pick<Ranks, "countVariants"> },
  types: readonly BenchmarkType[],
): Promise<BenchmarkType[]> {
  const counts = requireRanks(await ranks.countVariants(types.map(({ id }) => id)));
  return types.filter((_type, index) => (counts[index] ?? 0) > 0);
}

interface Span {
  offset: number;
  limit: number;
}

/** Returns a page of the variants of a benchmark, the most measured first, and how many variants there are. */
export async function listed(
  { ranks, categories }: Pick<VariantsDeps, "ranks" | "categories">,
  { id }: Pick<BenchmarkType, "id">,
  span: Span,
): Promise<{ total: number; categories: CountedCategory[] }> {
  const page = requireRanks(await ranks.variantsOf(id, span));
  return { total: page.total, categories: await withStored(categories, page.categories) };
}

/**
 * Returns a page of the variants of benchmarks that have all of the given words, the most measured first, and the
 * number of found variants. If more than `most` variants have the words, only some are found: any `most` of them, and
 * those among the `most` most measured variants of each benchmark.
 */
export async function searched(
  { ranks, categories }: VariantsDeps,
  benchmarkIds: readonly number[],
  { words, offset, limit, most = MAX_FOUND }: Span & { words: readonly string[]; most?: number },
): Promise<{ total: number; categories: CountedCategory[] }> {
  const some = await categories.findVariants(benchmarkIds, words, most);
  const isMore = some.length >= most;
  const top = await Promise.all(
    isMore ? benchmarkIds.map((id) => mostMeasured({ ranks, categories }, id, { words, most })) : [],
  );
  const found = [...new Map([...some, ...top.flat()].map((category) => [category._id, category])).values()];
  const sizes = requireRanks(
    await ranks.sizesOf(found.map(({ _id }) => ({ category: _id, cohort: EVERYTHING }))),
  );
  const measured = found
    .map((category, index) => ({ category, builds: sizes[index] ?? 0 }))
    .filter(({ builds }) => builds > 0)
    .toSorted((a, b) => b.builds - a.builds || (a.category._id < b.category._id ? 1 : -1));
  return { total: measured.length, categories: measured.slice(offset, offset + limit) };
}

/**
 * Returns those of the `most` most measured variants that contain, for each given word, a word that begins with the
 * given word.
 */
async function mostMeasured(
  { ranks, categories }: Pick<VariantsDeps, "ranks" | "categories">,
  benchmarkId: number,
  { words, most }: { words: readonly string[]; most: number },
): Promise<StoredCategory[]> {
  const top = requireRanks(await ranks.variantsOf(benchmarkId, { offset: 0, limit: most }));
  const stored = await categories.find(top.categories.map(({ category }) => category));
  return stored.filter((one) => words.every((word) => one.words.some((other) => other.startsWith(word))));
}

/**
 * Returns the resolutions and the presets of the ranked results of a game.
 * @param categoryId the id of the category of the game with all settings
 * @throws RanksMissingError
 */
export async function settingsOf(
  { ranks, categories }: Pick<VariantsDeps, "ranks" | "categories">,
  categoryId: string,
): Promise<MeasuredSettings> {
  const lists = requireRanks(await ranks.settingsOf(categoryId, MAX_SETTINGS));
  const [resolutions, presets] = await Promise.all([
    withStored(categories, lists.resolutions),
    withStored(categories, lists.presets),
  ]);
  return {
    resolutions: resolutions.map(({ category, builds }) => ({
      resolution: resolutionOf(category),
      builds,
    })),
    presets: presets.map(({ category, builds }) => ({ preset: shownPreset(category), builds })),
  };
}

function shownPreset({ texts, preset }: StoredCategory): string {
  return texts.preset ?? preset ?? "";
}

/**
 * The resolution and preset of one result, or of the results that are compared, for display. A setting is absent if it
 * is unknown, or if results with any value of it are compared.
 */
export interface ShownSettings {
  resolution?: string;
  preset?: string;
}

/** Returns the resolution and preset by which a result is ranked, for display. */
export function shownSettingsOf({ settings }: Pick<RankedRun, "settings">): ShownSettings {
  const { resolution, preset } = settings ?? {};
  return {
    ...(resolution !== undefined && { resolution: shownResolution(resolution) }),
    ...(preset !== undefined && { preset }),
  };
}

/** Returns the resolution and preset of the compared results, for display. */
export async function shownSettings(
  categories: Pick<CategoriesRepository, "find">,
  { category, pairs }: ComparedCategory,
): Promise<ShownSettings> {
  const [found] = pairs.includes(category) ? await categories.find([category]) : [];
  return found ? { resolution: resolutionOf(found), preset: shownPreset(found) } : {};
}

function resolutionOf({ texts, resolution }: StoredCategory): string {
  return shownResolution(texts.resolution ?? resolution ?? "");
}

/**
 * Returns the stored categories (benchmark, variant and settings) for a list of ids and counts, in the order of the
 * list. A category that has lost its last entry since the ranks were read is left out.
 */
export async function withStored(
  categories: Pick<CategoriesRepository, "find">,
  listed: readonly { category: string; builds: number }[],
): Promise<CountedCategory[]> {
  if (listed.length === 0) return [];
  const stored = await categories.find(listed.map(({ category }) => category));
  const byId = new Map(stored.map((category) => [category._id, category]));
  return listed.flatMap(({ category: id, builds }) => {
    const category = byId.get(id);
    return category ? [{ category, builds }] : [];
  });
}
