/** The Accept header that Firefox sends when a person opens an address. */
export const asBrowser = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

/** Returns the slugs of the products of a kind to which the rows of a table link, in the order of the rows. */
export function slugsOf(html: string, kind: string): string[] {
  const link = new RegExp(`<th scope="row"><a href="/hardware/${kind}/([^"]+)">`, "g");
  return [...html.matchAll(link)].map(([, slug = ""]) => decodeURIComponent(slug));
}

/** Returns the HTML of the groups of a page of the search, by their names without the number of their hits. */
export function groupsOf(html: string): Map<string, string> {
  const parts = html.matchAll(/<section class="stack" aria-labelledby="found-[a-z-]+">(.*?)<\/section>/gs);
  return new Map(
    [...parts].map(([, part = ""]) => [/<h2[^>]*>(.*?)(?: \([\d,]+\))?<\/h2>/.exec(part)?.[1] ?? "", part]),
  );
}
