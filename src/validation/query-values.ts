/**
 * Returns the values of a list in a query string. The list may be a name that occurs several times, values with commas
 * between them, or both.
 */
export function textsOf(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((one) => String(one).split(","))
    .filter((one) => one.trim() !== "");
}
