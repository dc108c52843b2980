import {
  buildOfThing,
  labelOfBenchmark,
  textOfSettings,
  thingOf,
  type ComparedThing,
  type Comparison,
  type FigureValue,
  type ThingId,
} from "../../compare/index.ts";
import { formatNumber } from "../../charts/scales.ts";
import { formatDay } from "../layout/figures.tsx";

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
 * Returns whether a verdict says that a figure is better than the figure of the first build or run; null for a verdict
 * that says neither.
 */
export function isGood(verdict: NonNullable<Difference["verdict"]>): boolean | null {
  if (verdict === "no real difference" || verdict === "too few runs to tell") return null;
  return verdict === "faster" || verdict === "steadier" || verdict === "more efficient";
}

/** Returns the address of the page of a compared build or run. */
export function hrefOfThing(thing: ComparedThing): string {
  return "run_id" in thing ? `/r/${encodeURIComponent(thing.run_id)}` : `/b/${thing.build_id}`;
}

interface Compared {
  compared: readonly ComparedThing[];
}

/**
 * Returns what distinguishes a compared build or run, beside the name of the build, from the others: of a build
 * "build 7", of a run its label, its build if another build has the same name, its settings, and its day. The day has
 * the time, and then the place of the run in its submission, if another run has the same texts without them.
 */
export function marksOf(thing: ComparedThing, { compared }: Compared): string {
  const others = namesakesOf(thing, compared);
  const texts = marksByDetail(thing, others);
  const find = (detail: number) => texts[detail] ?? "";
  const clear = texts.findIndex((text, detail) =>
    others.every((other) => marksByDetail(other, [thing])[detail] !== text),
  );
  return find(clear === -1 ? texts.length - 1 : clear);
}

/** Returns the texts that `marksOf` may return, the shortest first. */
function marksByDetail(thing: ComparedThing, others: readonly ComparedThing[]): string[] {
  if (!("run_id" in thing)) return [`build ${thing.build_id}`];
  const { build_id, label, created_at, sequence, run_id } = thing;
  const isOfOther = others.some((other) => other.build_id !== build_id);
  const facts = [label, isOfOther ? `build ${build_id}` : null, textOfSettings(thing)];
  const known = facts.filter((fact) => fact !== null);
  const day = formatDay(created_at);
  const time = `${day}, ${created_at.slice(11, 16)} UTC`;
  const whens = [day, time, `${time}, number ${sequence}`, `${time}, run ${run_id}`];
  return whens.map((when) => [...known, when].join(", "));
}

function namesakesOf(thing: ComparedThing, compared: readonly ComparedThing[]): ComparedThing[] {
  const { name } = buildOfThing(thing);
  return compared.filter((other) => other !== thing && buildOfThing(other).name === name);
}

/**
 * Returns the name of a compared build, or of the build of a compared run; with its marks if another compared build or
 * run has the same name.
 */
export function nameOfThing(thing: ComparedThing, comparison: Compared): string {
  const { name } = buildOfThing(thing);
  const isUnique = namesakesOf(thing, comparison.compared).length === 0;
  return isUnique ? name : `${name} (${marksOf(thing, comparison)})`;
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
      if (difference.verdict === "too few runs to tell")
        return [`${where}: there are too few runs to tell whether ${name} and ${first} differ.`];
      const by = formatNumber(Math.abs(difference.percent), 1);
      return [`${where}: ${name} is ${difference.verdict} than ${first}, by ${by} %.`];
    });
  });
}
