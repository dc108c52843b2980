import { visibleText } from "../validation/visible-text.ts";

/**
 * Returns text from a file, made visible by `visibleText`, as one line of at most `maxLength` characters. A longer line
 * is cut and ends with an ellipsis.
 */
export function plainText(text: string, maxLength: number): string {
  const characters = Array.from(visibleText(text.slice(0, maxLength * 4)));
  return characters.length <= maxLength
    ? characters.join("")
    : `${visibleText(characters.slice(0, maxLength).join(""))}…`;
}
