import {
  buildOfThing,
  labelOfBenchmark,
  thingOf,
  type ComparedThing,
  type Comparison,
  type FigureValue,
  type ThingId,
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

/**
 * Returns whether a verdict says that a figure is better than the figure of the first build or run; null for "no real
 * difference".
 */
export function isGood(verdict: NonNullable<Difference["verdict"]>): boolean | null {
  if (verdict === "no real difference") return null;
  return verdict === "faster" || verdict === "steadier" || verdict === "more efficient";
}

/** Returns the address of the page of a compared build or run. */
export function hrefOfThing(thing: ComparedThing): string {
  return "run_id" in thing ? `/r/${encodeURIComponent(thing.run_id)}` : `/b/${thing.build_id}`;
}

/**
 * The number of characters of a shortened run id. People can distinguish the runs of a comparison by this many
 * characters.
 */
const SHORT_ID = 8;

/** Returns a short, readable id of a compared build or run: "build 7", "run 7f4df3a4". */
export function shortIdOf(thing: ComparedThing): string {
  return "run_id" in thing ? `run ${thing.run_id.slice(0, SHORT_ID)}` : `build ${thing.build_id}`;
}

/**
 * Returns the name of a compared build, or of the build of a compared run; with the short id if another compared build
 * or run has the same name.
 */
export function nameOfThing(thing: ComparedThing, { compared }: Pick<Comparison, "compared">): string {
  const { name } = buildOfThing(thing);
  const isUnique = compared.every((other) => other === thing || buildOfThing(other).name !== name);
  return isUnique ? name : `${name} (${shortIdOf(thing)})`;
}

/** Returns the id of a compared build or run for the query string of the page. */
export function idOf(thing: ComparedThing): string {
  return "run_id" in thing ? thing.run_id : String(thing.build_id);
}

/** Returns whether an id is the id of the given compared build or run. */
export function isAbout(id: ThingId, thing: ComparedThing): boolean {
  return "run_id" in id
    ? "run_id" in thing && thing.run_id === id.run_id
    : !("run_id" in thing) && thing.build_id === id.build_id;
}

/** Summarises a comparison: one sentence for each difference of scores that has a verdict. */
export function findings(comparison: Comparison): string[] {
  return comparison.results.flatMap((result) => {
    const where = labelOfBenchmark(result);
    const base = result.score.values.find(({ difference, mean }) => difference === null && mean !== null);
    if (!base) return [];
    const first = nameOfThing(thingOf(comparison, base), comparison);
    return result.score.values.flatMap((value) => {
      const { difference } = value;
      if (!difference?.verdict) return [];
      const name = nameOfThing(thingOf(comparison, value), comparison);
      if (difference.verdict === "no real difference")
        return [`${where}: between ${name} and ${first} there is no real difference.`];
      const by = formatNumber(Math.abs(difference.percent), 1);
      return [`${where}: ${name} is ${difference.verdict} than ${first}, by ${by} %.`];
    });
  });
}
