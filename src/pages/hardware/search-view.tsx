import { formatNumber } from "../../charts/scales.ts";
import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import type { BenchmarkSummary } from "../../answers/benchmark-summary.ts";
import { countedOf, headingOf, labelOfFilter, singularOf } from "../../kinds/words.ts";
import type { ProductKind, ProductPage, ProductSearchRequest } from "../../products/index.ts";
import { ChipLink, sharedChipOf } from "../layout/chip-link.tsx";
import { SuggestField } from "../layout/suggest-field.tsx";
import { addressOf, atPage, changed, type Pair } from "../lists/addresses.ts";
import { ChipList, type Chip } from "../lists/chip-list.tsx";
import { PriceNote, type PriceNoteProps } from "../lists/price-note.tsx";
import { Quoted } from "../lists/quoted.tsx";
import { PageForm, Pages } from "../layout/pages.tsx";
import { PageSizes } from "./page-sizes.tsx";
import { chipsOf, type NamedThings } from "./chips.ts";
import type { ComparedBy } from "./compared-by.ts";
import { ComparedByPicker } from "./compared-by-picker.tsx";
import { facetFieldsOf } from "./facet-fields.tsx";
import { QueryFaults, type FaultyQuery } from "./faulty-query.tsx";
import { GamesOfProcessorsNote } from "./measured.tsx";
import { ordersOf } from "./orders.ts";
import { Orders } from "./orders-nav.tsx";
import { pathOf } from "./paths.ts";
import { TickButtons, TickForm } from "../compare/tick.tsx";
import { ProductTable } from "./product-table.tsx";
import { pairsOf } from "./search-address.ts";
import { endsWithSimilar } from "./typed-words.ts";
import { asTyped, chipsOfUnderstood, withoutUnderstood, WordNotes } from "./understood-words.tsx";

/** Data of the search page of a kind. */
export interface SearchViewProps {
  kind: ProductKind;
  request: ProductSearchRequest;
  page: ProductPage;
  /** Benchmark and variant by which products are compared; null if nothing was measured or the data is unavailable. */
  comparedBy: ComparedBy | null;
  /** Benchmarks by whose results products can be compared. */
  benchmarks: readonly Pick<BenchmarkSummary, "id" | "name">[];
  named: NamedThings;
  /** The highest score of all products of the kind, so that bars have one scale on all pages; undefined if unknown. */
  highest: number | undefined;
  config: PriceNoteProps;
  /** The query and its faults; its faulty fields have no effect on the list. Undefined for a query without faults. */
  faulty?: FaultyQuery | undefined;
}

/**
 * Matches the query parameters for which the filter form has no visible field. The form sends the values of these
 * parameters unchanged when somebody sets a filter.
 */
const KEPT = /^(?:limit|literal|sort_by|sort_dir|benchmark_id|variant|min_score|chip|fits_build|fits\..+)$/;

