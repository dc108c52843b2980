import type { StandingAnswer } from "../../answers/standing-answer.ts";
import { cleanText, escapeText } from "../../charts/svg-text.ts";
import { formatFigure } from "../../charts/format-figure.ts";
import { placeInWords } from "../../charts/standing-in-words.ts";
import { headlineOf } from "../model/result-headline.ts";
import { LEFT, pictureOf, RIGHT, textElement } from "./picture.ts";

/**
 * The facts about a build that its picture shows. The names come from people, and must be cleaned before they are
 * drawn.
 */
export interface PreviewedBuild {
  build: { name: string; owner: { name: string } | null };
  /** The short names of the hardware of a build, such as "RTX 4070 SUPER" and "32 GB". */
  hardware: readonly string[];
  results: readonly PreviewedResult[];
}

interface PreviewedResult {
  benchmark_id: number;
  /** The name of the benchmark of a result in the picture. */
  name: string;
  /** The displayed name of the game or test; null for a benchmark without variants. */
  title: string | null;
  unit: string;
  best: number | null;
  standing?: Pick<StandingAnswer, "all"> | null | undefined;
}

/** The maximum number of characters of each text in the picture of a build. */
const ROOM = { name: 46, owner: 62, hardware: 48, result: 24 } as const;

/** The maximum number of results that a picture of a build shows beside each other. */
const RESULTS_SHOWN = 3;
const COLUMN_WIDTH = (RIGHT - LEFT) / RESULTS_SHOWN;

/**
 * Draws a build as a picture for chats, as SVG: its name, owner and hardware, and those of its results that are
 * compared with the most builds. All texts are cleaned and escaped, so names cannot add markup.
 */
export function renderBuildPreview({ build, hardware, results }: PreviewedBuild): string {
  const name = cleanText(build.name, ROOM.name);
  const owner = build.owner?.name ? `by ${cleanText(build.owner.name, ROOM.owner)}` : "";
  const line = cleanText(hardware.join(" · "), ROOM.hardware);
  const shown = results
    .flatMap((result) => (result.best === null ? [] : [{ ...result, best: result.best }]))
    .toSorted((a, b) => comparedWith(b) - comparedWith(a))
    .slice(0, RESULTS_SHOWN);
  const spoken = shown.map(
    (result) => `${headlineOf(result)} ${formatFigure(result.best, result.unit)} ${result.unit}`,
  );
  return pictureOf(
    [name, owner, line, ...spoken.map((text) => cleanText(text, ROOM.owner))],
    [
      textElement("title", LEFT, 104, name),
      textElement("build", LEFT, 156, owner),
      textElement("hardware", LEFT, 260, line),
      ...(shown.length === 0
        ? [textElement("other", LEFT, 470, "No result yet")]
        : shown.map(resultElements)),
    ],
  );
}

const comparedWith = ({ standing }: PreviewedResult): number => standing?.all?.builds ?? 0;

/** Draws one result of a build in a column of the picture: the benchmark, the best score and the rank. */
function resultElements(result: PreviewedResult & { best: number }, index: number): string {
  const x = LEFT + index * COLUMN_WIDTH;
  const { best, unit, standing } = result;
  return [
    textElement("name", x, 400, cleanText(headlineOf(result), ROOM.result)),
    `<text class="result" x="${x}" y="482">${escapeText(formatFigure(best, unit))}<tspan class="label" dx="12" fill="#97a1ac">${escapeText(unit)}</tspan></text>`,
    standing?.all ? textElement("rank", x, 540, placeInWords(standing.all)) : "",
  ].join("");
}
