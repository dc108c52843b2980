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

/** Shows the total of the current prices of the parts that a build names, and how many parts have no such price. */
export function PartsPrice({ price }: { price: CheckedParts["price"] }) {
  const { total, known, of, oldest_date } = price;
  if (of === 0) return null;
  if (total === null) return <p class="note">None of the parts has a current price.</p>;
  const oldest = (
    <>
      the oldest of these prices: <PriceDay day={oldest_date} isOld={false} />
    </>
  );
  if (known < of)
    return (
      <p class="note">
        Price of {formatFigure(known)} of {countText(of, "part")}: {formatPrice(total)}; {oldest}. The others
        have no current price.
      </p>
    );
  return (
    <p>
      <strong>{formatPrice(total)}</strong>{" "}
      <span class="note">
        for the {countText(of, "named part")}; {oldest}
      </span>
    </p>
  );
}
