import type { TestService } from "./service.ts";
import { until } from "./until.ts";

/**
 * Compares the scores of products that are marked as due until no product is marked. One check is not enough: a
 * worker of the service may have claimed the products, and stores their scores later.
 */
export async function untilScored({ services }: Pick<TestService, "services">): Promise<void> {
  const products = services.stores.mongo.db.collection("products");
  await until(async () => {
    await services.productScores.check();
    return (await products.countDocuments({ scores_due: { $exists: true } })) === 0;
  }, "the scores of all products are compared");
}
