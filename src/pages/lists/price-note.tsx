import { formatNumber } from "../../charts/scales.ts";
import type { Config } from "../../config.ts";

/** The setting with the number of days after which a price is old. */
export type PriceNoteProps = Pick<Config, "PRICE_MAX_AGE_DAYS">;

/** Says where the prices of a page come from, and how old a current price may be. */
export const PriceNote = ({ PRICE_MAX_AGE_DAYS: days }: PriceNoteProps) => (
  <p class="note">
    Prices in US dollars come with the catalogue; no shop updates them. A price without a day, or of more than{" "}
    {formatNumber(days, 0)} days ago, is no current price.
  </p>
);
