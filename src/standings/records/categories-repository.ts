import type { Collection, Db } from "mongodb";
import { categoryIdOf, type Category } from "../model/category.ts";

/** A category that has entries, as it is stored. */
export interface StoredCategory extends Category {
  /** The id of the category (`categoryIdOf`). */
  _id: string;
  /** Resolution and preset as the submitter of an entry has written them. The variant is written in one way only. */
  texts: { resolution: string | null; preset: string | null };
  /** The words of the variant for searches, folded: see `wordsOf`. */
  words: string[];
}

/** How long MongoDB may search for words, in milliseconds. */
const SEARCH_MS = 2000;

/** The collection of the categories that have entries. */
export type CategoriesRepository = ReturnType<typeof createCategoriesRepository>;

const categoriesOf = (db: Db): Collection<StoredCategory> => db.collection("standing_categories");

/** Creates the repository. */
export function createCategoriesRepository(db: Db) {
  const categories = categoriesOf(db);
  return {
    /** Returns those of the given categories that are stored. */
    find: (ids: readonly string[]): Promise<StoredCategory[]> =>
      categories.find({ _id: { $in: [...ids] } }).toArray(),

    /**
     * Returns variants of a benchmark, as their categories without settings: those that have, for each given word, a
     * word that begins with the given one. At most `limit` of them, in no particular order.
     * @throws MongoServerError where MongoDB needs longer than SEARCH_MS
     */
    findVariants: (
      benchmark_id: number,
      words: readonly string[],
      limit: number,
    ): Promise<StoredCategory[]> =>
      categories
        .find({
          benchmark_id,
          resolution: null,
          preset: null,
          // No word contains U+10FFFF, which sorts after all letters.
          $and: words.map((word) => ({ words: { $elemMatch: { $gte: word, $lt: `${word}\u{10ffff}` } } })),
        })
        .limit(limit)
        .maxTimeMS(SEARCH_MS)
        .toArray(),

    /** Stores a category, unless it is stored already. */
    insertMissing: async (category: Category, texts: StoredCategory["texts"]): Promise<void> => {
      const { benchmark_id, variant, resolution, preset } = category;
      const fields = {
        benchmark_id,
        variant,
        resolution,
        preset,
        texts,
        // Only variants get words, because searches find variants only and a game may have many settings.
        words: variant === null || resolution !== null || preset !== null ? [] : wordsOf(variant),
      };
      await categories.updateOne({ _id: categoryIdOf(category) }, { $setOnInsert: fields }, { upsert: true });
    },

    /** Removes a category. */
    remove: async (id: string): Promise<void> => {
      await categories.deleteOne({ _id: id });
    },
  };
}

/** Creates the collection's indexes. May run any number of times. */
export async function setUpCategories(db: Db): Promise<void> {
  await categoriesOf(db).createIndex({ benchmark_id: 1, words: 1 });
}

/** Returns the words of a text as searches compare them: without case, accents and punctuation, each once. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return [...new Set(folded.match(/[\p{L}\p{N}]+/gu))];
}
