import { escapeText } from "../../charts/svg-text.ts";
import type { RunStanding } from "../../standings/index.ts";
import { LEFT, pictureOf, RIGHT, textElement } from "./picture.ts";
import { previewTextsOf, type PreviewedRun, type PreviewTexts } from "./preview-facts.ts";

/**
 * Draws a run as a picture for chats, as SVG: title, score, hardware and rank. The picture needs no frame times. All
 * texts are cleaned and escaped, so names cannot add markup.
 */
export function renderPreview(run: PreviewedRun): string {
  const texts = previewTextsOf(run);
  const spoken = [texts.title, `${texts.figure} ${texts.unit}`, ...texts.hardware, texts.standing];
  return pictureOf(spoken, [
    textElement("title", LEFT, 104, texts.title),
    textElement("build", LEFT, 156, texts.build),
    score(texts),
    ...texts.others.map(otherFigure),
    ...texts.hardware.map((part, index) => textElement("part", LEFT, 450 + index * 48, part)),
    texts.standing === "" ? "" : standing(texts.standing, run.standing?.all ?? null),
  ]);
}

function score({ figure, unit }: PreviewTexts): string {
  if (unit === "") return textElement("figure words", LEFT, 350, figure);
  return `<text class="figure" x="${LEFT - 6}" y="356">${escapeText(figure)}<tspan class="unit" dx="22" fill="#97a1ac">${escapeText(unit)}</tspan></text>`;
}

/** Draws one of the figures beside the score in the picture of a run, below the previous figure. */
function otherFigure({ label, figure, unit }: PreviewTexts["others"][number], index: number): string {
  const y = 262 + index * 94;
  return (
    `<text class="label" text-anchor="end" x="${RIGHT - 230}" y="${y}">${escapeText(label)}</text>` +
    `<text class="other" text-anchor="end" x="${RIGHT - 60}" y="${y}">${escapeText(figure)}</text>` +
    textElement("label", RIGHT - 48, y, unit)
  );
}

type Cohort = RunStanding["all"];

/**
 * Draws the rank of a run among all builds: a sentence, and below it a bar that is filled by the share of worse builds.
 */
function standing(sentence: string, cohort: Cohort): string {
  const y = 560;
  const width = RIGHT - LEFT;
  const bar =
    cohort === null
      ? ""
      : `<rect x="${LEFT}" y="${y + 24}" width="${width}" height="10" rx="5" fill="#252c35"/>` +
        `<rect x="${LEFT}" y="${y + 24}" width="${Math.max(10, Math.round((width * cohort.better_than_percent) / 100))}" height="10" rx="5" fill="#5aa2ff"/>`;
  return textElement("standing", LEFT, y + 2, sentence) + bar;
}
