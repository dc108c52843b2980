import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import { findKind } from "../../kinds/kinds.ts";
import { headingOf } from "../../kinds/words.ts";
import type { ProductRecord, ScoredByLookup } from "../../products/index.ts";
import { Tick } from "../compare/tick.tsx";
import { aboutBuilds } from "../hardware/about-builds.ts";
import { scoreIn } from "../hardware/current-scores.ts";
import { pathOf } from "../hardware/paths.ts";
import { chipsOfUnderstood, withoutUnderstood, WordNotes } from "../hardware/understood-words.tsx";
import { ChipLinks } from "../layout/chip-link.tsx";
import { hrefOfProduct, mainFactsOf, titleOfKind } from "../layout/kinds.ts";
import { Day, formatFigure, formatPrice } from "../layout/figures.tsx";
import { Pages } from "../layout/pages.tsx";
import { addressOf, atPage, type Pair } from "../lists/addresses.ts";
import { ChipList } from "../lists/chip-list.tsx";
import { headlineOf } from "../lists/headline.ts";
import { isCurrent, NoCurrentPrice } from "../lists/price.tsx";
import type { SiteSearch } from "./find-everything.ts";
import { Group, SEARCH_PATH } from "./group.tsx";

/** The highest number of a page of found products that visitors may request. */
export const MAX_PRODUCT_PAGE = 1000;

type Hardware = Awaited<ReturnType<SiteSearch["hardware"]>>;

interface HardwareGroupProps {
  query: string;
  /** True if the search looked for every word of the text, and read no word as a filter. */
  literal: boolean;
  hardware: Hardware;
  /** The page of products that the visitor sees; undefined on the page of all groups, which shows the first few. */
  paging: { page: number; limit: number } | undefined;
  /** Whether games, builds and people were searched as well, without any hit. */
  isNothingElse: boolean;
}

/** Shows the found products of all kinds: the first few with a link to all, or a page of all products. */
export function HardwareGroup({ query, literal, hardware, paging, isNothingElse }: HardwareGroupProps) {
  const { found, comparedBy, chips } = hardware;
  const { results, total, approximate = false } = found;
  const typed: Pair[] = [["query", query], ...(literal ? [["literal", "true"] as const] : [])];
  const ofHardware: Pair[] = [...typed, ["in", "hardware"]];
  // Let the links that remove filters stay on the present page: the page of all groups, or the page of hardware alone.
  const pairs = paging ? ofHardware : typed;
  const isOfOneKind = found.kinds.length === 1 && !approximate;
  const showsAll = paging !== undefined || (results.length === total && !approximate);
  const isNothing = isNothingElse && total === 0;
  return (
    <Group
      name={isNothing ? "Nothing found" : "Hardware"}
      all={showsAll ? undefined : { href: addressOf(SEARCH_PATH, ofHardware), total }}
    >
      {total > 0 && !approximate ? (
        <KindLinks kinds={found.kinds} typed={typed} />
      ) : (
        <p class="soft">
          {isNothing
            ? `No hardware, game, build or person is called “${query}”. Try fewer words, or the number of a model alone.`
            : messageOf({ query, total })}
        </p>
      )}
      <WordNotes {...found} pairs={pairs} path={SEARCH_PATH} />
      <ChipList
        chips={chipsOfUnderstood(found, pairs, SEARCH_PATH)}
        withoutAll={addressOf(SEARCH_PATH, withoutUnderstood(found, pairs))}
      />
      <ChipLinks chips={chips} noteOf={(slug) => medianOfChip(hardware, slug)} />
      <FoundProducts results={results} comparedBy={comparedBy} namesKind={!isOfOneKind} />
      {isNothing && (
        <ul class="links">
          <li>
            <a href="/hardware">All hardware</a>
          </li>
          <li>
            <a href="/rankings">All rankings</a>
          </li>
        </ul>
      )}
      {paging && (
        <Pages
          {...paging}
          total={total}
          maxPage={MAX_PRODUCT_PAGE}
          hrefOf={(to) => addressOf(SEARCH_PATH, atPage(pairs, to))}
        />
      )}
    </Group>
  );
}

