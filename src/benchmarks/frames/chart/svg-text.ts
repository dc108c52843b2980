/** Invisible, direction-changing, unpaired and reserved characters: XML forbids some, and the others change how their neighbours look. */
const harmful = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]+/gu;
/** Marks that would stand in piles on one letter and reach into other lines. */
const piledMarks = /(\p{M}{2})\p{M}+/gu;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text from anywhere as one line of at most `maxLength` characters; a longer one ends with an ellipsis. */
export function cleanText(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength * 4)
    .replaceAll(harmful, " ")
    .replaceAll(piledMarks, "$1")
    .trim();
  const characters = Array.from(line);
  return characters.length <= maxLength
    ? line
    : `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`;
}

/** Text as the content of an SVG element. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
