import type { Collection } from "mongodb";
import type { StoredScore } from "../scores/product-score.ts";
import type { ProductDocument } from "./product-document.ts";

/** The maximum number of products that one write marks for a check of their scores, so that no write takes long. */
const MARKED_AT_ONCE = 1000;

/** Creates the methods that update the stored scores of products after the ranks of results have changed. */
export function createScoreState(products: Collection<ProductDocument>) {
  return { ...createMarks(products), ...createChecks(products) };
}

function createMarks(products: Collection<ProductDocument>) {
  const markDue = async (ids: readonly string[]): Promise<void> => {
    await products.updateMany(
      { _id: { $in: [...ids] }, scores_due: { $ne: true } },
      { $set: { scores_due: true } },
    );
  };
  const findPage = (kind: string, after: number) =>
    products
      .find({ kind, id: { $gt: after } }, { projection: { id: 1 } })
      .sort({ id: 1 })
      .limit(MARKED_AT_ONCE)
      .toArray();
  return {
    /** Marks the products of the given chips or models of a kind for a check of their scores. */
    markScoresDue: async (kind: string, comparedAs: readonly string[]): Promise<void> => {
      await products.updateMany(
        { kind, compared_as: { $in: [...comparedAs] }, scores_due: { $ne: true } },
        { $set: { scores_due: true } },
      );
    },

    /**
     * Marks all products of a kind for a check of their scores. Removed products are marked, too: a removed product
     * that is imported again still has its stored scores.
     */
    markAllScoresDue: async (kind: string): Promise<void> => {
      for (let page = await findPage(kind, 0); page.length > 0;) {
        await markDue(page.map(({ _id }) => _id));
        page = await findPage(kind, page.at(-1)?.id ?? 0);
      }
    },
  };
}

function createChecks(products: Collection<ProductDocument>) {
  return {
    /**
     * Returns the stored scores of a chip or model: the scores of its oldest product that has scores, which may be a
     * removed product.
     */
    findScoresOfCompared: async (kind: string, comparedAs: string): Promise<readonly StoredScore[]> => {
      const scored = { kind, compared_as: comparedAs, scores: { $exists: true, $ne: [] } };
      const [first] = await products.find(scored).sort({ id: 1 }).limit(1).toArray();
      return first?.scores ?? [];
    },

    /**
     * Claims the next products that are marked for a check of their scores, including products that a crashed check has
     * left unchecked.
     * @param afterId only products with a larger `_id` are claimed, in the order of the ids
     */
    claimScoresDue: async (
      checkId: string,
      { afterId, limit }: { afterId: string; limit: number },
    ): Promise<ProductDocument[]> => {
      const due = await products
        .find({ scores_due: { $exists: true }, _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      const ids = due.map(({ _id }) => _id);
      await products.updateMany({ _id: { $in: ids } }, { $set: { scores_due: checkId } });
      // Read the products after the claim, because an earlier check may have stored scores just before the claim.
      const claimed = products.find({ _id: { $in: ids } }).sort({ _id: 1 });
      return claimed.toArray();
    },

    /**
     * Ends the check of a product's scores, and stores the new scores, if there are any. A product that a later check
     * has claimed is left to the later check. A product that was marked again during the check stays marked.
     */
    endScoresCheck: async (
      id: string,
      checkId: string,
      { scores, now }: { scores: readonly StoredScore[] | null; now: Date },
    ): Promise<void> => {
      const set = scores && { $set: { scores, dirty: true, updated_at: now }, $inc: { revision: 1 } };
      const ended = await products.updateOne(
        { _id: id, scores_due: checkId },
        { ...set, $unset: { scores_due: true } },
      );
      if (ended.matchedCount === 0 && set) await products.updateOne({ _id: id, scores_due: true }, set);
    },
  };
}
