import { fromFile, message, type Message, type UnrankedReason } from "../../readers/index.ts";
import type { Run } from "./run.ts";

/**
 * The code of a reason that holds even if a reviewer accepts the run: the file of the run contradicts itself, so that
 * no reviewer can know which of its figures is right.
 */
export const NEVER_RANKED = "clock_contradicts" satisfies UnrankedReason["code"];

/**
 * Returns why a run is unranked; null where the run may be ranked. An unranked run is shown with this reason, and no
 * ranking, median or figure of a build includes the run. A reviewer's decision takes precedence over the file reader's
 * reason, and the file reader's reason takes precedence over that of the outlier check. Only the reason NEVER_RANKED
 * takes precedence over a reviewer who accepts the run. A hidden run counts as rejected.
 */
export function unrankedOf({
  review,
  unranked,
  outlier,
}: Pick<Run, "review" | "unranked" | "outlier">): UnrankedReason | null {
  if (review?.decision === "accepted") return unranked?.code === NEVER_RANKED ? unranked : null;
  if (review) return { code: "rejected", ...rejectedFor(review.reason ?? "no reason was given") };
  return unranked ?? (outlier ? { code: "outlier", ...outlier } : null);
}

/** Returns why the operator has hidden a run; null for a run that is not hidden. */
export function hiddenReasonOf({ review }: Pick<Run, "review">): string | null {
  return review?.decision === "hidden" ? (review.reason ?? "") : null;
}

// The submitter of a rejected run reads the same message as everybody else, because a reviewer's reason is public.
function rejectedFor(reason: string): Message {
  return message`A reviewer rejected this result: ${fromFile(reason, reason)}`;
}
