import type { ProductRecord } from "../../products/index.ts";
import { formatDay } from "../../charts/format-day.ts";
import { Day, formatPrice } from "../layout/figures.tsx";
import { Unknown } from "./unknown.tsx";

type Priced = Pick<ProductRecord, "price" | "price_date" | "price_is_old">;

/** The price of a product in USD with its day, and whether the price is old; a dash if the price is unknown. */
export function Price({ product: { price, price_date, price_is_old } }: { product: Priced }) {
  if (price === null) return <Unknown />;
  return (
    <>
      {formatPrice(price)}
      <div class="note">
        <PriceDay day={price_date} isOld={price_is_old === true} />
      </div>
    </>
  );
}

/** The day of a price, and whether the price is old. */
export function PriceDay({ day, isOld }: { day: string | null; isOld: boolean }) {
  if (day === null) return <>on an unknown day</>;
  return (
    <>
      {isOld && "old price of "}
      <Day at={day} />
    </>
  );
}

/**
 * Returns the price of a product with its day as a text, such as "$299.00 on 2 Nov 2026"; null if the price is unknown.
 */
export function priceText({ price, price_date, price_is_old }: Priced): string | null {
  if (price === null) return null;
  const day = price_date === null ? "an unknown day" : formatDay(price_date);
  return `${formatPrice(price)} on ${day}${price_is_old === true ? " (old)" : ""}`;
}
