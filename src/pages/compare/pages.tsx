import type { Caller } from "../../authorization.ts";
import { z } from "zod";
import type { Builds } from "../../builds/index.ts";
import {
  productSearchQuery,
  type BuildParts,
  type ProductRecord,
  type ProductSearch,
} from "../../products/index.ts";
import { cpuKind } from "../../kinds/cpu.ts";
import { POPULARITY } from "../../kinds/kind.ts";
import { unlessUnavailable } from "../lists/unless-unavailable.ts";
import type { ShownRun } from "../../benchmarks/index.ts";
import type { Rankings } from "../../standings/index.ts";
import { findTyped, type TypedProductsDeps, type UnknownName } from "./typed-products.ts";
import {
  compareQuery,
  productsToMarkdown,
  titleOf,
  toMarkdown,
  type Comparison,
  type Comparisons,
  type ProductComparison,
} from "../../compare/index.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import { parseInput } from "../../validation/faults.ts";
import { definePage, type SentQuery } from "../layout/define-page.tsx";
import type { Page, View } from "../layout/site.ts";
import { addressOfComparison, faultsOfIds, readAsked, thingsInQuery, type Asked } from "./asked.ts";
import { chartsOf } from "./charts-of.ts";
import { ChooseView, type ChooseViewProps } from "./choose-view.tsx";
import { findChosenRun, findNewest, type ChosenRunDeps } from "./chosen-run.ts";
import { findNamedRuns } from "./found-runs.ts";
import { nameById, namesOf } from "./chosen-names.ts";
import { findPartPrices } from "./part-prices.ts";
import { ComparisonView } from "./comparison-view.tsx";
import { productFindings } from "./product-findings.ts";
import { ProductComparisonView } from "./product-comparison-view.tsx";
import { findings } from "./texts.ts";
import { NOTICE } from "./tray.tsx";
import { trayAction, type TrayActionDeps } from "./tray-action.tsx";

/** Dependencies of the pages of comparisons. */
export interface ComparePagesDeps
  extends TrayActionDeps, TypedProductsDeps, Omit<ChosenRunDeps, "comparisons" | "rankings"> {
  comparisons: TrayActionDeps["comparisons"] & Pick<Comparisons, "compare" | "lookUpProducts">;
  builds: Pick<Builds, "findByName">;
  rankings: Pick<Rankings, "rankingOf" | "findNamed">;
  buildParts: Pick<BuildParts, "currentPricesOf">;
  search: Pick<ProductSearch, "find">;
}

/**
 * Creates the comparison page, and the action by which visitors add builds, runs and products to the tray or remove
 * them.
 */
export function createComparePages(deps: ComparePagesDeps): Page[] {
  return [comparePage(deps), trayAction(deps)];
}

const text = z.union([z.string(), z.array(z.string())]).optional();

// `readAsked` replaces addresses of pages by their ids; then the schema of the API checks the values.
const askedQuery = z.object({
  builds: text,
  runs: text,
  products: text,
  build: text,
  run: text,
  product: text,
  other_product: text,
  baseline: text,
  page: text,
  ticked: text,
});

/** Maximum number of builds that the search by name shows. */
const FOUND_BUILDS = 20;

const comparePage = (deps: ComparePagesDeps) =>
  definePage({
    path: "/compare",
    summary:
      "Builds, runs or products side by side, with verdicts, their frame times over each other, and Markdown to copy",
    action: "read what is public",
    query: askedQuery,
    problems: ["notFound", "overloaded"],
    hasOtherAddress: true,
    handler: async ({ query, hold, address, caller }) => {
      const read = readAsked(query);
      if (read.faults.length > 0) throw new InvalidInputError(read.faults);
      const { ids, unknown } = await findTyped(deps, read);
      const asked = { ...read, ids, faults: faultsOfIds(read.kind, ids) };
      if (asked.faults.length > 0) throw new InvalidInputError(asked.faults);
      if (asked.name !== null || unknown.length > 0 || ids.length < 2)
        return chooseView(
          deps,
          { ...asked, typed: unknown.map(({ text }) => text) },
          { query, unknown, caller },
        );
      const { page } = query;
      const { value, faults } = parseInput(compareQuery, {
        [asked.kind]: asked.ids,
        ...(asked.baseline !== undefined && { baseline: asked.baseline }),
        ...(page !== undefined && { page }),
      });
      if (faults) throw new InvalidInputError(faults);
      const short = addressOfComparison(asked, value);
      if (address !== short && !address.startsWith(`${short}&${NOTICE}=`)) return { location: short };
      return hold(async () => {
        const comparison = await deps.comparisons.compare(value);
        return "facts" in comparison
          ? showProducts(deps, comparison, asked)
          : showComparison(deps, comparison, { asked, ...value });
      });
    },
    again: async ({ query, faults }) => {
      const asked = readAsked(query);
      if (asked.kind === "products") return productsAgain(deps, asked, faults);
      const isFaulty = (index: number) => faults.some(({ pointer }) => pointer === `/${asked.kind}/${index}`);
      const ids = asked.ids.filter((_, index) => !isFaulty(index));
      const name = asked.name ?? asked.ids.find((_, index) => isFaulty(index)) ?? null;
      return viewOf({
        asked: { ...asked, ids, name },
        names: ids.map((id) => nameById(asked.kind, id)),
        faults,
      });
    },
  });

