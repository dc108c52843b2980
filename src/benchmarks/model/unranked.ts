import { fromFile, message, type Message } from "../../readers/index.ts";
import type { Run } from "./run.ts";

/**
 * Returns why a run is unranked; null where it is not. A reviewer's decision overrides the doubt of the file reader,
 * which overrides the doubt of the outlier check. An unranked run is shown with this reason and is not ranked.
 */
export function unrankedOf({
  review,
  unranked,
  outlier,
}: Pick<Run, "review" | "unranked" | "outlier">): Message | null {
  if (review?.decision === "accepted") return null;
  if (review?.decision === "rejected") return rejectedFor(review.reason ?? "no reason was given");
  return unranked ?? outlier ?? null;
}

// A reviewer's reason is public, so the form for the owner and the public form are the same.
function rejectedFor(reason: string): Message {
  return message`A reviewer rejected this result: ${fromFile(reason, reason)}`;
}
