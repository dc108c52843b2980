import { checkedCohortOf, type CohortKind, type CohortParts } from "../model/cohort.ts";

/**
 * The fields that the hourly outlier check reads from an entry (a build's best run), or from a run that is marked as
 * an outlier and so has no entry.
 */
export interface CheckedResult {
  account_id: string;
  build_id: number;
  parts: CohortParts;
  value: number;
}

/** The results of one category (benchmark, variant and settings), stored as numbers. */
export type CategoryEntries = ReturnType<typeof createCategoryEntries>;

/**
 * Stored instead of the number of a cohort (builds with the same parts) if a part that the benchmark measures is
 * unknown.
 */
const NO_COHORT = -1;
/** How many numbers are stored for each result: its value, and the numbers of its build, its account and its cohort. */
const FIELDS = 4;
const FIRST_SIZE = 64;

/**
 * Creates an empty list for the results of a category (benchmark, variant and settings). The results are stored as
 * numbers, because there may be a million of them.
 * @param measures kinds of part that the benchmark of the category measures
 */
export function createCategoryEntries(measures: readonly CohortKind[]) {
  const numberOfAccount = createNumbering();
  const numberOfCohort = createNumbering();
  let size = 0;
  let fields = new Float64Array(FIELDS * FIRST_SIZE);
  return {
    /**
     * Adds a result to the list of results that the outlier check compares. Returns the index of the result in the
     * list, from 0.
     */
    add: ({ account_id, build_id, parts, value }: CheckedResult): number => {
      if (FIELDS * size === fields.length) {
        const larger = new Float64Array(2 * fields.length);
        larger.set(fields);
        fields = larger;
      }
      const name = checkedCohortOf(parts, measures);
      const cohort = name === null ? NO_COHORT : numberOfCohort(name);
      fields.set([value, build_id, numberOfAccount(account_id), cohort], FIELDS * size);
      size += 1;
      return size - 1;
    },

    /** Returns how many results the outlier check compares in the category. */
    count: (): number => size,

    /**
     * Returns one of the results that the outlier check compares, by its index: its value, the id of its build, and the
     * numbers of its account and of its cohort (builds with the same parts).
     */
    at: (index: number) => ({
      value: fields[FIELDS * index] ?? 0,
      build_id: fields[FIELDS * index + 1] ?? 0,
      account: fields[FIELDS * index + 2] ?? 0,
      cohort: fields[FIELDS * index + 3] ?? NO_COHORT,
    }),
  };
}

/**
 * Returns the best scores of the accounts in each cohort (builds with the same parts), as a map whose keys are the
 * numbers of the cohorts. Scores of 0 are left out.
 */
export function bestsOfCohorts(entries: CategoryEntries): Map<number, Float64Array> {
  const bests = new Map<number, Map<number, number>>();
  for (let index = 0; index < entries.count(); index += 1) {
    const { cohort, account, value } = entries.at(index);
    if (cohort === NO_COHORT || value === 0) continue;
    const ofCohort = bests.get(cohort) ?? new Map<number, number>();
    bests.set(cohort, ofCohort);
    raise(ofCohort, account, value);
  }
  const scoresOf = (ofCohort: Map<number, number>) => Float64Array.from(ofCohort.values(), Math.abs);
  return new Map([...bests].map(([cohort, ofCohort]) => [cohort, scoresOf(ofCohort)]));
}

/**
 * Returns the two accounts with the best values, the best account first.
 * @param valueAt returns the value of the result with an index; null leaves the result out
 */
export function bestAccounts(
  entries: CategoryEntries,
  valueAt: (index: number) => number | null,
): { account: number; value: number }[] {
  const bests = new Map<number, number>();
  for (let index = 0; index < entries.count(); index += 1) {
    const value = valueAt(index);
    if (value !== null) raise(bests, entries.at(index).account, value);
  }
  let two: { account: number; value: number }[] = [];
  for (const [account, value] of bests)
    if (two.length < 2 || value > (two[1]?.value ?? 0))
      two = [...two, { account, value }].toSorted((a, b) => b.value - a.value).slice(0, 2);
  return two;
}

/** Creates a function that numbers texts from 0 upwards; equal texts get the same number. */
function createNumbering() {
  const numbers = new Map<string, number>();
  return (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
}

function raise(bests: Map<number, number>, account: number, value: number): void {
  if (value > (bests.get(account) ?? Number.NEGATIVE_INFINITY)) bests.set(account, value);
}
