import { formatFigure } from "../charts/format-figure.ts";
import { formatNumber } from "../charts/scales.ts";
import { csvOf, type Cell } from "../answers/csv.ts";
import { cardsAmong } from "./compared-products.ts";
import { textOfSettings } from "./compared-settings.ts";
import { labelOfBenchmark } from "./labels.ts";
import { escapeMarkdown, signed, tableOf } from "./markdown.ts";
import { groupsOf, measuredOf } from "./measured-results.ts";
import { haveSameResults } from "./same-results.ts";
import type {
  ComparedFact,
  ComparedProduct,
  ComparedResult,
  FactValue,
  ProductComparison,
  ProductResultValue,
} from "./product-comparison.ts";

const header = [
  "product",
  "name",
  "figure",
  "unit",
  "value",
  "differs",
  "benchmark_id",
  "benchmark",
  "variant",
  "resolution",
  "preset",
  "builds",
  "difference_percent",
  "settings_mixed",
  "baseline",
];

/**
 * Returns a comparison of products as CSV (RFC 4180), with a row for each price, fact and figure of each product. The
 * figures of results are `median`, `p10`, `p90` and `value`, the median per USD. `baseline` is the product to which a
 * result compares the others.
 */
export function productsToCsv({ compared, facts, results }: ProductComparison): string {
  return csvOf(
    header,
    compared.flatMap((product, index): Cell[][] => {
      const names = [product.product, product.name];
      return [
        [...names, "price", "USD", product.price],
        [...names, "price_date", null, product.price_date],
        ...facts.map(({ fact, unit, differs, values }): Cell[] => [
          ...names,
          fact,
          unit,
          cellOf(values[index] ?? null),
          differs,
        ]),
        ...results.flatMap((result) => rowsOfResult(names, result, result.values[index])),
      ];
    }),
  );
}

function rowsOfResult(
  names: readonly string[],
  { benchmark, variant, baseline }: ComparedResult,
  value: ProductResultValue | undefined,
): Cell[][] {
  if (!value || value.builds === 0) return [];
  const { median, p10, p90, resolution, preset, builds, difference_percent, settings_mixed = false } = value;
  const figures = { median, p10, p90, value: value.value };
  return Object.entries(figures).map(([figure, number]): Cell[] => {
    const unit = figure === "value" ? `${benchmark.unit} per USD` : benchmark.unit;
    const ofBenchmark = [benchmark.id, benchmark.name, variant, resolution, preset, builds];
    const difference = figure === "median" ? difference_percent : null;
    return [names, figure, unit, number, null, ofBenchmark, difference, settings_mixed, baseline].flat();
  });
}

const cellOf = (value: FactValue): Cell => (Array.isArray(value) ? value.join("; ") : (value as Cell));

/**
 * Returns a comparison of products as a Markdown table (GitHub Flavored Markdown 0.29), with its rows in the order of
 * the page. Results with too few builds for a median come last. All names are escaped.
 */
export function productsToMarkdown(comparison: ProductComparison): string {
  const { compared, facts, results } = comparison;
  const measured = measuredOf(comparison);
  const { benchmarks, games, ofOne } = groupsOf(measured);
  const others = results.filter((result) => !measured.includes(result));
  const columns = ["", ...compared.map(({ name }) => escapeMarkdown(name))];
  const rows = [
    ["price", ...compared.map(textOfPrice)],
    ...[benchmarks, games, ofOne].flat().map((result) => rowOfResult(comparison, result)),
    ...facts.map((fact) => [labelOfFact(fact)].concat(fact.values.map(textOfFact))),
    ...others.map((result) => rowOfResult(comparison, result)),
  ];
  return `${tableOf(columns, rows)}\n`;
}

function rowOfResult(comparison: ProductComparison, result: ComparedResult): string[] {
  const { unit } = result.benchmark;
  const base = result.values.find(({ product }) => product === result.baseline);
  const isSame = (value: ProductResultValue) =>
    base !== undefined && base !== value && haveSameResults(comparison, value, base);
  const label = escapeMarkdown(`${labelOfBenchmark(result)} (${unit})`);
  const cards = cardsAmong(comparison.compared);
  const cells = result.values.map((value) =>
    textOfResult(value, { unit, isSame: isSame(value), isOfChip: cards.has(value.product) }),
  );
  return [label, ...cells];
}

const labelOfFact = ({ label, unit, differs }: ComparedFact): string =>
  escapeMarkdown(`${label}${unit === null ? "" : ` (${unit})`}${differs ? ", differs" : ""}`);

function textOfPrice({ price, price_date, price_is_old }: ComparedProduct): string {
  if (price === null) return "";
  const day = price_date === null ? "" : ` (${price_is_old === true ? "old, " : ""}${price_date})`;
  return `\\$${formatNumber(price, 2)}${day}`;
}

/** Returns the value of a fact about a product as a text for a Markdown cell. */
function textOfFact(value: FactValue): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return escapeMarkdown(Array.isArray(value) ? value.join(", ") : String(value));
}

function textOfResult(
  value: ProductResultValue,
  { unit, isSame, isOfChip }: { unit: string; isSame: boolean; isOfChip: boolean },
): string {
  const { median, builds, difference_percent, settings_mixed } = value;
  if (median === null) return builds === 0 ? "" : "fewer than five builds";
  const facts = [
    `${builds} builds${isOfChip ? " with the chip" : ""}`,
    settings_mixed ? "mixed settings" : textOfSettings(value),
    isSame ? "the same results" : difference_percent === null ? null : `${signed(difference_percent)} %`,
  ];
  return `${formatFigure(median, unit)} (${escapeMarkdown(facts.filter((fact) => fact !== null).join(", "))})`;
}
