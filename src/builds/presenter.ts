import type { BuildSummary } from "../answers/build-answer.ts";
import type { PartSummary } from "../answers/part-summary.ts";
import type { RunSummary } from "../benchmarks/index.ts";
import { partKinds, type PartKind } from "../kinds/kinds.ts";
import type { Part } from "../products/index.ts";
import type { Build } from "./model/build.ts";

/** The parts of a build that the catalogue contains, by the names of their kinds. */
type FoundParts = Readonly<Partial<Record<string, Part>>>;

/** The data that the public representation of a build contains besides the stored build. */
interface BuildContext {
  /** The parts of the build, by the names of their kinds. */
  parts: FoundParts;
  /** The names of the owners of builds, by the ids of their accounts. */
  ownerNames: ReadonlyMap<string, string>;
}

/** Returns the public representation of a build. */
export function presentBuild(build: Build, { parts, ownerNames }: BuildContext) {
  const { build_id, name, owner, hidden } = summariseBuild(build, ownerNames);
  return {
    build_id,
    name,
    ...(hidden && { hidden }),
    parts: presentParts(parts),
    owner,
    created_at: build.created_at.toISOString(),
  };
}

/** Returns the public representation of the parts of a build, by the names of their kinds. */
export function presentParts(parts: FoundParts): Partial<Record<PartKind, PartSummary>> {
  const presented = partKinds.flatMap((kind): [PartKind, PartSummary][] => {
    const part = parts[kind];
    if (!part) return [];
    return [[kind, { kind, id: part.id, make: part.make, model: part.model, url_slug: part.url_slug }]];
  });
  return Object.fromEntries(presented);
}

/**
 * Returns the short public representation of a build, for the resources that belong to the build, such as runs. The
 * name of a deleted owner is empty.
 */
export function summariseBuild(
  { _id, name, owner_id, hidden }: Pick<Build, "_id" | "name" | "owner_id" | "hidden">,
  ownerNames: ReadonlyMap<string, string>,
): BuildSummary {
  const owner = owner_id === null ? null : { account_id: owner_id, name: ownerNames.get(owner_id) ?? "" };
  return { build_id: _id, name, owner, ...(hidden && { hidden: { reason: hidden.reason } }) };
}

/**
 * Returns the public representation of the statistics of a build's runs of one benchmark.
 * @param standing the standing (rank) of the build's ranked run: null if no run is ranked, undefined if the standing is
 * unknown for now
 */
export function presentSummary<Standing>(
  { latest, ...summary }: RunSummary,
  standing: Standing | null | undefined,
) {
  const { benchmark_id: id, name, unit } = summary;
  return {
    ...summary,
    benchmark: { id, name, unit },
    latest: { ...latest, created_at: latest.created_at.toISOString() },
    ...(standing !== undefined && { standing }),
  };
}
