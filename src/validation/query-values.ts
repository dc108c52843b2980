/**
 * Returns the values of a list in a query string. The list may consist of several parameters of one name, of values
 * with commas between them, or of both.
 */
export function textsOf(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((one) => String(one).split(","))
    .filter((one) => one.trim() !== "");
}
