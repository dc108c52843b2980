import { escapeText } from "../../charts/svg-text.ts";
import type { RunStanding } from "../../standings/index.ts";
import { previewTextsOf, type PreviewedRun, type PreviewTexts } from "./preview-facts.ts";

/** The size of a picture for chats, which chats show without cropping it (Open Graph, 1.91 to 1). */
const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

const LEFT = 72;
const RIGHT = PREVIEW_SIZE.width - LEFT;

/**
 * Chats with a light and with a dark theme show the same picture, so a picture has one set of colours: the colours of
 * the dark charts.
 */
const STYLE = `
text { font-family: Inter, system-ui, sans-serif; fill: #97a1ac; font-size: 32px; }
.title { fill: #e8edf2; font-size: 42px; font-weight: 700; }
.figure { fill: #e8edf2; font-size: 168px; font-weight: 700; }
.words { font-size: 104px; }
.unit { font-size: 52px; }
.other { fill: #e8edf2; font-size: 56px; font-weight: 700; }
.label { font-size: 28px; }
.part { fill: #e8edf2; font-size: 34px; }
.standing { fill: #5aa2ff; font-size: 34px; font-weight: 700; }
`;

/**
 * Draws a run as a picture for chats, as SVG: title, score, hardware and standing. The picture needs no frame times.
 * All texts are cleaned and escaped, so names in them cannot add markup.
 */
export function renderPreview(run: PreviewedRun): string {
  const texts = previewTextsOf(run);
  const { width, height } = PREVIEW_SIZE;
  const spoken = [texts.title, `${texts.figure} ${texts.unit}`, ...texts.hardware, texts.standing];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeText(spoken.filter(Boolean).join(", "))}</title>`,
    `<style>${STYLE}</style>`,
    `<rect width="${width}" height="${height}" fill="#0f141a"/>`,
    `<rect width="10" height="${height}" fill="#5aa2ff"/>`,
    text("title", LEFT, 104, texts.title),
    text("build", LEFT, 156, texts.build),
    score(texts),
    ...texts.others.map(otherFigure),
    ...texts.hardware.map((part, index) => text("part", LEFT, 450 + index * 48, part)),
    texts.standing === "" ? "" : standing(texts.standing, run.standing?.all ?? null),
    `</svg>\n`,
  ].join("\n");
}

/**
 * Matches the characters that the fonts for PNGs lack: pictographs, joiners and selectors between them, and characters
 * that are neither Latin, Greek, Cyrillic nor common to all scripts.
 */
const UNDRAWABLE =
  /(?:[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Join_Control}\p{Variation_Selector}])+/gu;

/** Returns an SVG without the characters that its PNG could only show as empty boxes. */
export function drawableForm(svg: string): string {
  return svg.replaceAll(UNDRAWABLE, "");
}

function text(style: string, x: number, y: number, content: string): string {
  return `<text class="${style}" x="${x}" y="${y}">${escapeText(content)}</text>`;
}

function score({ figure, unit }: PreviewTexts): string {
  if (unit === "") return text("figure words", LEFT, 350, figure);
  return `<text class="figure" x="${LEFT - 6}" y="356">${escapeText(figure)}<tspan class="unit" dx="22" fill="#97a1ac">${escapeText(unit)}</tspan></text>`;
}

/** Draws one of the figures beside the score, below the figure that was drawn before. */
function otherFigure({ label, figure, unit }: PreviewTexts["others"][number], index: number): string {
  const y = 262 + index * 94;
  return (
    `<text class="label" text-anchor="end" x="${RIGHT - 230}" y="${y}">${escapeText(label)}</text>` +
    `<text class="other" text-anchor="end" x="${RIGHT - 60}" y="${y}">${escapeText(figure)}</text>` +
    text("label", RIGHT - 48, y, unit)
  );
}

type Cohort = RunStanding["all"];

/** Draws the standing of the run: a sentence, and below it a bar that is filled by the share of worse builds. */
function standing(sentence: string, cohort: Cohort): string {
  const y = 560;
  const width = RIGHT - LEFT;
  const bar =
    cohort === null
      ? ""
      : `<rect x="${LEFT}" y="${y + 24}" width="${width}" height="10" rx="5" fill="#252c35"/>` +
        `<rect x="${LEFT}" y="${y + 24}" width="${Math.max(10, Math.round((width * cohort.better_than_percent) / 100))}" height="10" rx="5" fill="#5aa2ff"/>`;
  return text("standing", LEFT, y + 2, sentence) + bar;
}
