/** The limits of how many runs a build accepts, and from how many of its newest runs its figures are computed. */
export interface BuildLimits {
  /** Maximum number of runs of a build that has an owner. */
  maxRuns: number;
  /** Maximum number of runs of one account on a build without an owner, to which every account may add runs. */
  maxOwnRuns: number;
  /**
   * Number of newest runs from which the figures of a build with an owner are computed. The number exceeds `maxRuns`,
   * because a build may accept a few runs more than `maxRuns` before the service has counted its runs.
   */
  maxFigureRuns: number;
  /** Number of newest runs from which the figures of a build without an owner are computed. */
  maxOwnerlessFigureRuns: number;
}

/** The limits that the service applies to builds. */
export const buildLimits: BuildLimits = {
  maxRuns: 5000,
  maxOwnRuns: 500,
  maxFigureRuns: 10_000,
  maxOwnerlessFigureRuns: 5000,
};
