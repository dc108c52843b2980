import { z } from "zod";
import {
  chipKind,
  kindsToFit,
  productSearchQuery,
  type ProductKind,
  type ProductRecord,
} from "../../products/index.ts";
import { cohortKinds, presentProductResult, type MeasuredPart } from "../../standings/index.ts";
import { formatNumber } from "../../charts/scales.ts";
import { allKindsInWords, capitalised, countedOf } from "../../kinds/words.ts";
import { definePage } from "../layout/define-page.tsx";
import type { Page } from "../layout/site.ts";
import { priceText } from "../lists/price.tsx";
import { unlessUnavailable } from "../lists/unless-unavailable.ts";
import { chipFactsMissingOf } from "./chip-facts.ts";
import { ChipView } from "./chip-view.tsx";
import { nameResults, type ComparedBy } from "./compared-by.ts";
import { scoreIn, withCurrentScores } from "./current-scores.ts";
import type { HardwarePagesDeps } from "./hardware-pages-deps.ts";
import { KindsView } from "./kinds-view.tsx";
import { placeOf } from "./place-of.ts";
import { ProductView } from "./product-view.tsx";
import { pricedChipOf } from "./priced-chip.ts";
import { searchPage } from "./search-page.tsx";
import { shownOf, shownQuery } from "./shown-result.ts";

/** Maximum number of results on the page of a product: the most measured benchmarks and variants. */
const RESULTS_SHOWN = 50;

/** Creates the overview of all kinds, for each kind the search page and the product pages, and the pages of chips. */
export function createHardwarePages(deps: HardwarePagesDeps): Page[] {
  return [
    kindsPage(deps),
    ...deps.kinds.flatMap((kind) => [searchPage(kind, deps), productPage(kind, deps)]),
    chipPage(deps),
  ];
}

const kindsPage = ({ kinds, search }: HardwarePagesDeps) =>
  definePage({
    path: "/hardware",
    summary: "The kinds of hardware, and how many products of each there are",
    action: "read what is public",
    handler: async () => {
      const everything = productSearchQuery.parse({ limit: "1" });
      const counted = await Promise.all(
        kinds.map(async (kind) => ({ kind, products: (await search.find(kind, everything)).total })),
      );
      return {
        title: "Hardware",
        description: `${capitalised(allKindsInWords())}: specifications, prices and measured results.`,
        body: <KindsView counted={counted} />,
        hasLargeSearch: true,
      };
    },
  });

const productPage = (kind: ProductKind, deps: HardwarePagesDeps) =>
  definePage({
    path: `/hardware/${kind.name}/:url_slug`,
    summary: `One of the ${kind.plural}: its specifications, its price, and what was measured with it`,
    action: "read what is public",
    params: z.object({ url_slug: z.string() }),
    query: shownQuery,
    handler: async ({ params: { url_slug }, query }) => {
      const reading = deps.productRecords.get(kind, url_slug);
      const naming = usualResults(deps, kind);
      const [stored, measured, comparedBy, sameChip, chipFacts, place] = await Promise.all([
        reading,
        measuredOf(deps, kind.name, url_slug),
        naming,
        reading.then((found) => pricedChipOf(deps, found)),
        reading.then((found) => chipFactsMissingOf(deps, found)),
        Promise.all([reading, naming]).then(([found, by]) =>
          placeOf(deps, kind, { product: found, comparedBy: by }),
        ),
      ]);
      const product = withCurrentScores(stored, measured?.results ?? []);
      const name = `${product.make} ${product.model}`;
      return {
        title: name,
        description: describe(kind, product, comparedBy),
        body: (
          <ProductView
            kind={kind}
            product={product}
            comparedBy={comparedBy}
            place={place}
            measured={measured}
            shown={shownOf(measured?.results ?? [], query, comparedBy)}
            fitting={deps.kinds.filter((other) => kindsToFit(kind.name).includes(other.name))}
            sameChip={sameChip}
            chipFacts={chipFacts}
            config={deps.config}
          />
        ),
        showsTray: true,
      };
    },
  });

const chipPage = (deps: HardwarePagesDeps) =>
  definePage({
    path: "/hardware/chip/:url_slug",
    summary: "What was measured with a chip, and the graphics cards with the chip",
    action: "read what is public",
    params: z.object({ url_slug: z.string() }),
    query: shownQuery,
    handler: async ({ params: { url_slug }, query }) => {
      const [stored, comparedBy] = await Promise.all([
        deps.chips.get(url_slug),
        usualResults(deps, chipKind),
      ]);
      const scored = stored.cards.find((card) => scoreIn(card, comparedBy));
      const [measured, place] = await Promise.all([
        measuredWith(deps, "chip", url_slug),
        placeOf(deps, chipKind, { product: scored, comparedBy }),
      ]);
      const results = measured?.results ?? [];
      const answer = { ...stored, cards: stored.cards.map((card) => withCurrentScores(card, results)) };
      const { title, cards } = answer.chip;
      const shown = shownOf(measured?.results ?? [], query, comparedBy);
      return {
        title,
        description: `${title}: measured results, and the prices of ${formatNumber(cards, 0)} cards with this chip.`,
        body: <ChipView {...{ answer, comparedBy, place, measured, shown, config: deps.config }} />,
        showsTray: true,
      };
    },
  });

/** Returns the measured results of a product; null while the data is unavailable. */
async function measuredOf(deps: HardwarePagesDeps, kindName: string, urlSlug: string) {
  const kind = cohortKinds.find((one) => one === kindName);
  return kind ? measuredWith(deps, kind, urlSlug) : { results: [], total: 0 };
}

/** Returns the measured results of a product or a chip; null while the data is unavailable. */
async function measuredWith(
  { rankings, isUnavailable }: HardwarePagesDeps,
  of: MeasuredPart,
  urlSlug: string,
) {
  const found = await unlessUnavailable(
    rankings.resultsOf(of, urlSlug, { page: 1, limit: RESULTS_SHOWN }),
    isUnavailable,
  );
  if (!found) return null;
  const results = await rankings.withTitles(found.results.map(presentProductResult));
  return { results, total: found.total };
}

function describe(kind: ProductKind, product: ProductRecord, comparedBy: ComparedBy | null): string {
  const { make, model } = product;
  const score = scoreIn(product, comparedBy);
  const facts = [
    ...[priceText(product) ?? []].flat(),
    ...(score && comparedBy
      ? [`${formatNumber(score.median, 0)} ${comparedBy.benchmark.unit} in ${comparedBy.benchmark.name}`]
      : []),
  ];
  return [`${make} ${model} among ${countedOf(kind)}`, ...facts].join(", ") + ".";
}

/** Returns the benchmark and variant by which the products of a kind are compared by default. */
const usualResults = async (deps: HardwarePagesDeps, kind: ProductKind) =>
  nameResults(deps, await deps.scoredBy.find(kind, {}));
