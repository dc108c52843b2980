import { escapeText } from "../../charts/svg-text.ts";

/** The size of a picture for chats, which chats show without cropping it (Open Graph, 1.91 to 1). */
const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** The x coordinates between which a picture shows its texts. */
export const LEFT = 72;
export const RIGHT = PREVIEW_SIZE.width - LEFT;

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
.result { fill: #e8edf2; font-size: 64px; font-weight: 700; }
.other { fill: #e8edf2; font-size: 56px; font-weight: 700; }
.label { font-size: 28px; }
.name { font-size: 26px; }
.hardware { fill: #e8edf2; font-size: 40px; }
.part { fill: #e8edf2; font-size: 34px; }
.score { fill: #e8edf2; font-size: 34px; font-weight: 700; }
.rank { fill: #5aa2ff; font-size: 26px; font-weight: 700; }
.standing { fill: #5aa2ff; font-size: 34px; font-weight: 700; }
`;

/**
 * Returns a picture as SVG.
 * @param spoken the content of the picture as texts, for people who cannot see it
 * @param elements the SVG elements on the ground of the picture
 */
export function pictureOf(spoken: readonly string[], elements: readonly string[]): string {
  const { width, height } = PREVIEW_SIZE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeText(spoken.filter(Boolean).join(", "))}</title>`,
    `<style>${STYLE}</style>`,
    `<rect width="${width}" height="${height}" fill="#0f141a"/>`,
    `<rect width="10" height="${height}" fill="#5aa2ff"/>`,
    ...elements,
    `</svg>\n`,
  ].join("\n");
}

/** Returns a line of text, which is escaped, as an SVG element with a class of the style of pictures. */
export function textElement(style: string, x: number, y: number, content: string): string {
  return `<text class="${style}" x="${x}" y="${y}">${escapeText(content)}</text>`;
}

/**
 * Matches the characters that the fonts for PNGs lack: pictographs, joiners and selectors between them, marks of
 * direction, and characters that are neither Latin, Greek, Cyrillic nor common to all scripts.
 */
const UNDRAWABLE =
  /(?:[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Join_Control}\p{Bidi_Control}\p{Variation_Selector}])+/gu;

/** Returns an SVG without the characters that its PNG could only show as empty boxes. */
export function drawableForm(svg: string): string {
  return svg.replaceAll(UNDRAWABLE, "");
}
