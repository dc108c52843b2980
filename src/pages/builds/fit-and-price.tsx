import type { CheckedParts, Misfit } from "../../products/index.ts";
import { formatFigure, formatPrice } from "../layout/figures.tsx";
import { PriceDay } from "../lists/price.tsx";
import { countText } from "./words.ts";

/** Says which parts do not fit each other, and why. Renders nothing if no such parts are known. */
export function Misfits({ misfits }: { misfits: readonly Misfit[] }) {
  if (misfits.length === 0) return null;
  return (
    <div class="notice notice-warn">
      <p>These parts do not fit each other:</p>
      <ul>
        {misfits.map(({ detail }) => (
          <li>{detail}</li>
        ))}
      </ul>
    </div>
  );
}

/** Shows the total price of the parts that a build names, with their number and the day of the oldest price. */
export function PartsPrice({ price }: { price: CheckedParts["price"] }) {
  const { total, known, of, oldest_date, old } = price;
  if (of === 0) return null;
  if (total === null) return <p class="note">No price of the parts is known.</p>;
  return (
    <p>
      <strong>{formatPrice(total)}</strong>{" "}
      <span class="note">
        for {known < of && `${formatFigure(known)} of `}the {countText(of, "named part")}; the oldest price:{" "}
        <PriceDay day={oldest_date} isOld={old > 0} />
      </span>
    </p>
  );
}
