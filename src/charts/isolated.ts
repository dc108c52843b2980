/** Matches a letter of the scripts that are written from right to left and that names have most often. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";

/**
 * Returns a name for a plain text or an SVG text in which other words stand beside the name: a name from right to left
 * stands between the marks of a Unicode isolate (UAX 9), so that it does not change the order of the other words. In
 * HTML the element `<bdi>` does the same.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `${FIRST_STRONG_ISOLATE}${name}${POP_DIRECTIONAL_ISOLATE}` : name;
}