/** Links to the found products of each kind in the list of the kind, with their number: "Graphics cards (214)". */
function KindLinks({ kinds, typed }: { kinds: Hardware["found"]["kinds"]; typed: readonly Pair[] }) {
  return (
    <ul class="links row">
      {kinds.map(({ kind: name, total }) => {
        const kind = findKind(name);
        return (
          kind && (
            <li key={name}>
              <a href={addressOf(pathOf(kind), typed)}>{headingOf(kind)}</a> ({formatFigure(total)})
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Says that no product, or only products with similar names, were found. */
function messageOf({ query, total }: { query: string; total: number }): string {
  return total === 0
    ? `Nothing is similar to “${query}”. Try fewer words, or the number of the model alone.`
    : `Nothing is called “${query}”. These have the nearest names.`;
}

interface FoundProductsProps {
  results: readonly ProductRecord[];
  comparedBy: Hardware["comparedBy"];
  /** Whether each product says of which kind it is, because the found products are of several kinds. */
  namesKind: boolean;
}

function FoundProducts({ results, comparedBy, namesKind }: FoundProductsProps) {
  if (results.length === 0) return null;
  return (
    <ul class="found">
      {results.map((product) => (
        <FoundProduct
          product={product}
          comparedBy={comparedBy.get(product.kind) ?? null}
          namesKind={namesKind}
        />
      ))}
    </ul>
  );
}

interface FoundProductProps extends Pick<FoundProductsProps, "namesKind"> {
  product: ProductRecord;
  comparedBy: ComparedBy;
}

function FoundProduct({ product, comparedBy, namesKind }: FoundProductProps) {
  const { kind, make, model, url_slug, price, price_date } = product;
  return (
    <li class={namesKind ? "found-product" : "found-product found-of-one-kind"}>
      <Tick kind="products" id={`${kind}/${url_slug}`} name={`${make} ${model}`} />
      {namesKind && <span class="badge">{titleOfKind(kind)}</span>}
      <div class="found-name">
        <a href={hrefOfProduct({ kind, url_slug })}>
          {make} {model}
        </a>
        <div class="note">
          {mainFactsOf(product).map((fact, place) => (
            <>
              {place > 0 && " · "}
              <span class="whole">{fact}</span>
            </>
          ))}
        </div>
        <Median product={product} comparedBy={comparedBy} />
      </div>
      <div class="found-price">
        {price !== null && price_date !== null && isCurrent(product) ? (
          <>
            {formatPrice(price)}
            <div class="note">
              price of <Day at={price_date} />
            </div>
          </>
        ) : (
          <NoCurrentPrice product={product} />
        )}
      </div>
    </li>
  );
}

type ComparedBy = Awaited<ReturnType<ScoredByLookup["find"]>>;

/** Returns the score of a product in the benchmark by which its kind is compared. */
const comparedScoreOf = (product: ProductRecord, { benchmark_id, variant }: NonNullable<ComparedBy>) =>
  scoreIn(product, { benchmark: { id: benchmark_id }, variant });

/** Returns the median of a graphics chip as a text, taken from a found card; undefined if no found card has one. */
function medianOfChip({ found, comparedBy }: Hardware, slug: string): string | undefined {
  const card = found.results.find(({ chip }) => chip === slug);
  const by = card && comparedBy.get(card.kind);
  const score = card && by ? comparedScoreOf(card, by) : undefined;
  if (!score || !by) return undefined;
  const { median, headline } = shownMedian(score, by);
  return `Median ${median} in ${headline}, of ${aboutBuilds(score.builds)}`;
}

/** Returns a median score with its unit, and the name of the benchmark in which the products of a kind are compared. */
function shownMedian({ median }: { median: number }, { benchmark_id, variant }: NonNullable<ComparedBy>) {
  const { name, unit } = benchmarkTypeOf(benchmark_id);
  return {
    median: `${formatFigure(median, unit)} ${unit}`,
    headline: headlineOf({ benchmark_id, name, title: variant }),
  };
}

/**
 * Shows the median score of a product in the benchmark by which its kind is compared. A graphics card has the median of
 * its chip.
 */
function Median({ product, comparedBy }: { product: ProductRecord; comparedBy: ComparedBy }) {
  if (comparedBy === null) return null;
  const score = comparedScoreOf(product, comparedBy);
  if (!score) return <div class="note">measured by fewer than five builds</div>;
  const { median, headline } = shownMedian(score, comparedBy);
  const isOfChip = findKind(product.kind)?.comparedAs?.part === "chip";
  return (
    <div>
      {median}{" "}
      <span class="note">
        median of {aboutBuilds(score.builds)} {isOfChip && "with the chip "}in {headline}
      </span>
    </div>
  );
}
