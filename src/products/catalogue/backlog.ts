import type { Collection } from "mongodb";

/** The maximum number of dirty products that are counted: products whose latest change is not in the search index. */
const MOST_COUNTED = 10_000;

/**
 * Counts the dirty products of a kind (products whose latest change is not in the search index), and finds the
 * earliest time of their last changes. The query reads at most MOST_COUNTED dirty products, so that an import that
 * makes all products dirty does not make the query slow. A product that is changed again counts from its latest
 * change.
 */
export async function backlogOf<P extends { kind: string; dirty: boolean; updated_at: Date }>(
  products: Collection<P>,
  kind: string,
): Promise<{ count: number; oldest: Date | null }> {
  const [found] = await products
    .aggregate<{ count: number; oldest: Date }>([
      { $match: { kind, dirty: true } },
      { $limit: MOST_COUNTED },
      { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: "$updated_at" } } },
    ])
    .toArray();
  return { count: found?.count ?? 0, oldest: found?.oldest ?? null };
}
