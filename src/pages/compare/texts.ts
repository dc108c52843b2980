import {
  labelOfBenchmark,
  nameOfThing,
  shownBenchmarks,
  thingOf,
  verdictOf,
  type ComparedBenchmark,
  type ComparedThing,
  type Comparison,
  type FigureValue,
} from "../../compare/index.ts";
import { isolated } from "../../charts/isolated.ts";
import { formatNumber } from "../../charts/scales.ts";

type Difference = NonNullable<FigureValue["difference"]>;

/** Returns a percentage with its sign and one decimal, without the percent sign: "+2.4". */
export function signed(percent: number): string {
  return `${percent < 0 ? "−" : "+"}${formatNumber(Math.abs(percent), 1)}`;
}

/** Returns the 95 % interval of a difference in words: "+2.4 to +4.0 %"; null if the difference has no interval. */
export function intervalOf({ interval }: Difference): string | null {
  return interval && `${signed(interval.low_percent)} to ${signed(interval.high_percent)} %`;
}

/**
 * Returns true for a verdict that means better than the baseline, false for a verdict that means worse, and null for a
 * verdict that decides neither.
 */
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

/** Returns texts as a list in a sentence: "a, b and c". */
function listOf(texts: readonly string[]): string {
  return [texts.slice(0, -1).join(", "), ...texts.slice(-1)].filter((text) => text !== "").join(" and ");
}

/**
 * Summarises a comparison: a sentence for each real difference of scores, then sentences that name the benchmarks
 * without a real difference, and the benchmarks with too few runs, grouped by the compared builds or runs.
 */
export function findings(comparison: Comparison): string[] {
  const found = shownBenchmarks(comparison).map((result) => findingsOf(comparison, result));
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

/** Returns the names of the baseline and of the builds or runs to which a verdict applies, as in "a and b and c". */
const betweenOf = (one: ReturnType<typeof findingsOf>, verdict: "alike" | "unclear"): string =>
  `${one.first} and ${listOf(one[verdict])}`;

/**
 * Returns the real differences of the scores of a benchmark as sentences, and the names of the builds or runs without a
 * real difference (`alike`) and with too few runs (`unclear`).
 */
function findingsOf(comparison: Comparison, result: ComparedBenchmark) {
  const where = isolated(labelOfBenchmark(result));
  const base = result.score.values.find(({ difference, mean }) => difference === null && mean !== null);
  const nameOf = (value: Parameters<typeof thingOf>[1]) =>
    isolated(nameOfThing(thingOf(comparison, value), comparison));
  const first = base ? nameOf(base) : "";
  const found = { where, first, real: [] as string[], alike: [] as string[], unclear: [] as string[] };
  for (const value of result.score.values) {
    const { difference } = value;
    const verdict = verdictOf(value, result.score);
    if (!difference || !verdict) continue;
    const name = nameOf(value);
    const by = formatNumber(Math.abs(difference.percent), 1);
    if (verdict === "no real difference") found.alike.push(name);
    else if (verdict === "too few runs to tell") found.unclear.push(name);
    else found.real.push(`${where}: ${name} is ${verdict} than ${first}, by ${by} %.`);
  }
  return found;
}
