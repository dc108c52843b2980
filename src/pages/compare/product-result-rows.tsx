import {
  cardsAmong,
  groupsOf,
  haveSameResults,
  isWithheld,
  mediansIn,
  textOfSettings,
  type ComparedProduct,
  type ComparedResult,
  type ProductComparison,
  type ProductResultValue,
} from "../../compare/index.ts";
import type { ComponentChildren } from "preact";
import { isolated } from "../../charts/isolated.ts";
import { GamesOfProcessorsNote } from "../hardware/measured.tsx";
import { CellName } from "../layout/cell-name.tsx";
import { formatFigure, formatValue } from "../layout/figures.tsx";
import { headlineOf } from "../lists/headline.ts";
import { MixedSettings } from "../lists/mixed-settings.tsx";
import { ScoreBar } from "../lists/score.tsx";
import { Unknown } from "../lists/unknown.tsx";
import type { Asked } from "./asked.ts";
import { rangeOf, VerdictBadge, verdictOf, type ProductVerdict } from "./product-verdict.tsx";
import { signed } from "./texts.ts";

/** The amount in USD by which the value (the score per price) is shown: per $100, as in lists of products. */
export const VALUE_USD = 100;

interface ResultRowsProps {
  results: readonly ComparedResult[];
  comparison: ProductComparison;
  asked: Asked;
}

/**
 * The measured results of products, in groups of rows: benchmarks, games, and last the results that cannot be compared,
 * because only one of the products has a median.
 */
export function ResultRows({ results, comparison, asked }: ResultRowsProps) {
  const { benchmarks, games, ofOne } = groupsOf(results);
  const groups = [
    { title: "Benchmarks", shown: benchmarks, note: null },
    { title: "Games", shown: games, note: comparison.kind === "cpu" && <GamesOfProcessorsNote /> },
    { title: "With a median of only one of them", shown: ofOne, note: null },
  ];
  return (
    <>
      {groups
        .filter(({ shown }) => shown.length > 0)
        .map(({ title, shown, note }, index) => (
          <tbody key={title}>
            <GroupRow title={title} columns={comparison.compared.length}>
              {note}
              <p class="note">
                {mediansOf(comparison, { isFirst: index === 0 })} Higher is better.{" "}
                {baselineText(shown, comparison)}
              </p>
              {index === 0 && (
                <p class="note">
                  The small range is the middle 80 % of builds (from ten builds on). There is no clear
                  difference where the ranges of two products overlap.
                </p>
              )}
            </GroupRow>
            {shown.map((result) => (
              <ResultRow result={result} comparison={comparison} asked={asked} />
            ))}
          </tbody>
        ))}
    </>
  );
}

/** Says which builds the medians cover. For graphics cards, the sentence above the first group of rows is longer. */
function mediansOf({ compared }: ProductComparison, { isFirst }: { isFirst: boolean }): string {
  if (cardsAmong(compared).size === 0) return "Medians of the builds.";
  return isFirst
    ? "Medians of all builds with the same graphics chip, whatever the card; prices are of the cards named above."
    : "Medians of all builds with the same chip.";
}

/**
 * Names the product with which all results of a group are compared; an empty text if no result is compared, or if the
 * results are compared with different products.
 */
function baselineText(results: readonly ComparedResult[], { compared }: ProductComparison): string {
  const differing = results.filter(({ values }) =>
    values.some(({ difference_percent }) => difference_percent !== null),
  );
  const baselines = new Set(differing.map(({ baseline }) => baseline));
  if (baselines.size !== 1) return "";
  const base = compared.find(({ product }) => baselines.has(product));
  return base === undefined ? "" : `Compared with ${isolated(base.name)}.`;
}

/** The heading of a group of rows, across all columns of a comparison. */
export function GroupRow({ title, columns, children }: GroupRowProps) {
  return (
    <tr class="group">
      <th scope="rowgroup" colSpan={columns + 1}>
        {title}
        {children}
      </th>
    </tr>
  );
}

interface GroupRowProps {
  title: string;
  /** The number of products. */
  columns: number;
  children?: ComponentChildren;
}

interface NameOfProps {
  compared: readonly ComparedProduct[];
  column: number;
}

/**
 * Repeats the name of a product in its cells, for narrow screens on which the table hides its head. With only two
 * products, the cells need no name.
 */
export const NameOf = ({ compared, column }: NameOfProps) =>
  compared.length > 2 ? <CellName>{isolated(compared[column]?.name ?? "")}</CellName> : null;

