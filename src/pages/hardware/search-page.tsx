import { InvalidInputError } from "../../errors.ts";
import { parseInput } from "../../validation/faults.ts";
import {
  asksForResults,
  productSearchQuery,
  validFieldsOf,
  chipKind,
  type ProductKind,
  type ProductSearchRequest,
} from "../../products/index.ts";
import { formatNumber } from "../../charts/scales.ts";
import { countedOf, headingOf } from "../../kinds/words.ts";
import { sharedChipOf } from "../layout/chip-link.tsx";
import { definePage } from "../layout/define-page.tsx";
import type { View } from "../layout/site.ts";
import type { NamedThings } from "./chips.ts";
import { nameResults, type ComparedBy } from "./compared-by.ts";
import { scoreIn } from "./current-scores.ts";
import { withoutFaulty, type FaultyQuery } from "./faulty-query.tsx";
import { usualOrder } from "./orders.ts";
import type { HardwarePagesDeps } from "./hardware-pages-deps.ts";
import { SearchView } from "./search-view.tsx";

/** Creates the search page of a kind of products, such as graphics cards. */
export const searchPage = (kind: ProductKind, deps: HardwarePagesDeps) =>
  definePage({
    path: `/hardware/${kind.name}`,
    summary: `Search, filter and compare ${kind.plural}`,
    action: "read what is public",
    query: productSearchQuery,
    furtherFaults: (sent) => deps.search.faultsOf(kind, validFieldsOf(sent)),
    handler: async ({ query }) => searchView(kind, deps, query),
    again: async ({ query: sent, faults }) => {
      const parsed = parseInput(productSearchQuery, withoutFaulty(sent, faults));
      if (parsed.faults) throw new InvalidInputError(faults);
      return searchView(kind, deps, parsed.value, { sent, faults });
    },
  });

/** Returns the search page of a kind. For a faulty request, it shows the faults, and the search by the valid fields. */
async function searchView(
  kind: ProductKind,
  deps: HardwarePagesDeps,
  query: ProductSearchRequest,
  faulty?: FaultyQuery,
): Promise<View> {
  const sort_by = query.sort_by ?? usualOrder(query);
  const request: ProductSearchRequest = { ...query, sort_by, facets: true };
  const searching = deps.search.find(kind, request);
  // Let the search resolve a benchmark that the request names, because the search reports all faults at once.
  const finding = asksForResults(request)
    ? searching.then(({ scored_by }) => scored_by ?? null)
    : deps.scoredBy.find(kind, {});
  const naming = finding.then((found) => nameResults(deps, found));
  const [page, comparedBy, highest, benchmarks] = await Promise.all([
    searching,
    naming,
    naming.then((by) => highestScore(deps, kind, by)),
    deps.scoredBy.measuredBenchmarks(kind),
  ]);
  const chip = request.chip ?? sharedChipOf(page);
  const named = await nameThings(deps, { ...request, chip }, comparedBy);
  const searched = query.query === undefined ? "" : `: ${query.query}`;
  return {
    title: `${headingOf(kind)}${searched}`,
    description: `${formatNumber(page.total, 0)} ${countedOf(kind)} with price, specifications and measured performance.`,
    body: (
      <SearchView
        kind={kind}
        request={query}
        page={page}
        comparedBy={comparedBy}
        benchmarks={benchmarks}
        named={named}
        highest={highest}
        config={deps.config}
        faulty={faulty}
      />
    ),
    scripts: ["apply-filters.js"],
    showsTray: true,
    source: page,
  };
}

const bestOfAll = productSearchQuery.parse({ sort_by: "performance", sort_dir: "desc", limit: "1" });

/** Returns the highest score of all products of a kind; undefined if no product has a score. */
async function highestScore({ search }: HardwarePagesDeps, kind: ProductKind, comparedBy: ComparedBy | null) {
  if (!comparedBy) return undefined;
  const { benchmark, variant } = comparedBy;
  const request = { ...bestOfAll, benchmark_id: benchmark.id, ...(variant !== null && { variant }) };
  const [best] = (await search.find(kind, request)).results;
  return best && scoreIn(best, comparedBy)?.median;
}

/** Finds the names of the parts, of the chip and of the benchmark that a request identifies by slugs and ids. */
async function nameThings(
  { catalogue, benchmarkTypes }: HardwarePagesDeps,
  { fits = {}, benchmark_id, chip }: ProductSearchRequest,
  comparedBy: ComparedBy | null,
): Promise<NamedThings> {
  const named = await Promise.all(
    Object.entries(fits).map(async ([kind, slug]) => {
      const part = slug === undefined ? null : await catalogue.findPartBySlug(kind, slug);
      return part ? [[kind, `${part.make} ${part.model}`] as const] : [];
    }),
  );
  return {
    parts: Object.fromEntries(named.flat()),
    benchmark: benchmarkTypes.find(({ id }) => id === benchmark_id)?.name,
    variant: comparedBy?.title ?? null,
    chip: chip === undefined ? undefined : (await catalogue.findCompared(chipKind.name, chip))?.title,
  };
}
