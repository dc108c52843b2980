/**
 * Returns the values of a list in a query string: a name that occurs several times, or values with commas between them,
 * or both.
 */
export function textsOf(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((one) => String(one).split(","))
    .filter((one) => one.trim() !== "");
}
