import type { ProductKind, ProductRecord } from "../../products/index.ts";
import { formatPrice } from "../layout/figures.tsx";
import { isCurrent } from "../lists/price.tsx";

/**
 * The current price of a product for one unit of its size, such as "$2.97 per GB" of memory. Renders nothing for kinds
 * of products without a size, and for a product whose size or current price is unknown.
 */
export function PricePer({ kind, product }: { kind: ProductKind; product: ProductRecord }) {
  const { size } = kind.words;
  if (!size || product.price === null || !isCurrent(product)) return null;
  const amount = product[size.field];
  if (typeof amount !== "number" || amount === 0) return null;
  return (
    <div class="note whole">
      {formatPrice(product.price / amount)} per {size.unit}
    </div>
  );
}
