/** Where a command writes what it finds. */
export type Output = ReturnType<typeof createOutput>;

/**
 * Creates the output of a command: entries on standard output, as text or as one JSON object a line, and remarks on
 * standard error.
 */
export function createOutput(isJson: boolean) {
  return {
    isJson,
    /** Shows an entry: all of it as JSON, or a text for people. */
    show: (entry: object, text: string): void => console.log(isJson ? JSON.stringify(entry) : plain(text)),
    /** Tells the person something about the work. */
    say: (text: string): void => console.error(plain(text)),
  };
}

/** Joins the known ones of some facts. */
export const joined = (facts: readonly (string | null | undefined | false)[], separator = " · "): string =>
  facts.filter((fact) => typeof fact === "string" && fact !== "").join(separator);

/** Writes a score for people: frame rates with one decimal, as the pages do. */
export const scoreText = (score: number, unit: string): string =>
  `${unit === "fps" ? score.toFixed(1) : String(score)} ${unit}`;

/** Removes control characters: names come from other people, and a terminal would obey what they hold. */
export const plain = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replaceAll(/\p{Cc}/gu, " "))
    .join("\n");
