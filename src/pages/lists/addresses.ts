/** The name and the value of a parameter of a query string. */
export type Pair = readonly [name: string, value: string];

/** Returns the address of a page: its path, with a query string of the given parameters. */
export function addressOf(path: string, pairs: readonly Pair[]): string {
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  return query === "" ? path : `${path}?${query}`;
}

/**
 * Returns the query parameters that limit the ranking of a game to a resolution and a preset. An empty value means any.
 */
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
 * Returns a query without the parameters in `without`, and with the parameters in `add`. The result has no `page`, so
 * that a list with other filters begins at its first page.
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
