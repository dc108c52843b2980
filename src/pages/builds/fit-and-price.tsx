import type { BuildAnswer } from "../../builds/index.ts";
import { partKinds, type PartKind } from "../../kinds/kinds.ts";
import type { CheckedParts, Misfit } from "../../products/index.ts";
import { formatPrice } from "../layout/figures.tsx";
import { titleOfKind } from "../layout/kinds.ts";
import { PriceDay } from "../lists/price.tsx";
import { pricedParts } from "./words.ts";

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

interface PartsPriceProps {
  build: Pick<BuildAnswer["build"], "parts" | "price">;
  /** The current prices of the parts, by their kinds. */
  prices: CheckedParts["prices"];
}

/** Shows the total of the current prices of the parts that a build names, and which parts have no such price. */
export function PartsPrice({ build: { parts, price }, prices }: PartsPriceProps) {
  const { total, known, of, oldest_date } = price;
  if (of === 0) return null;
  if (total === null) return <p class="note">None of the parts has a current price.</p>;
  const missing = partKinds.filter((kind) => parts[kind] && !prices.has(kind));
  const summed = [pricedParts(known, of), ...(missing.length > 0 ? [haveNoPrice(missing)] : [])].join("; ");
  return (
    <p>
      <strong>{formatPrice(total)}</strong>{" "}
      <span class="note">
        {summed}; {known === 1 ? "this price is of " : "the oldest of these prices: "}
        <PriceDay day={oldest_date} />
      </span>
    </p>
  );
}

const listed = new Intl.ListFormat("en-GB");

/** Returns a sentence such as "the memory and the motherboard have no current price". */
function haveNoPrice(kinds: readonly PartKind[]): string {
  const named = kinds.map((kind) => `the ${titleOfKind(kind).toLowerCase()}`);
  return `${listed.format(named)} ${named.length === 1 ? "has" : "have"} no current price`;
}
