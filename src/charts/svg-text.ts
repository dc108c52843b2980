/**
 * Matches white space, and characters that are invisible, reserved, unpaired or change the direction of text. XML
 * forbids some of these characters; others change how the surrounding text looks. Joiners do not match, because they
 * hold emoji and words of some scripts together.
 */
const HARMFUL_CHARACTERS =
  /(?:(?!\p{Join_Control})[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}])+/gu;
/** Matches three or more combining marks on one letter, because such piles of marks would overlap other lines. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Matches emoji and the characters from U+2E80 on, such as Chinese, Japanese and Korean. Such a character is up to
 * twice as wide as a Latin letter.
 */
const WIDE = /[\p{Extended_Pictographic}\u{2E80}-\u{10FFFF}]/u;

/**
 * Turns untrusted text into one harmless line of at most `maxLength` characters, where each wide character counts as
 * two. A longer line is cut and ends with an ellipsis.
 */
export function cleanText(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength * 4)
    .replaceAll(HARMFUL_CHARACTERS, " ")
    .replaceAll(PILED_MARKS, "$1")
    .trim();
  return beginningOf(line, maxLength) === line ? line : `${beginningOf(line, maxLength - 1).trimEnd()}…`;
}

/**
 * Returns the longest beginning of a line that is at most `room` characters wide, where a wide character counts as two.
 */
function beginningOf(line: string, room: number): string {
  let beginning = "";
  let left = room;
  for (const character of line) {
    left -= WIDE.test(character) ? 2 : 1;
    if (left < 0) break;
    beginning += character;
  }
  return beginning;
}

/** Escapes text for the content of an SVG element. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
