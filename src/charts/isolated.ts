/**
 * Matches a letter of a script that is written from right to left. The list has the scripts that names use most often.
 */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";

/**
 * Returns a name for a plain text or an SVG text in which other words stand beside the name. A name that is written
 * from right to left is put between the marks of a Unicode isolate (UAX 9), so that it does not change the order of the
 * other words. In HTML the element `<bdi>` has the same effect.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `${FIRST_STRONG_ISOLATE}${name}${POP_DIRECTIONAL_ISOLATE}` : name;
}
