import type { Db } from "mongodb";

/** A benchmark and variant (game or test) by whose scores products can be sorted. */
export interface ScoreVariant {
  /** The id of the benchmark and variant in the ranks of results in Redis. */
  category: string;
  benchmark_id: number;
  variant: string | null;
  /**
   * The approximate number of builds that are measured in the variant. The variant with the most builds is the usual
   * variant of a benchmark.
   */
  builds: number;
  /**
   * The id of the category (group of comparable results) whose medians are the scores of products. For a game, it is
   * the category of the settings with the most builds.
   */
  compared?: string;
  /** True if the medians come from results of a game with different settings; else absent. */
  settings_mixed?: true;
}

type StoredVariant = Omit<ScoreVariant, "category"> & { _id: string; is_leaving?: true };

/** The list of the benchmarks and variants by which products can be sorted, stored in MongoDB. */
export type ScoreVariants = ReturnType<typeof createScoreVariants>;

/** Returns the functions that read and write the collection of score variants. No other file uses this collection. */
export function createScoreVariants(db: Db) {
  const variants = db.collection<StoredVariant>("product_score_variants");
  return {
    /**
     * Returns all benchmark variants, including variants that are marked as leaving the list, in descending order of
     * their builds for each benchmark.
     */
    findAll: async (): Promise<(ScoreVariant & { isLeaving: boolean })[]> => {
      const found = await variants.find({}).toArray();
      return found
        .toSorted((a, b) => b.builds - a.builds || (a._id < b._id ? -1 : 1))
        .map(({ _id, is_leaving, ...fields }) =>
          Object.assign(fields, { category: _id, isLeaving: is_leaving === true }),
        );
    },

    /**
     * Stores benchmark variants with the numbers of their measured builds. A stored variant loses the mark that it is
     * leaving the list.
     */
    save: async (saved: readonly ScoreVariant[]): Promise<void> => {
      if (saved.length === 0) return;
      await variants.bulkWrite(
        saved.map(({ category, ...fields }) => ({
          updateOne: {
            filter: { _id: category },
            update: {
              $set: fields,
              $unset: {
                is_leaving: true as const,
                ...(!fields.settings_mixed && { settings_mixed: true as const }),
              },
            },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },

    /** Marks benchmark variants as leaving the list: from then on, no search sorts products by these variants. */
    markLeaving: async (categories: readonly string[]): Promise<void> => {
      if (categories.length === 0) return;
      await variants.updateMany({ _id: { $in: [...categories] } }, { $set: { is_leaving: true } });
    },

    /** Removes the benchmark variants (games or tests) with the given ids. */
    remove: async (categories: readonly string[]): Promise<void> => {
      await variants.deleteMany({ _id: { $in: [...categories] } });
    },
  };
}
