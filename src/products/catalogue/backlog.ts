import type { Collection } from "mongodb";

/** How many dirty products are counted at most. */
const MOST_COUNTED = 10_000;

/**
 * Counts the dirty products of a kind, and finds the earliest of their changes: among the first 10000, so that the question costs no more
 * while an import makes all products dirty. The age is that of a product's last change: one that is changed again counts from then.
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
