const MAX_QUOTED_LENGTH = 60;

/** Text from a file as one line of at most `maxLength` characters: each run of blanks and control characters becomes one blank. */
export function plainText(text: string, maxLength: number): string {
  const line = text.slice(0, maxLength * 4).replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ");
  const characters = Array.from(line.toWellFormed().trim());
  return characters.length <= maxLength ? characters.join("") : `${characters.slice(0, maxLength).join("")}…`;
}

/** Text from a file, shortened and in quotation marks, for use inside a message. */
export function quoted(text: string): string {
  return `"${plainText(text, MAX_QUOTED_LENGTH)}"`;
}

/** "a", "a and b", "a, b and c"; items beyond `max` are only counted ("a, b and 3 more"). */
export function listed(items: readonly string[], max = 12): string {
  const shown = items.length > max ? [...items.slice(0, max), `${items.length - max} more`] : items;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** "1 row", "2 rows". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
