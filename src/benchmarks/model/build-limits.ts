/** How many runs a build takes, and of how many its figures are computed. */
export interface BuildLimits {
  /** The runs of a build that has an owner. */
  maxRuns: number;
  /** The runs of one account at a build without an owner, to which everybody may add. */
  maxOwnRuns: number;
  /** The figures of a build with an owner are of so many of its newest runs: of all, with those that came before it was marked as full. */
  maxFigureRuns: number;
  /** The figures of a build without an owner are of so many of its newest runs. */
  maxOwnerlessFigureRuns: number;
}

/** The limits of the service. */
export const buildLimits: BuildLimits = {
  maxRuns: 5000,
  maxOwnRuns: 500,
  maxFigureRuns: 10_000,
  maxOwnerlessFigureRuns: 5000,
};
