import { escapeText } from "../../charts/svg-text.ts";

/**
 * The size, in pixels, of a picture that chats show beside a link. Chats do not crop a picture of this size (Open
 * Graph, 1.91 to 1).
 */
const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** The x coordinates between which a picture shows its texts, in pixels. */
export const LEFT = 72;
export const RIGHT = PREVIEW_SIZE.width - LEFT;

/**
 * The style of a picture, with the colours of the dark charts. There is one set of colours, because chats with a light
 * and with a dark theme show the same picture.
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
 * @param spoken the content of the picture as texts, for people who cannot see the picture
 * @param elements the SVG elements that are drawn on the background of the picture
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

/** Returns a line of text of a picture as an SVG element with the CSS class `style`. The function escapes the text. */
export function textElement(style: string, x: number, y: number, content: string): string {
  return `<text class="${style}" x="${x}" y="${y}">${escapeText(content)}</text>`;
}

/**
 * Matches the characters that the fonts of PNGs lack: pictographs, the joiners and selectors between pictographs, marks
 * of writing direction, and characters that are neither Latin, Greek, Cyrillic nor common to all scripts.
 */
const UNDRAWABLE =
  /(?:[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Join_Control}\p{Bidi_Control}\p{Variation_Selector}])+/gu;

/** Returns an SVG without the characters that its PNG could only show as empty boxes. */
export function drawableForm(svg: string): string {
  return svg.replaceAll(UNDRAWABLE, "");
}
