/**
 * Returns the words of a text in the form in which searches compare them: without case, accents and punctuation, each
 * word once.
 */
export function wordsOf(text: string): string[] {
  const folded = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return [...new Set(folded.match(/[\p{L}\p{N}]+/gu))];
}
