import { createRandom, type Random } from "../simulate-results/random.ts";

/** What an installation has in all. */
export interface Totals {
  accounts: number;
  builds: number;
  scoreRuns: number;
  captureRuns: number;
  exportRuns: number;
  /** File runs whose file cannot be read. */
  failedRuns: number;
  submissions: number;
  /** Entries of builds in categories: a build has one of each variant that it has tried. */
  entries: number;
  /** Pairs of an account and a month in which it has submitted something. */
  accountMonths: number;
  /** The runs of the account with the most. */
  mostRuns: number;
}

/** What is assumed of people. Shares are of all runs; each stands in the report. */
export const assumptions = {
  /** The standard deviation of the logarithm of the runs of an account: a few accounts have most runs. */
  runsSigma: 1.5,
  /** Builds of an account: one, and further ones with this chance each. */
  furtherBuild: 0.4,
  captureShare: 0.3,
  exportShare: 0.1,
  /** Typed-in scores in one submission. A file is a submission of its own. */
  scoresASubmission: 3,
  failedShareOfFiles: 0.02,
  /** Variants of benchmarks that people try, the popular ones first (Zipf, exponent 1): two of scores, the others games and tests. */
  variants: 500,
  /** Months over which the runs are spread. */
  months: 12,
  /** Frames of a capture: two minutes at a hundred frames a second. */
  framesACapture: 12_000,
} as const;

/**
 * Draws the accounts of an installation one by one, in memory that does not grow with them. The same seed gives the same accounts.
 * @param onAccount is told of each account: its place, how many runs and how many builds it has
 */
export function drawPopulation(
  { accounts, runs, seed }: { accounts: number; runs: number; seed: number },
  onAccount: (account: { number: number; runs: number; builds: number }) => void,
): Totals {
  const weightOf = (random: Random) => random.factor(assumptions.runsSigma);
  // The same random numbers twice: once for the sum of the weights, once for the share of each account.
  const first = createRandom(seed);
  let weights = 0;
  for (let number = 0; number < accounts; number += 1) weights += weightOf(first);
  const random = createRandom(seed);
  const others = createRandom(seed + 1);
  const distinct = createDistinct();
  const totals: Totals = {
    accounts,
    builds: 0,
    scoreRuns: 0,
    captureRuns: 0,
    exportRuns: 0,
    failedRuns: 0,
    submissions: 0,
    entries: 0,
    accountMonths: 0,
    mostRuns: 0,
  };
  let exact = 0;
  let given = 0;
  for (let number = 0; number < accounts; number += 1) {
    // What rounding leaves of one account goes to the next, so that the sum is right.
    exact += (runs * weightOf(random)) / weights;
    const own = number === accounts - 1 ? runs - given : Math.max(0, Math.round(exact) - given);
    given += own;
    let builds = 1;
    while (others.happens(assumptions.furtherBuild)) builds += 1;
    add(totals, { runs: own, builds, distinct, round: (value) => Math.floor(value + others.between(0, 1)) });
    onAccount({ number, runs: own, builds });
  }
  return totals;
}

interface Drawn {
  runs: number;
  builds: number;
  distinct: (runs: number) => number;
  /** Rounds up or down, so that the mean stays. */
  round: (value: number) => number;
}

function add(totals: Totals, { runs, builds, distinct, round }: Drawn): void {
  const captures = Math.min(runs, round(runs * assumptions.captureShare));
  const exports = Math.min(runs - captures, round(runs * assumptions.exportShare));
  const scores = runs - captures - exports;
  const submissions = captures + exports + Math.ceil(scores / assumptions.scoresASubmission);
  totals.builds += builds;
  totals.captureRuns += captures;
  totals.exportRuns += exports;
  totals.scoreRuns += scores;
  totals.failedRuns += round((captures + exports) * assumptions.failedShareOfFiles);
  totals.submissions += submissions;
  totals.mostRuns = Math.max(totals.mostRuns, runs);
  if (runs === 0) return;
  totals.entries += round(builds * distinct(runs / builds));
  // How many of so many months have at least one of the submissions, if each is in any of them.
  const { months } = assumptions;
  totals.accountMonths += round(months * (1 - (1 - 1 / months) ** submissions));
}

/** Returns the function that tells how many different variants so many runs have on the average. */
function createDistinct(): (runs: number) => number {
  const weights = Array.from({ length: assumptions.variants }, (_, rank) => 1 / (rank + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const known = new Map<number, number>();
  return (runs) => {
    // Two digits are enough, and keep what is remembered small.
    const rounded = Number(runs.toPrecision(2));
    const found =
      known.get(rounded) ??
      weights.reduce((total, weight) => total + 1 - Math.exp((-rounded * weight) / sum), 0);
    known.set(rounded, found);
    return found;
  };
}
