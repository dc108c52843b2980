/** The output of a command: functions that show entries and remarks. */
export type Output = ReturnType<typeof createOutput>;

/**
 * Creates the output of a command. Entries go to standard output, as text or as one JSON object a line, and remarks to
 * standard error.
 */
export function createOutput(isJson: boolean) {
  return {
    isJson,
    /** Shows an entry of a command's output: as JSON, or as a text for people. */
    show: (entry: object, text: string): void => console.log(isJson ? JSON.stringify(entry) : plain(text)),
    /** Writes a remark for the person to standard error. */
    say: (text: string): void => console.error(plain(text)),
  };
}

/** Joins facts into one text, without empty texts, null, undefined and false. */
export const joined = (facts: readonly (string | null | undefined | false)[], separator = " · "): string =>
  facts.filter((fact) => typeof fact === "string" && fact !== "").join(separator);

/** Returns a score as a text for people: frame rates have one decimal, as on the pages of the service. */
export const scoreText = (score: number, unit: string): string =>
  `${unit === "fps" ? score.toFixed(1) : String(score)} ${unit}`;

/**
 * Replaces control characters by blanks: texts contain names from other people, and a terminal would execute control
 * characters in these names.
 */
export const plain = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replaceAll(/\p{Cc}/gu, " "))
    .join("\n");
