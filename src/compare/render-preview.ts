import { PICTURE_LEFT, pictureOf, textElement } from "../benchmarks/index.ts";
import { formatFigure } from "../charts/format-figure.ts";
import { isolated } from "../charts/isolated.ts";
import { cleanText } from "../charts/svg-text.ts";
import type { Comparison } from "./comparison.ts";
import type { AnyComparison } from "./comparisons.ts";
import { isWithheld } from "./compare-products.ts";
import { labelOfBenchmark, thingOf } from "./labels.ts";
import type { ProductComparison } from "./product-comparison.ts";
import { nameOfThing } from "./thing-names.ts";
import { titlePartsOf, type TitlePart } from "./titles.ts";

/** The maximum number of characters of each text in the picture of a comparison. */
const ROOM = { title: 46, benchmark: 62, name: 58 } as const;

/**
 * The maximum number of bars in the picture of a comparison. The picture states how many further bars there would be.
 */
const BARS_SHOWN = 4;
/**
 * The bars in the picture of a comparison: the vertical position of the name above the first bar, the distance between
 * two bars, the size of the longest bar, all in pixels.
 */
const BAR = { top: 252, pitch: 92, width: 760, height: 34 } as const;
/** The vertical position of the first name in a picture without bars, and the distance between two names, in pixels. */
const NAMES = { top: 240, pitch: 46 } as const;

/**
 * A benchmark of which at least two of the compared builds, runs or products have results, with the bars that the
 * picture shows.
 */
interface SharedBenchmark {
  label: string;
  /** A note about the figures of the benchmark, such as "higher is better". */
  about: string;
  unit: string;
  bars: readonly { name: string; score: number }[];
}

/**
 * Draws a comparison as a picture for chats, as SVG: its heading, and bars of the first benchmark in which at least two
 * of the builds, runs or products are compared. Without such a benchmark, the picture shows only their names. All texts
 * are cleaned and escaped, so names cannot add markup.
 */
export function renderPreview(comparison: AnyComparison): string {
  const title = titleIn(titlePartsOf(comparison), ROOM.title);
  const shared = "facts" in comparison ? sharedByProducts(comparison) : sharedByThings(comparison);
  const heading = textElement("title", PICTURE_LEFT, 104, title);
  if (shared.bars.length > 1) return pictureWithBars(title, heading, shared);
  const names = namesOf(comparison).map((name) => cleanText(name, ROOM.name));
  return pictureOf(
    [title, ...names],
    [
      heading,
      textElement("build", PICTURE_LEFT, 156, "They have no benchmark in common"),
      ...names.map((name, index) => textElement("part", PICTURE_LEFT, NAMES.top + index * NAMES.pitch, name)),
    ],
  );
}

function pictureWithBars(title: string, heading: string, { label, about, unit, bars }: SharedBenchmark) {
  const benchmark = cleanText(label, ROOM.benchmark);
  const highest = Math.max(...bars.map(({ score }) => score));
  const shown = bars.slice(0, BARS_SHOWN).map(({ name, score }) => ({
    name: cleanText(name, ROOM.name),
    figure: `${formatFigure(score, unit)} ${unit}`,
    width: Math.max(4, Math.round((BAR.width * score) / highest)),
  }));
  const more = bars.length - shown.length;
  return pictureOf(
    [title, benchmark, ...shown.map(({ name, figure }) => `${isolated(name)} ${figure}`)],
    [
      heading,
      textElement("build", PICTURE_LEFT, 156, benchmark),
      textElement("label", PICTURE_LEFT, 198, about),
      ...shown.map(barElements),
      more === 0 ? "" : textElement("label", PICTURE_LEFT, 614, `and ${more} more`),
    ],
  );
}

/** Draws the name of a compared build, run or product, and below the name a bar with its figure at the end. */
function barElements({ name, figure, width }: { name: string; figure: string; width: number }, row: number) {
  const y = BAR.top + row * BAR.pitch;
  return (
    textElement("part", PICTURE_LEFT, y, name) +
    `<rect x="${PICTURE_LEFT}" y="${y + 14}" width="${width}" height="${BAR.height}" rx="4" fill="#5aa2ff"/>` +
    textElement("score", PICTURE_LEFT + width + 18, y + 14 + 29, figure)
  );
}

/**
 * Returns the first benchmark in which builds or runs have results with the same settings, with the mean of each build
 * or run that has a score.
 */
function sharedByThings(comparison: Comparison): SharedBenchmark {
  const found = comparison.results.find(({ settings_differ }) => settings_differ !== true);
  if (!found) return NOTHING_SHARED;
  const { unit, higher_is_better, values } = found.score;
  const bars = values.flatMap((value) => {
    const thing = thingOf(comparison, value);
    const isUnranked = "run_id" in thing && thing.unranked !== null;
    const name = `${nameOfThing(thing, comparison)}${isUnranked ? " (not ranked)" : ""}`;
    return value.mean === null ? [] : [{ name, score: value.mean }];
  });
  return { label: labelOfBenchmark(found), about: betterWords(higher_is_better !== false), unit, bars };
}

/**
 * Returns the first benchmark in which the medians of products are compared, with the median of each product that has
 * one.
 */
function sharedByProducts({ kind, compared, results }: ProductComparison): SharedBenchmark {
  const mediansOf = ({ values }: ProductComparison["results"][number]) =>
    values.flatMap(({ median }, index) =>
      median === null ? [] : [{ name: compared[index]?.name ?? "", score: median }],
    );
  const found = results.find((result) => !isWithheld(kind, result) && mediansOf(result).length > 1);
  if (!found) return NOTHING_SHARED;
  const { unit } = found.benchmark;
  const about = `median of the builds, ${betterWords(found.higher_is_better)}`;
  return { label: labelOfBenchmark(found), about, unit, bars: mediansOf(found) };
}

const NOTHING_SHARED: SharedBenchmark = { label: "", about: "", unit: "", bars: [] };

const betterWords = (isHigherBetter: boolean) => `${isHigherBetter ? "higher" : "lower"} is better`;

function namesOf(comparison: AnyComparison): string[] {
  if ("facts" in comparison) return comparison.compared.map(({ name }) => name);
  return comparison.compared.map((thing) => nameOfThing(thing, comparison));
}

/**
 * Returns a heading as one cleaned line of about `room` characters. If the whole heading is longer, each of two names
 * is cut to an equal share. A heading of more than two names is cut at its end.
 */
function titleIn(parts: readonly TitlePart[], room: number): string {
  const cut = cleanText(parts.map(({ text }) => text).join(""), room);
  const isWhole = !cut.endsWith("…");
  const names = parts.filter(({ isName }) => isName).length;
  if (!isWhole && names > 2) return cut;
  const ofWords = parts.reduce((sum, { text, isName }) => sum + (isName ? 0 : text.length), 0);
  const share = isWhole ? room : Math.floor((room - ofWords) / names);
  return parts.map(({ text, isName }) => (isName ? isolated(cleanText(text, share)) : text)).join("");
}
