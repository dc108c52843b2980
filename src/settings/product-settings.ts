import { integer } from "./values.ts";

/** The settings of the catalogue: how long a price counts. */
export const productSettings = {
  /** Age in days beyond which a price is old: pages mark an old price, and no score per USD is computed from it. */
  PRICE_MAX_AGE_DAYS: integer(1, 36_500).default(365),
};
