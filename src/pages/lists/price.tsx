import type { ProductRecord } from "../../products/index.ts";
import { formatDay } from "../../charts/format-day.ts";
import { Day, formatPrice } from "../layout/figures.tsx";
import { Unknown } from "./unknown.tsx";

type Priced = Pick<ProductRecord, "price" | "price_date" | "price_is_old">;

/**
 * The current price of a product in USD with its day. If the price is old, the component says that there is no current
 * price, and shows the old price in small letters. If the price is unknown, it shows a dash.
 */
export function Price({ product }: { product: Priced }) {
  const { price, price_date } = product;
  if (price === null) return <Unknown />;
  if (!isCurrent(product)) return <NoCurrentPrice product={product} />;
  return (
    <>
      {formatPrice(price)}
      <div class="note">
        <PriceDay day={price_date} />
      </div>
    </>
  );
}

/**
 * Says that a product has no current price. Shows a known old price in small letters, with its day: "was $449.00 on 20
 * Apr 2022".
 */
export function NoCurrentPrice({ product: { price, price_date } }: { product: Priced }) {
  return (
    <>
      <span class="soft">no current price</span>
      {price !== null && (
        <div class="note">
          was {formatPrice(price)} on <PriceDay day={price_date} />
        </div>
      )}
    </>
  );
}

/** Returns whether a product has a price of a known day that is not old. */
export const isCurrent = ({ price, price_is_old }: Priced): boolean =>
  price !== null && price_is_old === false;

/** The day of a price. */
export function PriceDay({ day }: { day: string | null }) {
  return day === null ? <>an unknown day</> : <Day at={day} />;
}

/**
 * Returns the current price of a product with its day as a text, such as "$299.00 on 2 Nov 2026"; null if the product
 * has no current price.
 */
export function priceText(product: Priced): string | null {
  const { price, price_date } = product;
  if (price === null || price_date === null || !isCurrent(product)) return null;
  return `${formatPrice(price)} on ${formatDay(price_date)}`;
}
