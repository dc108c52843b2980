import {
  labelOfBenchmark,
  nameOfThing,
  thingOf,
  type ComparedBenchmark,
  type ComparedThing,
  type Comparison,
  type FigureValue,
  type ProductComparison,
} from "../../compare/index.ts";
import { formatNumber } from "../../charts/scales.ts";

type Difference = NonNullable<FigureValue["difference"]>;

/** Returns a percentage with its sign and two decimals, because differences of benchmarks are small. */
export function signed(percent: number): string {
  return `${percent < 0 ? "−" : "+"}${formatNumber(Math.abs(percent), 2)}`;
}

/** Returns the 95 % interval of a difference in words: "+2.43 to +4.03 %"; null if the difference has no interval. */
export function intervalOf({ interval }: Difference): string | null {
  return interval && `${signed(interval.low_percent)} to ${signed(interval.high_percent)} %`;
}

/** Returns whether a verdict says that a figure is better than the one to which it is compared; null if it says neither. */
export function isGood(verdict: NonNullable<Difference["verdict"]>): boolean | null {
  if (verdict === "no real difference" || verdict === "too few runs to tell") return null;
  return verdict === "faster" || verdict === "steadier" || verdict === "more efficient";
}

/** Returns the address of the page of a compared build or run. */
export function hrefOfThing(thing: ComparedThing): string {
  return "run_id" in thing ? `/r/${encodeURIComponent(thing.run_id)}` : `/b/${thing.build_id}`;
}

/** Returns the id of a compared build or run for the query string of the page. */
export function idOf(thing: ComparedThing): string {
  return "run_id" in thing ? thing.run_id : String(thing.build_id);
}

/** How many names a title has; the others are counted. */
const NAMES_IN_TITLE = 3;

/**
 * Returns the heading of a comparison: the names of the compared builds or runs; of more than three runs of one
 * benchmark their number and the name of the benchmark.
 */
export function titleOf(comparison: Comparison): string {
  const { compared, results, total, only_in_one } = comparison;
  const names = compared.map((thing) => nameOfThing(thing, comparison));
  const [only] = results;
  const isOfRuns = compared.some((thing) => "run_id" in thing);
  if (names.length > NAMES_IN_TITLE && isOfRuns && only && total === 1 && only_in_one.total === 0)
    return `${names.length} runs of ${labelOfBenchmark(only)}`;
  return namesInTitle(names);
}

/** Returns the heading of a comparison of products: their names. */
export function titleOfProducts({ compared }: ProductComparison): string {
  return namesInTitle(compared.map(({ name }) => name));
}

function namesInTitle(names: readonly string[]): string {
  const more = names.length - NAMES_IN_TITLE;
  if (more <= 1) return listOf(names);
  return `${names.slice(0, NAMES_IN_TITLE).join(", ")} and ${more} more`;
}

/** Returns texts as a list in a sentence: "a, b and c". */
function listOf(texts: readonly string[]): string {
  return [texts.slice(0, -1).join(", "), ...texts.slice(-1)].filter((text) => text !== "").join(" and ");
}

/**
 * Summarises a comparison: a sentence for each real difference of scores, and then the benchmarks without a real
 * difference and those with too few runs: benchmarks of the same builds or runs share a sentence.
 */
export function findings(comparison: Comparison): string[] {
  const found = comparison.results.map((result) => findingsOf(comparison, result));
  const isOfTwo = comparison.compared.length === 2;
  const those = (verdict: "alike" | "unclear", ofTwo: string, ofMore: string): string[] => {
    const some = found.filter((one) => one[verdict].length > 0);
    if (isOfTwo && some.length > 0) return [`${ofTwo} ${listOf(some.map(({ where }) => where))}.`];
    const between = [...new Set(some.map((one) => betweenOf(one, verdict)))];
    return between.map((names) => {
      const places = some.filter((one) => betweenOf(one, verdict) === names).map(({ where }) => where);
      return `${ofMore} between ${names} in ${listOf(places)}.`;
    });
  };
  return [
    ...found.flatMap(({ real }) => real),
    ...those("alike", "There is no real difference in", "There is no real difference"),
    ...those(
      "unclear",
      "There are too few runs to tell about a difference in",
      "There are too few runs to tell about a difference",
    ),
  ];
}

/** Returns between which builds or runs a benchmark has a verdict: "a and b, c". */
const betweenOf = (one: ReturnType<typeof findingsOf>, verdict: "alike" | "unclear"): string =>
  `${one.first} and ${listOf(one[verdict])}`;

/** Returns the real differences of the scores of a benchmark as sentences, and the names of the other compared things. */
function findingsOf(comparison: Comparison, result: ComparedBenchmark) {
  const where = labelOfBenchmark(result);
  const base = result.score.values.find(({ difference, mean }) => difference === null && mean !== null);
  const first = base ? nameOfThing(thingOf(comparison, base), comparison) : "";
  const found = { where, first, real: [] as string[], alike: [] as string[], unclear: [] as string[] };
  for (const value of result.score.values) {
    const { difference } = value;
    if (!difference?.verdict) continue;
    const name = nameOfThing(thingOf(comparison, value), comparison);
    const by = formatNumber(Math.abs(difference.percent), 1);
    if (difference.verdict === "no real difference") found.alike.push(name);
    else if (difference.verdict === "too few runs to tell") found.unclear.push(name);
    else found.real.push(`${where}: ${name} is ${difference.verdict} than ${first}, by ${by} %.`);
  }
  return found;
}
