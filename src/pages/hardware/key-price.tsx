import type { ComponentChildren } from "preact";
import type { ProductRecord } from "../../products/index.ts";
import { hrefOfChip } from "../layout/chip-link.tsx";
import { Day, formatPrice } from "../layout/figures.tsx";
import { isCurrent, NoCurrentPrice } from "../lists/price.tsx";
import type { PricedChip } from "./priced-chip.ts";

interface KeyPriceProps {
  /** The label of the price, such as "Lowest price". */
  name: string;
  product: Pick<ProductRecord, "price" | "price_date" | "price_is_old">;
  /** The chip of a card that has no current price; undefined if no card with the chip has a current price either. */
  sameChip?: PricedChip | undefined;
  /** The content below a current price, such as the price per GB of memory. */
  children?: ComponentChildren;
}

/** The price among the key figures of a product or a chip: large if it is current, else small with its day. */
export function KeyPrice({ name, product, sameChip, children }: KeyPriceProps) {
  const { price, price_date } = product;
  return (
    <div>
      <dt>{name}</dt>
      {price === null || price_date === null || !isCurrent(product) ? (
        <>
          <dd>
            <NoCurrentPrice product={product} />
          </dd>
          {sameChip && (
            <dd class="note">
              <a href={hrefOfChip(sameChip.slug)}>same chip from {formatPrice(sameChip.price)}</a>
            </dd>
          )}
        </>
      ) : (
        <>
          <dd class="figure-large">{formatPrice(price)}</dd>
          <dd class="note">
            {children}
            price of <Day at={price_date} />
          </dd>
        </>
      )}
    </div>
  );
}