interface ResultRowProps {
  result: ComparedResult;
  comparison: ProductComparison;
  asked: Asked;
}

function ResultRow({ result, comparison, asked }: ResultRowProps) {
  const { values, benchmark, higher_is_better } = result;
  const isCompared = mediansIn(result) > 1 && !isWithheld(comparison.kind, result);
  const highest = Math.max(0, ...values.map(({ median }) => median ?? 0));
  const base = values.find(({ product }) => product === result.baseline);
  const settings = new Set(values.filter(({ median }) => median !== null).map(textOfSettings));
  const [ofAll] = settings.size === 1 ? settings : [];
  const cards = cardsAmong(comparison.compared);
  return (
    <tr class="main-figure">
      <th scope="row">
        <bdi>{headlineOf({ ...result, name: benchmark.name })}</bdi>{" "}
        <span class="unit">{benchmark.unit}</span>
        {ofAll && <p class="note">{ofAll}</p>}
        {!higher_is_better && <p class="note">Lower is better.</p>}
        {result.settings_differ && mediansIn(result) > 1 && (
          <p class="note">The settings differ, so the medians are not compared.</p>
        )}
        {values.some(({ settings_mixed }) => settings_mixed) && <MixedSettings />}
        {isCompared && <OtherBaseline result={result} comparison={comparison} asked={asked} />}
      </th>
      {values.map((value, column) => (
        <td>
          <NameOf compared={comparison.compared} column={column} />
          <ResultCell
            value={value}
            unit={benchmark.unit}
            isOfChip={cards.has(value.product)}
            hasSettings={!ofAll}
            highest={isCompared ? highest : null}
            verdict={base && verdictOf(value, base, { isHigherBetter: higher_is_better })}
            isSame={base !== undefined && base !== value && haveSameResults(comparison, value, base)}
          />
        </td>
      ))}
    </tr>
  );
}

/**
 * If the chosen baseline has no median in a result, names the product with which the result compares the other
 * products. This needs three or more products: of two products, only one would have a median.
 */
function OtherBaseline({ result: { baseline }, comparison: { compared }, asked }: ResultRowProps) {
  const chosen = asked.baseline ?? asked.ids[0];
  if (baseline === null || baseline === chosen) return null;
  const nameOf = (id: string | undefined) => compared.find(({ product }) => product === id)?.name;
  return (
    <p class="note">
      {nameOf(chosen)} has no median here, so the others are compared with {nameOf(baseline)}.
    </p>
  );
}

interface ResultCellProps {
  value: ProductResultValue;
  unit: string;
  /** Whether the result is of all builds with the graphics chip of the product, instead of the product itself. */
  isOfChip: boolean;
  /** Whether the cell shows the settings of its results, because they differ from the settings of other cells. */
  hasSettings: boolean;
  /** The highest median, whose bar has the full width; null if the medians cannot be compared. */
  highest: number | null;
  /** How the builds with the product compare to the builds with the baseline; null for too few builds. */
  verdict: ProductVerdict | null | undefined;
  /** Whether the product and the baseline share the same results, as two cards with the same chip do. */
  isSame: boolean;
}

function ResultCell({
  value: shown,
  unit,
  isOfChip,
  hasSettings,
  highest,
  verdict,
  isSame,
}: ResultCellProps) {
  const { median, builds, value, difference_percent } = shown;
  const range = rangeOf(shown);
  const settings = hasSettings ? textOfSettings(shown) : null;
  if (median === null)
    return (
      <>
        <Unknown />
        <p class="note">{builds === 0 ? "not measured" : "measured by fewer than five builds"}</p>
      </>
    );
  return (
    <>
      {highest !== null && <ScoreBar score={median} highest={highest} />}
      <span class={highest === null ? "figure" : "figure figure-large"}>{formatFigure(median, unit)}</span>
      {isSame && <p class="note">the same results</p>}
      {difference_percent !== null && !isSame && (
        <p class="difference">
          {signed(difference_percent)} % <VerdictBadge verdict={verdict ?? null} />
        </p>
      )}
      <p class="note">
        {range && `${formatFigure(range.p10, unit)} to ${formatFigure(range.p90, unit)}, `}
        <span class="whole">
          {builds} builds{isOfChip && " with the chip"}
        </span>
        {settings !== null && `, ${settings}`}
      </p>
      {value !== null && (
        <p class="note">
          {formatValue(VALUE_USD * value)} {unit} per ${VALUE_USD}
        </p>
      )}
    </>
  );
}
