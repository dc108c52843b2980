import { isOfUnknownGame } from "../benchmarks/index.ts";
import { isolated } from "../charts/isolated.ts";
import { formatDay, formatMoment } from "../charts/format-day.ts";
import type { ComparedRun, ComparedThing, Comparison } from "./comparison.ts";
import { textOfSettings } from "./compared-settings.ts";
import { buildOfThing, labelOfBenchmark } from "./labels.ts";

/** The builds or runs of a comparison. A name has to identify one of them. */
type Compared = Pick<Comparison, "compared">;

/**
 * Returns the models of the processor and the graphics card of a compared build, or of the build of a compared run;
 * null if the build has neither.
 */
export function hardwareOf({ parts }: ComparedThing): string | null {
  const models = [parts["cpu"], parts["gpu"]].flatMap((part) => part?.model ?? []);
  return models.length === 0 ? null : models.join(" · ");
}

/**
 * Returns the words that distinguish a compared build or run from others with the same name of the build. For a build:
 * its hardware, else "build 7". For a run: its label, its build if another build has the same name, what it measured, and
 * its day. If another run has the same words, the day is followed by the time, then by the place of the run in its
 * submission, and then by its id.
 */
export function marksOf(thing: ComparedThing, comparison: Compared): string {
  const others = namesakesOf(thing, comparison.compared);
  const texts = marksByDetail(thing, others, comparison);
  const clear = texts.findIndex((text, detail) =>
    others.every((other) => marksByDetail(other, [thing], comparison)[detail] !== text),
  );
  return texts.at(clear) ?? "";
}

/**
 * Returns what a compared run measured, if the other runs measured something else: the benchmark or game with its
 * settings or, if only the settings differ, the settings. Null if all runs measured the same, and for a build.
 */
function measuredOf(thing: ComparedThing, { compared }: Compared): string | null {
  if (!("run_id" in thing)) return null;
  const runs = compared.filter((one) => "run_id" in one);
  if (haveDifferentBenchmarks({ compared })) return labelOfBenchmark(thing);
  const settings = textOfSettings(thing);
  return runs.every((run) => textOfSettings(run) === settings) ? null : settings;
}

/** Returns whether the runs of a comparison measured different benchmarks, games or tests. */
export function haveDifferentBenchmarks({ compared }: Compared): boolean {
  return new Set(compared.flatMap((one) => ("run_id" in one ? measuredKeyOf(one) : []))).size > 1;
}

/** Returns a text that is equal for runs of the same benchmark and game or test. Each unknown game counts as another. */
export function measuredKeyOf(run: ComparedRun): string {
  return JSON.stringify([run.benchmark_id, isOfUnknownGame(run) ? run.run_id : run.variant]);
}

/** The number of characters at the beginning of a run's id that nearly always distinguish two runs. */
const SHORT_ID_CHARACTERS = 8;

/** Returns the texts that can distinguish a compared build or run from the others, the shortest text first. */
function marksByDetail(
  thing: ComparedThing,
  others: readonly ComparedThing[],
  comparison: Compared,
): string[] {
  const build = markOfBuild(thing, others);
  if (!("run_id" in thing)) return [build, `build ${thing.build_id}`];
  const { build_id, label, created_at, sequence, run_id } = thing;
  const isOfOther = others.some((other) => other.build_id !== build_id);
  const facts = [label, isOfOther ? build : null, measuredOf(thing, comparison)];
  const known = facts.filter((fact) => fact !== null);
  const day = formatDay(created_at);
  const time = formatMoment(created_at);
  const beginning = `${time}, run ${run_id.slice(0, SHORT_ID_CHARACTERS)}`;
  const whens = [day, time, `${time}, number ${sequence}`, beginning, `${time}, run ${run_id}`];
  return whens.map((when) => [...known, when].join(", "));
}

/**
 * Returns the hardware of a compared build if the hardware of all others differs, else the word "build" and the id of
 * the build.
 */
function markOfBuild(thing: ComparedThing, others: readonly ComparedThing[]): string {
  const hardware = hardwareOf(thing);
  const isOfOthers = others.some(
    (other) => other.build_id !== thing.build_id && hardwareOf(other) === hardware,
  );
  return hardware === null || isOfOthers ? `build ${thing.build_id}` : hardware;
}

function namesakesOf(thing: ComparedThing, compared: readonly ComparedThing[]): ComparedThing[] {
  const { name } = buildOfThing(thing);
  return compared.filter((other) => other !== thing && buildOfThing(other).name === name);
}

/**
 * Returns the name of a compared build, or of the build of a compared run. If another compared build or run has the
 * same name, the result has further words that distinguish the two. If runs measured different benchmarks or games, the
 * name of each run says what it measured.
 */
export function nameOfThing(thing: ComparedThing, comparison: Compared): string {
  const { name } = buildOfThing(thing);
  const isUnique = namesakesOf(thing, comparison.compared).length === 0;
  const isOfOther = haveDifferentBenchmarks(comparison);
  const marks = isUnique ? isOfOther && measuredOf(thing, comparison) : marksOf(thing, comparison);
  return marks ? `${isolated(name)} (${marks})` : name;
}
