import { fromFile, message, type Message, type UnrankedReason } from "../../readers/index.ts";
import type { Run } from "./run.ts";

/**
 * Returns why a run is unranked: shown with this reason, in no ranking, median or figure of a build. Null where the run
 * may be ranked. A reviewer's decision overrides the file reader, which overrides the outlier check.
 */
export function unrankedOf({
  review,
  unranked,
  outlier,
}: Pick<Run, "review" | "unranked" | "outlier">): UnrankedReason | null {
  if (review?.decision === "accepted") return null;
  if (review?.decision === "rejected")
    return { code: "rejected", ...rejectedFor(review.reason ?? "no reason was given") };
  return unranked ?? (outlier ? { code: "outlier", ...outlier } : null);
}

// A reviewer's reason is public, so the form for the owner and the public form are the same.
function rejectedFor(reason: string): Message {
  return message`A reviewer rejected this result: ${fromFile(reason, reason)}`;
}
