import type { OwnAccountAnswer } from "../../accounts/index.ts";
import { formatFigure, Day } from "../layout/figures.tsx";
import { BillingLinks, type PayingPages } from "./billing-links.tsx";

/** The number of runs that an account has used in the current month, the limit, and the time of the next reset. */
export type Usage = OwnAccountAnswer["usage"];

/** A bar that shows which share of a limit is used, with the used amount and the limit as text. */
export function Meter({ label, used, limit, text }: MeterProps) {
  const share = Math.min(1, limit === 0 ? 1 : used / limit);
  return (
    <div class="meter">
      <p class="row">
        <span>{label}</span>
        <span class="soft">{text ?? `${formatFigure(used)} of ${formatFigure(limit)}`}</span>
      </p>
      <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar-ground" width={100} height={4} />
        <rect
          class={share >= 1 ? "bar-full" : "bar-value"}
          width={Math.round(share * 1000) / 10}
          height={4}
        />
      </svg>
    </div>
  );
}

interface MeterProps {
  label: string;
  used: number;
  limit: number;
  /** The text beside the bar, for amounts with a unit; by default, the used amount and the limit without units. */
  text?: string;
}

/**
 * A note about the limit of results: how many results the account has left in this month, when the limit resets, and
 * where the visitor pays for more results. The script `upload.js` updates the number of runs that are left after it has
 * sent files.
 */
export function UsageNote({ usage, pages }: { usage: Usage; pages: PayingPages }) {
  const { used, limit, resets_at } = usage;
  if (limit === null) return null;
  const left = Math.max(0, limit - used);
  return (
    <>
      <p class={left === 0 ? "fault" : "note"}>
        Results left in this month: <span data-runs-left>{formatFigure(left)}</span> of {formatFigure(limit)},
        renewed on <Day at={resets_at} />.
      </p>
      <BillingLinks {...pages} />
    </>
  );
}
