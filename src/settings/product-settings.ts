import { integer } from "./values.ts";

/** The settings of the catalogue: how long a price counts as current. */
export const productSettings = {
  /**
   * The age, in days, beyond which a price counts as old: pages mark an old price, and no score per USD is computed
   * from it.
   */
  PRICE_MAX_AGE_DAYS: integer(1, 36_500).default(365),
};
