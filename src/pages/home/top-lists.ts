import { benchmarkTypeOf, benchmarkTypes } from "../../benchmarks/index.ts";
import type { Builds } from "../../builds/index.ts";
import type { Config } from "../../config.ts";
import {
  findKind,
  productSearchQuery,
  type Catalogue,
  type ProductRecord,
  type ProductSearch,
} from "../../products/index.ts";
import type { Rankings } from "../../standings/index.ts";
import { scoreIn, valueOf } from "../hardware/current-scores.ts";
import { hrefOfChip } from "../layout/chip-link.tsx";
import { formatFigure, formatValue } from "../layout/figures.tsx";
import { hrefOfProduct } from "../layout/kinds.ts";
import { addressOf } from "../lists/addresses.ts";
import { headlineOf } from "../lists/headline.ts";
import { priceText } from "../lists/price.tsx";
import { shareReading } from "../lists/shared-reading.ts";
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";

/** The dependencies of the top lists of the home page. */
export interface TopListsDeps {
  search: Pick<ProductSearch, "find">;
  catalogue: Pick<Catalogue, "findCompared">;
  rankings: Pick<Rankings, "mostMeasured" | "withTitles">;
  builds: Pick<Builds, "countRoughly">;
  isUnavailable: IsUnavailable;
  config: Pick<Config, "TOP_LISTS_MAX_AGE_MS">;
}

/** An entry of a top list of the home page. The page shows the number `figure` as a bar. */
interface TopEntry {
  name: string;
  href: string;
  figure: number;
  /** The number `figure` with its decimals, without its unit. */
  figureText: string;
  unit: string;
  /** The price with its day, from which `figure` is computed; absent if `figure` does not depend on a price. */
  price?: string | null;
}

/** A top list of the home page, such as the most played games. */
export interface TopList {
  /**
   * A text that says what the numbers of the top list are, such as "Medians in <benchmark>"; empty for a list without
   * entries.
   */
  note: string;
  entries: readonly TopEntry[];
}

const ENTRIES = 5;
/**
 * The maximum number of pages of graphics cards that are read to find the fastest chips. Many cards have the same chip
 * and so the same score, so one page may contain only a few chips.
 */
const PAGES_READ = 5;
const CARDS_A_PAGE = 100;

/**
 * Creates the function that returns the top lists of the home page. A list is null while its data is unavailable. The
 * lists are the same for everybody and change slowly. So a process reads the lists again only after
 * TOP_LISTS_MAX_AGE_MS, or a few seconds later if a list was unavailable.
 */
export function createTopLists(deps: TopListsDeps) {
  const { builds, isUnavailable, config } = deps;

  const read = async () => {
    const [cpus, chips, games, count] = await Promise.all([
      unlessUnavailable(bestValue(deps), isUnavailable),
      unlessUnavailable(fastestChips(deps), isUnavailable),
      unlessUnavailable(mostPlayed(deps), isUnavailable),
      builds.countRoughly(),
    ]);
    return { cpus, chips, games, builds: count };
  };

  const isWhole = ({ cpus, chips, games }: Awaited<ReturnType<typeof read>>): boolean =>
    cpus !== null && chips !== null && games !== null;
  return shareReading(read, isWhole, config.TOP_LISTS_MAX_AGE_MS);
}

/** The top lists of the home page: processors, graphics chips and games. */
export type TopLists = Awaited<ReturnType<ReturnType<typeof createTopLists>>>;

/** Returns a page of the measured products of a kind, sorted as asked, and the benchmark by which they are compared. */
async function productsBy(
  { search }: TopListsDeps,
  kindName: string,
  asked: { sort_by: "value" | "performance"; limit: number; page?: number },
) {
  const kind = findKind(kindName);
  if (!kind) throw new Error(`expected the kind ${kindName} in the catalogue, found none`);
  const request = { sort_dir: "desc", ...asked, limit: String(asked.limit), page: String(asked.page ?? 1) };
  return search.find(kind, productSearchQuery.parse(request));
}

