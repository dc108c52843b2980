import type { Collection, Db } from "mongodb";
import { titleOfVariant } from "../../readers/index.ts";
import { NAME_SEARCH_MS } from "../../validation/name-prefixes.ts";
import { wordsOf } from "../../validation/words.ts";
import { categoryIdOf, type Category } from "../model/category.ts";

/** A category (benchmark, variant and settings) that has entries, as it is stored. */
export interface StoredCategory extends Category {
  /** The id of the category (benchmark, variant and settings), as `categoryIdOf` returns it. */
  _id: string;
  /** The resolution and preset of the category, as the submitter of one of its results has spelled them. */
  texts: { resolution: string | null; preset: string | null };
  /**
   * The name of the game in the run that was ranked last. Absent if the category (group of comparable results) is
   * limited to a resolution or preset, or if none of its ranked runs has stored a name.
   */
  title?: string;
  /**
   * The words of the variant and of its title, by which searches find the variant, folded by `wordsOf`. Empty if the
   * category is limited to a resolution or preset.
   */
  words: string[];
}

/** A category (benchmark, variant and settings), with its texts as one of its runs has written them. */
export interface CategoryWithTexts {
  category: Category;
  texts: StoredCategory["texts"];
  /** The name of the game as the run has written it; null if the run does not name the game. */
  title: string | null;
}

/** The access to the stored categories (benchmark, variant and settings) that have results. */
export type CategoriesRepository = ReturnType<typeof createCategoriesRepository>;

const categoriesOf = (db: Db): Collection<StoredCategory> => db.collection("standing_categories");

/** Returns the functions that read and write the stored categories (benchmark, variant and settings). */
export function createCategoriesRepository(db: Db) {
  const categories = categoriesOf(db);
  return {
    /** Returns the categories (groups of comparable results) with the given ids, in any order; without unknown ids. */
    find: (ids: readonly string[]): Promise<StoredCategory[]> =>
      categories.find({ _id: { $in: [...ids] } }).toArray(),

    /**
     * Returns the variants of benchmarks that contain, for each given word, a word that begins with the given word. At
     * most `limit` variants are returned, in no particular order, each as its category without settings.
     * @throws MongoServerError if MongoDB needs longer than NAME_SEARCH_MS
     */
    findVariants: (
      benchmarkIds: readonly number[],
      words: readonly string[],
      limit: number,
    ): Promise<StoredCategory[]> =>
      categories
        .find({
          benchmark_id: { $in: [...benchmarkIds] },
          resolution: null,
          preset: null,
          // End the range of words at U+10FFFF, which sorts after all letters, so that the range contains all words
          // that begin with the given word.
          $and: words.map((word) => ({ words: { $elemMatch: { $gte: word, $lt: `${word}\u{10ffff}` } } })),
        })
        .limit(limit)
        .maxTimeMS(NAME_SEARCH_MS)
        .toArray(),

    /**
     * Stores categories (benchmark, variant and settings). If a category is already stored, only updates the words of
     * its variant and the name of the game, because the game may have got a title in the meantime.
     */
    insertMissing: async (all: readonly CategoryWithTexts[]): Promise<void> => {
      if (all.length === 0) return;
      await categories.bulkWrite(all.map(insertionOf), { ordered: false });
    },

    /** Removes the category (benchmark, variant and settings) with an id, if it is stored. */
    remove: async (id: string): Promise<void> => {
      await categories.deleteOne({ _id: id });
    },
  };
}

/**
 * Creates the indexes of the collection of categories (benchmark, variant and settings). The function may be called any
 * number of times.
 */
export async function setUpCategories(db: Db): Promise<void> {
  await categoriesOf(db).createIndex({ benchmark_id: 1, words: 1 });
}

/** Returns the write that stores a category, or updates its words and the name of its game. */
function insertionOf({ category, texts, title }: CategoryWithTexts) {
  const { benchmark_id, variant, resolution, preset } = category;
  // Store the words and the title of a game only in the category with all settings: searches find only such categories,
  // and a game may have many categories with settings.
  const named = resolution === null && preset === null ? variant : null;
  const words = named === null ? [] : wordsOfVariant(named);
  return {
    updateOne: {
      filter: { _id: categoryIdOf(category) },
      update: {
        $setOnInsert: { benchmark_id, variant, resolution, preset, texts },
        $set: { words, ...(named !== null && title !== null && { title }) },
      },
      upsert: true,
    },
  };
}

/**
 * Returns the words of a variant and of its title, because people search a game by its title or by its executable.
 */
const wordsOfVariant = (variant: string) => wordsOf(`${variant} ${titleOfVariant(variant)}`);
