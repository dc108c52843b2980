import type { PartSummary } from "../../answers/part-summary.ts";
import { cohortKinds, type CohortKind } from "../../standings/index.ts";

interface WithParts {
  parts: { readonly [kind in CohortKind]?: PartSummary | undefined };
}

/** Returns the names of a build's processor and graphics card, as one line; empty if both are unknown. */
export function mainPartsOf(build: WithParts | undefined): string {
  const parts = cohortKinds.map((kind) => build?.parts[kind]);
  return parts.flatMap((part) => (part ? `${part.make} ${part.model}` : [])).join(" · ");
}
