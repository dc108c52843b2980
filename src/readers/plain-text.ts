/**
 * Returns text from a file as one line of at most `maxLength` characters: each run of blanks and control characters
 * becomes one blank.
 */
export function plainText(text: string, maxLength: number): string {
  const line = text.slice(0, maxLength * 4).replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ");
  const characters = Array.from(line.toWellFormed().trim());
  return characters.length <= maxLength ? characters.join("") : `${characters.slice(0, maxLength).join("")}…`;
}
