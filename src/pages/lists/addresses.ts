/** One name and value of a query string. */
export type Pair = readonly [name: string, value: string];

/** Returns the address of a page with a query. */
export function addressOf(path: string, pairs: readonly Pair[]): string {
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** Returns the pairs that limit the ranking of a game to settings. An empty value stands for results with any value. */
export function settingPairs({
  resolution = "",
  preset = "",
}: {
  resolution?: string | undefined;
  preset?: string | undefined;
}): Pair[] {
  return [
    ["resolution", resolution],
    ["preset", preset],
  ];
}

/**
 * Returns a query without the names in `without`, and with the pairs in `add`. The result has no `page`, so that a
 * changed list begins at its first page.
 */
export function changed(
  pairs: readonly Pair[],
  { without, add = [] }: { without: readonly string[]; add?: readonly Pair[] },
): Pair[] {
  return [...pairs.filter(([name]) => name !== "page" && !without.includes(name)), ...add];
}

/** Returns the query of another page of a list. The query of the first page has no `page`. */
export function atPage(pairs: readonly Pair[], page: number): Pair[] {
  return changed(pairs, { without: [], add: page === 1 ? [] : [["page", String(page)]] });
}
