import { fromFile, message, type Message } from "../../readers/index.ts";
import type { Run } from "./run.ts";

/**
 * Returns why a run is suspect; null where it is not. What a reviewer decided comes first, then the doubt of the reader of its file,
 * then that it lies far from the other results of its category. A suspect run is shown with this reason, and not ranked.
 */
export function suspicionOf({
  review,
  suspect,
  outlier,
}: Pick<Run, "review" | "suspect" | "outlier">): Message | null {
  if (review?.decision === "accepted") return null;
  if (review?.decision === "rejected") return rejectedFor(review.reason ?? "no reason was given");
  return suspect ?? outlier ?? null;
}

// The reviewer writes for everybody, so both forms are the same.
function rejectedFor(reason: string): Message {
  return message`A reviewer rejected this result: ${fromFile(reason, reason)}`;
}
