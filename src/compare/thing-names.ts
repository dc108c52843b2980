import { isolated } from "../charts/isolated.ts";
import { formatDay, formatMoment } from "../charts/format-day.ts";
import type { ComparedThing, Comparison } from "./comparison.ts";
import { textOfSettings } from "./compared-settings.ts";
import { buildOfThing } from "./labels.ts";

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
 * its hardware, else "build 7". For a run: its label, its build if another build has the same name, its settings if the
 * others have other settings, and its day. If another run has the same words, the day is followed by the time, then by
 * the place of the run in its submission, and then by its id.
 */
export function marksOf(thing: ComparedThing, { compared }: Compared): string {
  const others = namesakesOf(thing, compared);
  const texts = marksByDetail(thing, others);
  const clear = texts.findIndex((text, detail) =>
    others.every((other) => marksByDetail(other, [thing])[detail] !== text),
  );
  return texts.at(clear) ?? "";
}

/** The number of characters at the beginning of a run's id that nearly always distinguish two runs. */
const SHORT_ID_CHARACTERS = 8;

/** Returns the texts that can distinguish a compared build or run from the others, the shortest text first. */
function marksByDetail(thing: ComparedThing, others: readonly ComparedThing[]): string[] {
  const build = markOfBuild(thing, others);
  if (!("run_id" in thing)) return [build, `build ${thing.build_id}`];
  const { build_id, label, created_at, sequence, run_id } = thing;
  const isOfOther = others.some((other) => other.build_id !== build_id);
  const settings = textOfSettings(thing);
  const isMeasuredAlike = others.every((other) => "run_id" in other && textOfSettings(other) === settings);
  const facts = [label, isOfOther ? build : null, isMeasuredAlike ? null : settings];
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
 * same name, the result has further words that distinguish the two.
 */
export function nameOfThing(thing: ComparedThing, comparison: Compared): string {
  const { name } = buildOfThing(thing);
  const isUnique = namesakesOf(thing, comparison.compared).length === 0;
  return isUnique ? name : `${isolated(name)} (${marksOf(thing, comparison)})`;
}
