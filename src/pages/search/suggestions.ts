import { z } from "zod";
import { cachedHeaders, cacheableReply } from "../../http/cacheable-reply.ts";
import { defineRoute } from "../../http/route.ts";
import type { ProductRecord } from "../../products/index.ts";
import { hrefOfChip } from "../layout/chip-link.tsx";
import { hrefOfProduct, titleOfKind } from "../layout/kinds.ts";
import type { Page } from "../layout/site.ts";
import { MAX_QUERY_CHARACTERS, SUGGESTIONS_PATH } from "../layout/suggest-field.tsx";
import { priceText } from "../lists/price.tsx";
import { unlessUnavailable } from "../lists/unless-unavailable.ts";
import { hitOfBuild, type Hit, type SearchDeps, type SiteSearch } from "./find-everything.ts";

/**
 * How many products the search of everything suggests. OTHERS is the number of suggested games, builds and people each.
 */
const PRODUCTS = 5;
const OTHERS = 3;

const query = z.object({ query: z.string().max(MAX_QUERY_CHARACTERS).trim().min(1) });

const hit = z.strictObject({ name: z.string(), note: z.string(), href: z.string() });
type Suggestion = z.output<typeof hit>;
const answer = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), suggestions: z.array(hit) })),
});

/** The route of the suggestions of everything, for the search fields of the pages. */
export const suggestionsRoute =
  (deps: SearchDeps, search: SiteSearch): Page =>
  () =>
    defineRoute({
      method: "GET",
      path: SUGGESTIONS_PATH,
      summary: "Suggestions for a search field: what the search of everything finds first, in groups",
      action: "read what is public",
      auth: "none",
      query,
      responses: { 200: { json: answer, headers: cachedHeaders } },
      handler: async ({ query: { query } }) => cacheableReply({ groups: await suggest(deps, search, query) }),
    });

/** Returns the groups with suggestions. Products with only similar names are left out if another group has hits. */
async function suggest({ isUnavailable }: SearchDeps, search: SiteSearch, query: string) {
  const asked = { query, literal: false, page: 1, limit: PRODUCTS };
  const [hardware, games, builds, people] = await Promise.all([
    unlessUnavailable(search.hardware(asked), isUnavailable),
    search.games(query, { page: 1, limit: OTHERS }),
    search.builds(query, { page: 1, limit: OTHERS }),
    search.people(query, { page: 1, limit: OTHERS }),
  ]);
  const isApproximate = hardware?.found.approximate === true;
  const products = {
    name: isApproximate ? "Hardware with the nearest names" : "Hardware",
    suggestions: hardware ? hitsOfHardware(hardware) : [],
  };
  const others = [
    { name: "Games and tests", suggestions: (games?.results ?? []).map(suggestionOf) },
    { name: "Builds", suggestions: (builds?.results ?? []).map(hitOfBuild).map(suggestionOf) },
    { name: "People", suggestions: (people?.results ?? []).map(suggestionOf) },
  ];
  const found = [products, ...others].filter(({ suggestions }) => suggestions.length > 0);
  // As on the search page, leave out products with only similar names if another group has hits.
  return isApproximate && found.length > 1 ? found.filter((group) => group !== products) : found;
}

/** Returns a hit of the search as a suggestion, with the hit's notes joined to one line. */
const suggestionOf = ({ name, notes, href }: Hit): Suggestion => ({ name, note: notes.join(" · "), href });

/** Returns found products as suggestions. Each chip of graphics cards follows the first card that has it. */
function hitsOfHardware({
  found: { results },
  chips,
}: Awaited<ReturnType<SiteSearch["hardware"]>>): Suggestion[] {
  const named = new Set<string>();
  return results.flatMap((product) => {
    const chip = chips.find(({ slug }) => slug === product["chip"] && !named.has(slug));
    if (!chip) return [hitOfProduct(product)];
    named.add(chip.slug);
    const cards = { name: `All cards with ${chip.title}`, note: "Chip", href: hrefOfChip(chip.slug) };
    return [hitOfProduct(product), cards];
  });
}

function hitOfProduct(product: ProductRecord): Suggestion {
  const { kind, make, model, url_slug } = product;
  return {
    name: `${make} ${model}`,
    note: [titleOfKind(kind), ...[priceText(product) ?? []].flat()].join(" · "),
    href: hrefOfProduct({ kind, url_slug }),
  };
}
