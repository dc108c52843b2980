import { placeInWords } from "../../charts/standing-in-words.ts";
import { formatNumber } from "../../charts/scales.ts";
import { countedOf, headingOf } from "../../kinds/words.ts";
import type { ProductKind, ProductRecord, ProductSearch } from "../../products/index.ts";
import { formatFigure, formatValue } from "../layout/figures.tsx";
import { addressOf } from "../lists/addresses.ts";
import type { ComparedBy } from "./compared-by.ts";
import { scoreIn, valueOf } from "./current-scores.ts";
import { pathOf } from "./paths.ts";
import { nameOfResult } from "./product-results.tsx";

/** Data of the key figures of a measured product. */
export interface KeyScoreProps {
  kind: ProductKind;
  /** The product; on the page of a chip, the cheapest card with the chip. */
  product: ProductRecord;
  /** Benchmark and variant by which products of the kind are compared; null if nothing was measured. */
  comparedBy: ComparedBy | null;
  /** The rank of the median among the medians of all products of the kind; null if the rank is unknown. */
  place: Awaited<ReturnType<ProductSearch["placeOf"]>>;
  /**
   * The words after "median of 12 builds" if these builds may have other products than the shown one: "with any card of
   * this chip".
   */
  measuredWith?: string | undefined;
  /** The label of the value (the score per price), if the value is that of another product than the shown one. */
  valueName?: string;
}

/** The median score and the value among the key figures of a product or a chip. */
export function KeyScore(props: KeyScoreProps) {
  const { kind, product, comparedBy, place, measuredWith, valueName = "Value" } = props;
  if (!comparedBy) return null;
  const { unit } = comparedBy.benchmark;
  const isOfChip = kind.comparedAs?.part === "chip";
  const score = scoreIn(product, comparedBy);
  const value = valueOf(product, score);
  const listBy = (order: string) =>
    addressOf(pathOf(kind), [
      ["sort_by", order],
      ["sort_dir", "desc"],
    ]);
  return (
    <>
      <div>
        <dt>{nameOfResult(comparedBy)}</dt>
        {score ? (
          <dd class="figure-large">
            {formatFigure(score.median, unit)}
            <span class="unit"> {unit}</span>
          </dd>
        ) : null}
        <dd class="note">
          {score
            ? `median of ${formatNumber(score.builds, 0)} builds${measuredWith ? ` ${measuredWith}` : ""}`
            : "measured by fewer than five builds"}
        </dd>
        {place && (
          <dd class="note">
            <a href={listBy("performance")}>
              {placeInWords(
                { rank: place.rank, builds: place.measured },
                `${isOfChip ? "chips" : countedOf(kind)} with five builds or more`,
              )}
            </a>
          </dd>
        )}
      </div>
      {value === null ? null : (
        <div>
          <dt>{valueName}</dt>
          <dd class="figure-large">
            {formatValue(value)}
            <span class="unit"> {unit} per $100</span>
          </dd>
          <dd class="note">
            <a href={listBy("value")}>{headingOf(kind)} by value</a>
            {isOfChip && ": the price of the card, the median of its chip"}
          </dd>
        </div>
      )}
    </>
  );
}
