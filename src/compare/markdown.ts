/**
 * Returns a Markdown table. Its first column is text; its other columns are right-aligned, because most of them hold
 * numbers.
 */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = header.map((_, index) => (index === 0 ? ":--" : "--:"));
  return [line(header), line(rule), ...rows.map(line)].join("\n");
}

/**
 * Matches punctuation that has a meaning in Markdown and that CommonMark 0.31 (2.4) allows to be escaped. A dot matches
 * only after `www`, because GitHub turns `www.` into a link.
 */
const MARKUP = /[\\`*_{}[\]<>#|~&@:!$^=]|(?<=www)\./gi;

/** Escapes a text for Markdown, so that it contains neither markup nor links. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(MARKUP, "\\$&");
}

/** Formats a percentage with its sign and one decimal. */
export function signed(percent: number): string {
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)}`;
}