/** Search page of a kind of products: the search field, the filters, and the matching products. */
export function SearchView(props: SearchViewProps) {
  const { kind, request, page } = props;
  const path = pathOf(kind);
  const pairs = pairsOf(request);
  const chips = [...chipsOfUnderstood(page, pairs, path), ...chipsOf(kind, request, props.named, path)];
  return (
    <>
      {props.faulty && <QueryFaults kind={kind} faults={props.faulty.faults} />}
      <form
        class="hardware"
        action={path}
        aria-label={`Search ${countedOf(kind)}`}
        autoComplete="off"
        data-applies-at-once
      >
        <div class="hardware-head">
          <h1>{headingOf(kind)}</h1>
          <div class="hardware-query">
            <SuggestField
              id="hardware-query"
              address={`/products/${kind.name}`}
              label={`Search ${countedOf(kind)}`}
              value={request.query}
            />
            <button>Search</button>
          </div>
          {pairs
            .filter(([name]) => KEPT.test(name))
            .map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
        </div>
        <Filters {...props} pairs={pairs} set={chips.length} />
        <div class="hardware-results">
          <Found {...props} chips={chips} path={path} pairs={pairs} />
        </div>
      </form>
      <TickForm />
      <PageForm first={path} />
    </>
  );
}

interface FiltersProps extends SearchViewProps {
  pairs: readonly Pair[];
  /** The number of filters that are set. */
  set: number;
}

/** The fields of the filters; renders nothing if there is nothing to choose, because no product was found. */
function Filters({ kind, page, faulty, pairs, set }: FiltersProps) {
  const fields = facetFieldsOf({ kind, facets: page.facets ?? {}, total: page.total, pairs, faulty });
  if (fields.length === 0) return null;
  return (
    <details class="filters" open={faulty !== undefined}>
      <summary>Filters{set > 0 ? ` (${set} set)` : ""}</summary>
      <div class="filters-body">
        <ShowResults />
        <p class="note">A filter leaves out products whose value is not known.</p>
        {fields}
        <ShowResults />
      </div>
    </details>
  );
}

/**
 * The button that applies the filters. It stands above and below the filters, which may be longer than the screen. On
 * wide screens the script `apply-filters` replaces it.
 */
const ShowResults = () => (
  <div class="filters-apply">
    <button>Show results</button>
  </div>
);

interface FoundProps extends SearchViewProps {
  chips: readonly Chip[];
  path: string;
  pairs: readonly Pair[];
}

function Found(props: FoundProps) {
  const { kind, request, page, comparedBy, named, highest, config, chips, path, pairs } = props;
  const hrefOf = (number: number) => addressOf(path, atPage(pairs, number));
  return (
    <>
      <p class="hardware-found" data-found>
        <strong>{formatNumber(page.total, 0)}</strong> {page.total === 1 ? singularOf(kind) : countedOf(kind)}
        {request.query === undefined || page.approximate ? null : (
          <>
            {" "}
            for <Quoted text={request.query} />
          </>
        )}
        {hasSimilar(props) ? <span class="note"> Similar products are listed last.</span> : null}
      </p>
      <Notes {...props} />
      <WordNotes {...page} pairs={pairs} path={path} />
      {isOfOneChip(request) ? <ChipLink chip={sharedChipOf(page)} title={named.chip} /> : null}
      <ChipList
        chips={chips}
        withoutAll={addressOf(
          path,
          withoutUnderstood(page, pairs).filter(([name]) => name === "query"),
        )}
      />
      {page.total === 0 ? (
        <Nothing {...props} />
      ) : (
        <>
          <Orders orders={ordersOf(kind, request, { path })} />
          <ComparedByPicker {...props} />
          {page.results.length === 0 ? (
            <p class="empty">
              The list ends before this page.{" "}
              <a href={addressOf(path, changed(pairs, { without: [] }))}>Go to its first page</a>
            </p>
          ) : (
            <>
              <ProductTable kind={kind} products={page.results} comparedBy={comparedBy} highest={highest} />
              <TickButtons />
            </>
          )}
          <Pages {...request} total={page.total} hrefOf={hrefOf} isInForm />
          <PageSizes limit={request.limit} total={page.total} pairs={pairs} path={path} />
          <PriceNote {...config} />
        </>
      )}
    </>
  );
}

/**
 * Shows remarks on the found products: that only similar names were found, that no product has a value of a filter, or
 * that compatibility or scores are unknown.
 */
function Notes({ kind, request, page, comparedBy, path, pairs }: FoundProps) {
  const { approximate, fit_unknown = 0, unmeasured = 0, unknown_values = [] } = page;
  return (
    <>
      {unknown_values.map(({ field, value, nearest }) => (
        <p class="notice">
          No {singularOf(kind)} has <Quoted text={String(value)} /> as {labelOfFilter(kind, field).name}.
          {nearest.length === 0 ? null : " Similar values: "}
          {nearest.map((one, place) => (
            <>
              {place === 0 ? "" : ", "}
              <a href={addressOf(path, replaced(pairs, [field, String(value)], String(one)))}>
                {String(one)}
              </a>
            </>
          ))}
        </p>
      ))}
      {approximate ? (
        <p class="notice">
          No {singularOf(kind)} is called <Quoted text={request.query ?? ""} />. These are the{" "}
          {countedOf(kind)} with the most similar names.
        </p>
      ) : null}
      {fit_unknown > 0 ? (
        <p class="note">
          Whether {formatNumber(fit_unknown, 0)} of these fit is not known, because some of their
          specifications are missing.
        </p>
      ) : null}
      {kind.name === "cpu" && comparedBy && benchmarkTypeOf(comparedBy.benchmark.id).is_of_games ? (
        <GamesOfProcessorsNote />
      ) : null}
      {isFitBySocket(kind, request) ? (
        <p class="note">
          These have the same socket and take the same memory. The support list of the board’s maker says
          which processors a board starts.
        </p>
      ) : null}
      {unmeasured > 0 ? (
        <p class="note">
          {formatNumber(unmeasured, 0)} of these are measured by fewer than five builds, and listed last.
        </p>
      ) : null}
    </>
  );
}

/** Whether a list in the order of the best match ends with products that are only similar to the typed text. */
const hasSimilar = ({ request: { query, sort_by }, page: { approximate, results } }: FoundProps): boolean =>
  query !== undefined && sort_by === undefined && !approximate && endsWithSimilar(results, query);

/** Returns a query with a new value in place of one value of a filter, and without `page`. */
function replaced(pairs: readonly Pair[], [name, value]: Pair, by: string): Pair[] {
  return changed(pairs, { without: [] }).map((pair): Pair =>
    pair[0] === name && pair[1] === value ? [name, by] : pair,
  );
}

/** Whether a visitor may have searched for one chip: the visitor has typed a text, or chosen a chip. */
const isOfOneChip = ({ query, chip }: FoundProps["request"]): boolean =>
  query !== undefined || chip !== undefined;

/** Whether a list is limited to motherboards that fit a processor, or to processors that fit a motherboard. */
function isFitBySocket({ name }: FoundProps["kind"], { fits = {} }: FoundProps["request"]): boolean {
  if (name === "motherboard") return fits["cpu"] !== undefined;
  return name === "cpu" && fits["motherboard"] !== undefined;
}

function Nothing({ kind, request: { query }, page, chips, path, pairs }: FoundProps) {
  const text = pairs.filter(([name]) => name === "query");
  const others = page.understood ? asTyped(text) : text;
  return (
    <div class="empty">
      <p>
        No {singularOf(kind)} matches
        {query === undefined ? null : (
          <>
            {" "}
            <Quoted text={query} />
          </>
        )}
        {chips.length === 0 ? "." : " with these filters."}
      </p>
      <ul>
        {chips.length > 0 && query !== undefined ? (
          <li>
            <a href={addressOf(path, others)}>
              Search for <Quoted text={query} /> without filters
            </a>
          </li>
        ) : null}
        {query === undefined ? null : (
          <li>
            <a href={addressOf("/search", [["query", query]])}>
              Search everything for <Quoted text={query} />
            </a>
          </li>
        )}
        <li>
          <a href={path}>Show all {countedOf(kind)}</a>
        </li>
      </ul>
    </div>
  );
}
