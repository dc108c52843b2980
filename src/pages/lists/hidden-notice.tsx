import type { HiddenNote } from "../../answers/build-answer.ts";

/** Tells the owner of a hidden build or run why nobody else sees it. */
export function HiddenNotice({ what, hidden }: { what: "build" | "run"; hidden: HiddenNote | undefined }) {
  if (!hidden) return null;
  return (
    <p class="notice notice-warn">
      <b>The operator has hidden this {what}.</b> Only you and the admins see it, and it counts nowhere. The
      reason: <bdi>{hidden.reason}</bdi>
    </p>
  );
}
