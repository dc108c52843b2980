import type { ProductKind, ProductRecord } from "../../products/index.ts";
import { formatFigure, formatValue } from "../layout/figures.tsx";
import { hrefOfProduct } from "../layout/kinds.ts";
import { CellName } from "../layout/cell-name.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { WholeWords } from "../layout/whole-words.tsx";
import { MixedSettings } from "../lists/mixed-settings.tsx";
import { isCurrent, Price } from "../lists/price.tsx";
import { PricePer } from "./price-per.tsx";
import { ScoreBar } from "../lists/score.tsx";
import { Unknown } from "../lists/unknown.tsx";
import { Tick, TickHint, tickHintOf } from "../compare/tick.tsx";
import type { ComparedBy } from "./compared-by.ts";
import { scoreIn, valueOf } from "./current-scores.ts";
import { nameOfResult } from "./product-results.tsx";
import { aboutBuilds } from "./about-builds.ts";
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
}

/**
 * Table of products of a kind: their main facts, their prices, and their scores in the benchmark by which products of
 * the kind are compared. The check boxes of the products belong to the `TickForm` of the page.
 */
export function ProductTable({ kind, products, comparedBy, highest }: ProductTableProps) {
  // A column that no product fills would only take space from the other columns.
  const columns = columnsOf(kind).filter(({ name }) => products.some((product) => isKnown(product[name])));
  return (
    <>
      <TickHint hint={tickHintOf("two to four products")} />
      <Scroll label="Products">
        <table class="products two-lines">
          {comparedBy?.settings_mixed ? (
            <caption>
              <MixedSettings />
            </caption>
          ) : null}
          <Head kind={kind} columns={columns} comparedBy={comparedBy} />
          <tbody>
            {products.map((product, place) => (
              <Row
                key={product.id}
                {...{ kind, product, columns, comparedBy, highest }}
                isSameChip={
                  product["chip"] !== undefined && product["chip"] === products[place - 1]?.["chip"]
                }
              />
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

interface RowProps extends Omit<ProductTableProps, "products"> {
  product: ProductRecord;
  columns: readonly Fact[];
  /** Whether the product is a graphics card with the same chip as the card of the row above. */
  isSameChip: boolean;
}

function Row({ kind, product, columns, comparedBy, highest, isSameChip }: RowProps) {
  const { make, model, url_slug } = product;
  const score = scoreIn(product, comparedBy);
  return (
    <tr>
      <td class="tick-cell">
        <Tick kind="products" id={`${kind.name}/${url_slug}`} name={`${make} ${model}`} />
      </td>
      <th scope="row">
        <a href={hrefOfProduct(product)}>
          <span class="make">{make}</span> <WholeWords name={model} />
        </a>
        {score && (
          <div class="note">
            {isSameChip ? "same chip as above" : aboutBuilds(score.builds)}
            {kind.comparedAs?.part === "chip" && !isSameChip && " with this chip"}
          </div>
        )}
      </th>
      <td class={isCurrent(product) ? "number price first-line" : "number price"}>
        <Price product={product} />
        <PricePer kind={kind} product={product} />
      </td>
      {comparedBy ? (
        <Measured
          name={`Median${ofChip(kind)}`}
          score={score}
          unit={comparedBy.benchmark.unit}
          highest={highest}
          value={valueOf(product, score)}
        />
      ) : null}
      {columns.map((fact) => (
        <FactCell key={fact.name} fact={fact} value={product[fact.name]} />
      ))}
    </tr>
  );
}

function FactCell({ fact, value }: { fact: Fact; value: unknown }) {
  return (
    <td class={isFigure(fact) ? "number" : undefined}>
      <CellName>{fact.label.name}</CellName>
      <FactValue fact={fact} value={value} />
    </td>
  );
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
 * Returns the name of the column of medians, with the benchmark: "Median in Cinebench R23". The median of a graphics
 * card is that of all cards with its chip.
 */
const medianName = (kind: ProductKind, comparedBy: ComparedBy): string =>
  `Median${ofChip(kind)} in ${nameOfResult(comparedBy)}`;

const ofChip = (kind: ProductKind): string => (kind.comparedAs?.part === "chip" ? " of the chip" : "");

type Score = ProductRecord["scores"][number];

interface MeasuredProps {
  /** The name of the median without the name of the benchmark, which stands above the list. */
  name: string;
  score: Score | undefined;
  unit: string;
  highest: number | undefined;
  value: number | null;
}

/** Shows the score as a number and, where the highest score is known, as a bar, and the score per 100 USD. */
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
