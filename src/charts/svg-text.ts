/**
 * White space and invisible, direction-changing, unpaired or reserved characters. XML forbids some of them, and others change
 * how the text around them looks.
 */
const HARMFUL_CHARACTERS = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]+/gu;
/** More than two combining marks on one letter, which would reach into other lines. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Makes untrusted text one harmless line of at most `maxLength` characters. A longer line is cut and ends with an ellipsis. */
export function cleanText(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength * 4)
    .replaceAll(HARMFUL_CHARACTERS, " ")
    .replaceAll(PILED_MARKS, "$1")
    .trim();
  const characters = Array.from(line);
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`;
}

/** Escapes text for the content of an SVG element. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