/**
 * Shows the page on which visitors choose what to compare, after a query for products that cannot be compared. Products
 * that exist stay chosen; for each unknown product, the page links to the product that was probably meant.
 */
async function productsAgain(
  { comparisons }: ComparePagesDeps,
  asked: Asked,
  faults: readonly Fault[],
): Promise<View> {
  const found = await comparisons.lookUpProducts(asked.ids);
  const known = found.filter(({ name }) => name !== null);
  return viewOf({
    asked: { ...asked, ids: known.map(({ product }) => product) },
    names: known.map(({ name }) => name ?? ""),
    faults: faults.filter(({ pointer }) => !pointer.startsWith("/products/")),
    unknown: found.filter(({ name }) => name === null),
  });
}

/**
 * Returns the page on which visitors choose what to compare.
 * @throws InvalidInputError if a chosen build, run or product does not exist
 */
async function chooseView(
  deps: ComparePagesDeps,
  asked: Asked,
  { query, unknown, caller }: { query: SentQuery; unknown: readonly UnknownName[]; caller: Caller | null },
): Promise<View> {
  const { name } = asked;
  const found =
    name === null || asked.kind === "runs"
      ? undefined
      : await deps.builds.findByName(name, { page: 1, limit: FOUND_BUILDS });
  const [id] = asked.ids;
  const chosen =
    asked.kind === "runs" && id !== undefined && asked.ids.length === 1
      ? await findChosenRun(deps, id)
      : undefined;
  const names = chosen ? [] : await namesOf(deps, asked);
  const foundRuns =
    name === null || asked.kind !== "runs"
      ? undefined
      : await findNamedRuns(deps, name, {
          ids: asked.ids,
          chosen: chosen?.run ?? (await firstOf(deps, asked.ids)),
        });
  return viewOf({
    asked,
    names,
    run: chosen,
    ...(found && { found: found.results }),
    ...(foundRuns && { foundRuns }),
    unknownNames: unknown,
    ...(asked.ids.length === 0 && { example: await exampleOf(deps), ...(await findNewest(deps, caller)) }),
    hasTickedNothing: query["ticked"] !== undefined && asked.ids.length === 0,
  });
}

/** Returns the first of several chosen runs, which exist; null if no run is chosen. */
async function firstOf(
  { runs, runViews }: ComparePagesDeps,
  [id]: readonly string[],
): Promise<ShownRun | null> {
  return id === undefined ? null : runViews.present(await runs.find(id), null);
}

/** Returns the two processors with the most results; none while nothing is measured or the search is unavailable. */
async function exampleOf({ search, isUnavailable }: ComparePagesDeps): Promise<ProductRecord[]> {
  const asked = productSearchQuery.parse({ sort_by: POPULARITY, limit: "2" });
  const found = await unlessUnavailable(search.find(cpuKind, asked), isUnavailable);
  return (found?.results ?? []).filter(({ scores }) => scores.length > 0);
}

const viewOf = (props: ChooseViewProps): View => ({
  title: "Compare",
  description: "Put builds, runs or products side by side, and see which differences are real.",
  body: <ChooseView {...props} />,
  showsTray: true,
  isUnlisted: props.asked.ids.length > 0 || props.asked.name !== null || props.asked.typed.length > 0,
});

interface ShownPage {
  asked: Asked;
  page: number;
  limit: number;
}

async function showComparison(
  { config, buildParts }: ComparePagesDeps,
  comparison: Comparison,
  { asked, page, limit }: ShownPage,
): Promise<View> {
  const charts = chartsOf(comparison);
  const hasMore = page * limit < comparison.total;
  const hasCharts = charts.some((chart) => chart !== null);
  const title = `${titleOf(comparison)}, compared`;
  return {
    title,
    description: findings(comparison)[0] ?? "Benchmark results side by side, with confidence intervals.",
    body: (
      <ComparisonView
        comparison={comparison}
        prices={await findPartPrices(buildParts, comparison.compared)}
        asked={asked}
        charts={charts}
        nextHref={hasMore ? addressOfComparison(asked, { page: page + 1 }) : null}
        link={`${config.PUBLIC_URL}${addressOfComparison(asked)}`}
        markdown={toMarkdown(comparison)}
      />
    ),
    scripts: ["copy.js", ...(hasCharts ? ["frames.js"] : [])],
    ...(hasCharts && { styles: ["uplot.css"] }),
    preview: previewOf(asked, title),
    showsTray: true,
  };
}

function showProducts({ config }: ComparePagesDeps, comparison: ProductComparison, asked: Asked): View {
  const title = titleOf(comparison);
  return {
    title: `${title}, compared`,
    description:
      productFindings(comparison)[0] ?? `${title} side by side: measured results, prices and specifications.`,
    body: (
      <ProductComparisonView
        comparison={comparison}
        asked={asked}
        link={`${config.PUBLIC_URL}${addressOfComparison(asked)}`}
        markdown={productsToMarkdown(comparison)}
      />
    ),
    scripts: ["copy.js"],
    preview: previewOf(asked, `${title}, compared`),
    showsTray: true,
  };
}

/** Returns the picture of a comparison for previews in chats. */
function previewOf(asked: Asked, alt: string) {
  return { href: `/compare/preview.png?${thingsInQuery(asked)}`, alt, width: 1200, height: 630 };
}