type ScoredBy = NonNullable<Awaited<ReturnType<typeof productsBy>>["scored_by"]>;

const scoreOf = (product: ProductRecord, { benchmark_id, variant }: ScoredBy) =>
  scoreIn(product, { benchmark: { id: benchmark_id }, variant });

/** Returns the name of a benchmark and variant for people. */
async function nameOf({ rankings }: TopListsDeps, scoredBy: ScoredBy): Promise<string> {
  const [named] = await rankings.withTitles([scoredBy]);
  const { name } = benchmarkTypeOf(scoredBy.benchmark_id);
  return headlineOf({ benchmark_id: scoredBy.benchmark_id, name, title: named?.title ?? null });
}

/** Returns the processors with the highest median score for their price. */
async function bestValue(deps: TopListsDeps): Promise<TopList> {
  const { results, scored_by } = await productsBy(deps, "cpu", { sort_by: "value", limit: 4 * ENTRIES });
  if (!scored_by) return { note: "", entries: [] };
  const { unit } = benchmarkTypeOf(scored_by.benchmark_id);
  const entries = results.flatMap((product): TopEntry[] => {
    const figure = valueOf(product, scoreOf(product, scored_by));
    const { kind, url_slug, make, model } = product;
    const name = `${make} ${model}`;
    return figure === null
      ? []
      : [
          {
            name,
            href: hrefOfProduct({ kind, url_slug }),
            figure,
            figureText: formatValue(figure),
            unit: `${unit} per $100`,
            price: priceText(product),
          },
        ];
  });
  // List each name once, because boxed and tray versions of a processor may have the same name.
  const isFirst = ({ name }: TopEntry, place: number) =>
    entries.findIndex((other) => other.name === name) === place;
  return {
    note: `Median score in ${await nameOf(deps, scored_by)} per $100 of the price listed here`,
    entries: entries.filter(isFirst).slice(0, ENTRIES),
  };
}

/** Returns the chips of graphics cards with the highest median scores. */
async function fastestChips(deps: TopListsDeps): Promise<TopList> {
  const figures = new Map<string, number>();
  let scoredBy: ScoredBy | undefined;
  for (let page = 1; page <= PAGES_READ && figures.size < ENTRIES; page += 1) {
    const found = await productsBy(deps, "gpu", { sort_by: "performance", limit: CARDS_A_PAGE, page });
    scoredBy = found.scored_by;
    if (!scoredBy) break;
    for (const card of found.results) {
      const [chip, median] = [card["chip"], scoreOf(card, scoredBy)?.median];
      if (typeof chip === "string" && median !== undefined && !figures.has(chip)) figures.set(chip, median);
    }
    if (page * CARDS_A_PAGE >= found.total) break;
  }
  if (!scoredBy) return { note: "", entries: [] };
  const { unit } = benchmarkTypeOf(scoredBy.benchmark_id);
  const entries = [...figures].slice(0, ENTRIES).map(async ([slug, figure]): Promise<TopEntry> => {
    const chip = await deps.catalogue.findCompared("gpu", slug);
    const figureText = formatFigure(figure, unit);
    return { name: chip?.title ?? slug, href: hrefOfChip(slug), figure, figureText, unit };
  });
  return { note: `Medians in ${await nameOf(deps, scoredBy)}`, entries: await Promise.all(entries) };
}

/** Returns the games that most builds have measured. */
async function mostPlayed({ rankings }: TopListsDeps): Promise<TopList> {
  const type = benchmarkTypes.find(({ is_of_games }) => is_of_games);
  const found = type ? await rankings.mostMeasured(type.id, ENTRIES) : [];
  const entries = found.map(({ benchmark_id, variant, title, builds }): TopEntry => ({
    name: title ?? "",
    href: addressOf(`/rankings/${benchmark_id}`, variant === null ? [] : [["variant", variant]]),
    figure: builds,
    figureText: formatFigure(builds),
    unit: builds === 1 ? "build" : "builds",
  }));
  return { note: "With any resolution and preset", entries };
}
