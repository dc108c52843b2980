import type { Comparisons } from "../../compare/index.ts";
import type { ComparedKind } from "./tray-cookie.ts";

/** Dependencies of `namesOf`. */
export interface NamesDeps {
  comparisons: Pick<Comparisons, "findBuilds" | "findRuns" | "namesOfProducts">;
}

/**
 * Returns the names of builds, runs or products to compare. A run has the name of its label or, without a label, of its
 * build.
 * @throws InvalidInputError that names each item that does not exist, and each run that is not complete
 */
export async function namesOf(
  { comparisons }: NamesDeps,
  { kind, ids }: { kind: ComparedKind; ids: readonly string[] },
): Promise<string[]> {
  if (ids.length === 0) return [];
  if (kind === "products") return comparisons.namesOfProducts(ids);
  if (kind === "runs")
    return (await comparisons.findRuns(ids)).map(({ build, label }) => label ?? build.name);
  return (await comparisons.findBuilds(ids.map(Number))).map(({ name }) => name);
}

/**
 * Returns a name for an item (a build, run or product) without a look-up: "build 17", "run <run_id>", or the words of a
 * product's slug.
 */
export function nameById(kind: ComparedKind, id: string): string {
  return kind === "products" ? (id.split("/")[1] ?? "").replaceAll("-", " ") : `${kind.slice(0, -1)} ${id}`;
}
