import { formatNumber } from "../../charts/scales.ts";
import type { ProductKind, ProductRecord } from "../../products/index.ts";
import { formatFigure, formatValue } from "../layout/figures.tsx";
import { hrefOfProduct } from "../layout/kinds.ts";
import { CellName } from "../layout/cell-name.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { WholeWords } from "../layout/whole-words.tsx";
import { MixedSettings } from "../lists/mixed-settings.tsx";
import { isCurrent, Price } from "../lists/price.tsx";
import { ScoreBar } from "../lists/score.tsx";
import { Unknown } from "../lists/unknown.tsx";
import { Tick, TickHint } from "../compare/tick.tsx";
import type { ComparedBy } from "./compared-by.ts";
import { scoreIn, valueOf } from "./current-scores.ts";
import { nameOfResult } from "./product-results.tsx";
import { FactValue, isFigure } from "./values.tsx";
import { columnsOf, isKnown, type Fact } from "../../kinds/facts.ts";

interface ProductTableProps {
  kind: ProductKind;
  products: readonly ProductRecord[];
  comparedBy: ComparedBy | null;
  /**
   * The highest score of all products of the kind, whose bar has the full width. Without it the table has no bars: bars
   * relative to the listed products alone would have another scale on each page.
   */
  highest?: number | undefined;
  /** Whether each product says how many builds have measured it, because they are the order of the list. */
  hasBuilds?: boolean;
}

/** The smallest share of the listed products whose values of a fact must be known, so that the table has its column. */
const MIN_KNOWN = 0.25;

/**
 * Table of products of a kind: their main facts, their prices, and their scores in the benchmark by which products of
 * the kind are compared. The check boxes of the products belong to the `TickForm` of the page.
 */
export function ProductTable({ kind, products, comparedBy, highest, hasBuilds }: ProductTableProps) {
  // A column that few of the products fill would only take space from the other columns.
  const knownIn = ({ name }: Fact) => products.filter((product) => isKnown(product[name])).length;
  const columns = columnsOf(kind).filter((fact) => knownIn(fact) >= products.length * MIN_KNOWN);
  const scores = products.map((product) => scoreIn(product, comparedBy));
  return (
    <>
      <TickHint hint="Select two to four products to compare them." />
      <Scroll label="Products">
        <table class="products two-lines">
          {comparedBy?.settings_mixed ? (
            <caption>
              <MixedSettings />
            </caption>
          ) : null}
          <Head kind={kind} columns={columns} comparedBy={comparedBy} />
          <tbody>
            {products.map((product, row) => (
              <tr key={product.id}>
                <td class="tick-cell">
                  <Tick
                    kind="products"
                    id={`${kind.name}/${product.url_slug}`}
                    name={`${product.make} ${product.model}`}
                  />
                </td>
                <th scope="row">
                  <a href={hrefOfProduct(product)}>
                    <span class="make">{product.make}</span> <WholeWords name={product.model} />
                  </a>
                  {hasBuilds && kind.comparedAs && <div class="note">{measuredText(kind, product)}</div>}
                </th>
                <td class={isCurrent(product) ? "number price first-line" : "number price"}>
                  <Price product={product} isShort />
                </td>
                {comparedBy ? (
                  <Measured
                    name={medianName(kind, comparedBy)}
                    score={scores[row]}
                    unit={comparedBy.benchmark.unit}
                    highest={highest}
                    value={valueOf(product, scores[row])}
                  />
                ) : null}
                {columns.map((fact) => (
                  <td key={fact.name} class={isFigure(fact) ? "number" : undefined}>
                    <CellName>{fact.label.name}</CellName>
                    <FactValue fact={fact} value={product[fact.name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

/**
 * Returns about how many builds have measured a product, or any card with its chip, in the benchmark, game or test with
 * the most builds. The stored number may be a little older than that on the page of the product, so it has two digits.
 */
function measuredText({ comparedAs }: ProductKind, { scores }: ProductRecord): string {
  const builds = Math.max(0, ...scores.map((score) => score.builds));
  const counted =
    builds < 10 ? `${builds} builds` : `about ${formatNumber(Number(builds.toPrecision(2)), 0)} builds`;
  const text = builds === 0 ? "fewer than five builds" : counted;
  return comparedAs?.part === "chip" ? `${text} with this chip` : text;
}

interface HeadProps extends Pick<ProductTableProps, "kind" | "comparedBy"> {
  columns: readonly Fact[];
}

function Head({ kind, columns, comparedBy }: HeadProps) {
  const measured = comparedBy
    ? [
        { name: medianName(kind, comparedBy), unit: comparedBy.benchmark.unit },
        { name: "Value", unit: `${comparedBy.benchmark.unit} per $100` },
      ]
    : [];
  return (
    <thead>
      <tr>
        <th scope="col">
          <span class="visually-hidden">Compare</span>
        </th>
        <th scope="col">Product</th>
        <th scope="col" class="number">
          Price
        </th>
        {measured.map(({ name, unit }) => (
          <th key={name} scope="col" class="number">
            {name} <span class="unit">{unit}</span>
          </th>
        ))}
        {columns.map((fact) => (
          <th key={fact.name} scope="col" class={isFigure(fact) ? "number" : undefined}>
            {fact.label.name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/**
 * Returns the name of the column of medians, with the benchmark that measured them: "Median in Cinebench R23". The median
 * of a graphics card is that of all cards with its chip.
 */
const medianName = (kind: ProductKind, comparedBy: ComparedBy): string =>
  `Median ${kind.comparedAs?.part === "chip" ? "of the chip " : ""}in ${nameOfResult(comparedBy)}`;

type Score = ProductRecord["scores"][number];

interface MeasuredProps {
  /** The name of the median, with that of the benchmark. */
  name: string;
  score: Score | undefined;
  unit: string;
  highest: number | undefined;
  value: number | null;
}

/** Shows the score as a figure and, where the highest score is known, as a bar, and the score per 100 USD. */
function Measured({ name, score, unit, highest, value }: MeasuredProps) {
  return (
    <>
      <td class="number measured">
        <CellName>{name}</CellName>
        {score ? formatFigure(score.median, unit) : <Unknown />}
        {score && <span class="cell-name"> {unit}</span>}
        {score && highest !== undefined ? (
          <ScoreBar score={score.median} highest={Math.max(highest, score.median)} />
        ) : null}
      </td>
      <td class="number">
        <CellName>Value</CellName>
        {value === null ? <Unknown /> : formatValue(value)}
        {value !== null && <span class="cell-name"> {unit} per $100</span>}
      </td>
    </>
  );
}
