import { formatNumber } from "../../charts/scales.ts";
import type { Config } from "../../config.ts";

/** The setting after how many days a price is old. */
export type PriceNoteProps = Pick<Config, "PRICE_MAX_AGE_DAYS">;

/** Says where the prices of a page come from, and how old a current price may be. */
export const PriceNote = ({ PRICE_MAX_AGE_DAYS: days }: PriceNoteProps) => (
  <p class="note">
    The operator of this site imports the prices with the catalogue, in US dollars. No shop updates them. A
    price of an unknown day, or of more than {formatNumber(days, 0)} days ago, is no current price.
  </p>
);
