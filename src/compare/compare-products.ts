import { benchmarkTypeOf } from "../benchmarks/index.ts";
import {
  cohortKinds,
  presentProductResult,
  type MeasuredPart,
  type ProductResultAnswer,
  type Rankings,
} from "../standings/index.ts";
import {
  CHIP,
  compareFacts,
  findProducts,
  kindOfName,
  partsOfName,
  type FindProductsDeps,
} from "./compared-products.ts";
import { settingsKeyOf } from "./compared-settings.ts";
import type {
  ComparedProduct,
  ComparedResult,
  ProductComparison,
  ProductResultValue,
} from "./product-comparison.ts";

/**
 * The maximum number of benchmarks and variants of which the results of a product are read. Those with the most builds
 * are read.
 */
const MAX_RESULTS = 100;
/**
 * The number of significant digits of `value` (the median per USD) in answers: as many as in the record of a product.
 */
const VALUE_DIGITS = 6;

/** The dependencies of `compareProducts`. */
export interface CompareProductsDeps extends FindProductsDeps {
  rankings: Pick<Rankings, "resultsOf" | "withTitles">;
}

/**
 * Compares products of one kind, or chips of graphics cards, by their facts, their prices, and the results of the
 * builds with them.
 * @param products at least two different names of products of one kind, such as "cpu/amd-ryzen-7-5800x"
 * @param baseline the name of the product to which the others are compared; by default the first product with a median
 * @throws InvalidInputError that names each product that does not exist; the errors of `Rankings`
 */
export async function compareProducts(
  deps: CompareProductsDeps,
  products: readonly string[],
  baseline?: string,
): Promise<ProductComparison> {
  const found = await findProducts(deps, products);
  const { kind } = partsOfName(products[0] ?? "");
  const compared = found.map(({ shown }) => shown);
  const measured = await Promise.all(compared.map((one) => measuredOf(deps, one)));
  const results = await deps.rankings.withTitles(
    keysOf(measured).map((key) => compareResult(compared, { key, measured, kind, baseline })),
  );
  return { kind, compared, facts: compareFacts(kindOfName(kind), found), results, total: results.length };
}

/**
 * The results of a product by benchmark and variant, and whether the service has read only some of the product's
 * results.
 */
interface Measured {
  byKey: ReadonlyMap<string, ProductResultAnswer>;
  isCut: boolean;
}

async function measuredOf(
  { rankings }: CompareProductsDeps,
  { product }: ComparedProduct,
): Promise<Measured> {
  const { kind, slug } = partsOfName(product);
  const part: MeasuredPart | undefined = kind === CHIP ? CHIP : cohortKinds.find((one) => one === kind);
  if (!part) return { byKey: new Map(), isCut: false };
  const { results, total } = await rankings.resultsOf(part, slug, { page: 1, limit: MAX_RESULTS });
  const shown = results.map(presentProductResult);
  return { byKey: new Map(shown.map((one) => [keyOf(one), one])), isCut: total > MAX_RESULTS };
}

const keyOf = ({ benchmark_id, variant }: Pick<ProductResultAnswer, "benchmark_id" | "variant">): string =>
  JSON.stringify([benchmark_id, variant]);

/**
 * Returns the keys of the benchmarks and variants of which at least one product has results. They are sorted by
 * benchmark; within a benchmark, the variants with the most builds come first. A variant that may be among the unread
 * results of a product is left out.
 */
function keysOf(measured: readonly Measured[]): string[] {
  const builds = new Map<string, { benchmarkId: number; builds: number }>();
  for (const { byKey } of measured)
    for (const [key, { benchmark_id, builds: more }] of byKey)
      builds.set(key, { benchmarkId: benchmark_id, builds: (builds.get(key)?.builds ?? 0) + more });
  return [...builds]
    .filter(([key]) => measured.every(({ byKey, isCut }) => !isCut || byKey.has(key)))
    .toSorted(([, a], [, b]) => a.benchmarkId - b.benchmarkId || b.builds - a.builds)
    .map(([key]) => key);
}

interface AskedResult {
  key: string;
  measured: readonly Measured[];
  kind: string;
  baseline: string | undefined;
}

function compareResult(
  compared: readonly ComparedProduct[],
  { key, measured, kind, baseline }: AskedResult,
): Omit<ComparedResult, "title"> {
  const answers = measured.map(({ byKey }) => byKey.get(key));
  const known = answers.filter((answer) => answer !== undefined);
  const [{ benchmark_id, benchmark, higher_is_better, variant }] = known as [ProductResultAnswer];
  const settings = new Set(known.map(settingsKeyOf));
  const differ = settings.size > 1 && { settings_differ: true as const };
  const isCompared = !isWithheld(kind, { benchmark_id, ...differ, values: known });
  const medianAt = (index: number) => answers[index]?.median ?? null;
  const medians = compared.map((_, index) => medianAt(index));
  const baseIndex = compared.findIndex(
    ({ product }, index) => product === baseline && medianAt(index) !== null,
  );
  const first = baseIndex === -1 ? medians.findIndex((median) => median !== null) : baseIndex;
  const base = medians[first] ?? null;
  const values = compared.map((product, index): ProductResultValue => {
    const median = medianAt(index);
    const difference_percent =
      isCompared && index !== first && median !== null && base !== null
        ? (100 * (median - base)) / base
        : null;
    return valueOf(product, answers[index], { difference_percent, isValued: isCompared && higher_is_better });
  });
  const shownBase = isCompared ? (compared[first]?.product ?? null) : null;
  return { benchmark_id, benchmark, higher_is_better, variant, ...differ, baseline: shownBase, values };
}

/**
 * Whether the medians of a result cannot show which product is better: if the results have different or mixed settings
 * of a game, and for processors in games, because the frame rates depend on the graphics cards of the builds.
 * @param kind the name of the kind of the compared products
 */
export function isWithheld(kind: string, { benchmark_id, settings_differ, values }: WithheldResult): boolean {
  const isMixed = values.some(({ settings_mixed }) => settings_mixed);
  return isMixed || settings_differ === true || (kind === "cpu" && benchmarkTypeOf(benchmark_id).is_of_games);
}

interface WithheldResult extends Pick<ComparedResult, "benchmark_id" | "settings_differ"> {
  values: readonly { settings_mixed?: boolean | undefined }[];
}

function valueOf(
  { product, price, price_is_old }: ComparedProduct,
  answer: ProductResultAnswer | undefined,
  { difference_percent, isValued }: { difference_percent: number | null; isValued: boolean },
): ProductResultValue {
  const { builds = 0, median = null, p10 = null, p90 = null } = answer ?? {};
  const isPriced = isValued && median !== null && price !== null && price > 0 && price_is_old === false;
  return {
    product,
    ...(answer?.resolution !== undefined && { resolution: answer.resolution }),
    ...(answer?.preset !== undefined && { preset: answer.preset }),
    ...(answer?.settings_mixed && { settings_mixed: true as const }),
    builds,
    median,
    p10,
    p90,
    value: isPriced ? Number((median / price).toPrecision(VALUE_DIGITS)) : null,
    difference_percent,
  };
}
