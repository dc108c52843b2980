import type { Migration } from "../../infra/migrations.ts";
import { comparedAsOf } from "./compared-as.ts";
import type { ProductDocument } from "./product-document.ts";

/**
 * Stores with each product the chip or model as which the product is compared. Marks the product for a check of its
 * scores, so that the product gets the scores of its chip or model.
 */
export const comparedAsMigration: Migration = {
  form: 4,
  name: "every product says as which chip or model it is compared",
  collection: "products",
  fields: { kind: 1, fields: 1, compared_as: 1 },
  rewrite: (document) => {
    const { kind, fields, compared_as } = document as unknown as ProductDocument;
    const compared = comparedAsOf(kind, fields);
    if (compared === undefined || compared === compared_as) return null;
    return { $set: { compared_as: compared, scores_due: true } };
  },
};
