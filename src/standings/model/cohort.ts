import type { PartKind } from "../../kinds/kinds.ts";

/** The kinds of part by which builds are compared with each other. No benchmark measures memory or motherboards. */
export const cohortKinds = ["cpu", "gpu"] as const satisfies readonly PartKind[];

/**
 * A kind of part (CPU or GPU) that the builds of a cohort, which is a group of comparable builds, may have in common.
 */
export type CohortKind = (typeof cohortKinds)[number];

/**
 * The parts by which a build is compared: the slugs of the model of its processor and of the chip of its graphics
 * card. An absent part is unknown.
 */
export type CohortParts = { [kind in CohortKind]?: string | undefined };

/** The key of the cohort (group of comparable builds) of all builds with a run in a category. */
export const EVERYTHING = "all";

/**
 * Returns the key of the cohort (group of comparable builds) with the given parts: "all", "cpu=intel-core-i7-9700k" or
 * "cpu=intel-core-i7-9700k&gpu=nvidia-geforce-rtx-4070-12gb".
 * @param parts the parts that the builds of the cohort share; none for the cohort of all builds
 */
export function cohortOf(parts: CohortParts): string {
  const named = cohortKinds.flatMap((kind) => (parts[kind] === undefined ? [] : [`${kind}=${parts[kind]}`]));
  return named.length === 0 ? EVERYTHING : named.join("&");
}

/**
 * Returns the keys of all cohorts (groups of comparable builds) that contain an entry with the given parts: at most
 * four, with "all" first.
 */
export function cohortsOf({ cpu, gpu }: CohortParts): string[] {
  return [...new Set([{}, { cpu }, { gpu }, { cpu, gpu }].map(cohortOf))];
}

/**
 * Returns the key of the cohort with which the outlier check compares the scores of a build with the given parts. The
 * cohort has the builds with the same parts of the kinds that the benchmark measures. Returns null if a part of one
 * of these kinds is unknown.
 */
export function checkedCohortOf(parts: CohortParts, measures: readonly CohortKind[]): string | null {
  if (measures.some((kind) => parts[kind] === undefined)) return null;
  return cohortOf(Object.fromEntries(measures.map((kind) => [kind, parts[kind]])));
}

/**
 * Returns the name of a pair of CPU and GPU: the two slugs with a colon between them; the text of an unknown part is
 * empty. In the ranking of all builds, an account counts once for each pair.
 */
export function pairOf({ cpu, gpu }: CohortParts): string {
  return `${cpu ?? ""}:${gpu ?? ""}`;
}

/**
 * A place that the best entry of an account takes in a cohort (a group of comparable builds). In a cohort with parts,
 * each account has one place. In the cohort of all entries, an account has one place for each pair of CPU and GPU
 * that it has measured.
 */
export interface Place {
  cohort: string;
  /**
   * For a place in the cohort of all builds: the CPU and GPU of the build, in the form of `pairOf`. Null in other
   * cohorts (groups of comparable builds).
   */
  pair: string | null;
}

/** Returns the place that a best run of a build with the given parts takes in a cohort (group of comparable builds). */
export function placeIn(cohort: string, parts: CohortParts): Place {
  return { cohort, pair: cohort === EVERYTHING ? pairOf(parts) : null };
}

/**
 * Returns the places that an entry (best run of a build) with the given parts may take, one in each cohort (group of
 * comparable builds).
 */
export function placesOf(parts: CohortParts): Place[] {
  return cohortsOf(parts).map((cohort) => placeIn(cohort, parts));
}

/**
 * Returns the name by which the ranks of a cohort (group of comparable builds) store an account: the id of the account
 * and, in the cohort of all builds, the CPU and GPU.
 */
export function memberOf(accountId: string, { pair }: Place): string {
  return pair === null ? accountId : `${accountId}:${pair}`;
}

/** Returns the account, and the place in a cohort (group of comparable builds), for a name that `memberOf` has made. */
export function readMember(member: string, cohort: string): { accountId: string; place: Place } {
  if (cohort !== EVERYTHING) return { accountId: member, place: { cohort, pair: null } };
  const end = member.indexOf(":");
  return { accountId: member.slice(0, end), place: { cohort, pair: member.slice(end + 1) } };
}
