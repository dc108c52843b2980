import type { Collection } from "mongodb";

/** The maximum number of dirty products that are counted: products whose latest change is not in the search index. */
const MOST_COUNTED = 10_000;

/**
 * Counts the dirty products of a kind (products whose latest change is not in the search index), and finds the earliest
 * time of their last changes. Looks at MOST_COUNTED dirty products at most, so that the query costs no more while an
 * import makes all products dirty. A product that is changed again counts from its latest change.
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
