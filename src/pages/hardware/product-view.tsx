import { Fragment } from "preact";
import { formatNumber } from "../../charts/scales.ts";
import { headingOf } from "../../kinds/words.ts";
import type { ProductKind, ProductRecord } from "../../products/index.ts";
import type { ProductResultAnswer } from "../../standings/index.ts";
import { addressOf } from "../lists/addresses.ts";
import { Day } from "../layout/figures.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { formatScore } from "../lists/score.tsx";
import { Unknown } from "../lists/unknown.tsx";
import type { ComparedBy } from "./compared-by.ts";
import { pathOf } from "./paths.ts";
import { nameOfResult, ProductResults, queryOfResult } from "./product-results.tsx";
import { FactValue, isKnown, Price } from "./values.tsx";
import { factsOf } from "./facts.ts";

/** Data of the page of a product. */
export interface ProductViewProps {
  kind: ProductKind;
  product: ProductRecord;
  /** Benchmark and variant by which products of the kind are compared; null if nothing was measured. */
  comparedBy: ComparedBy | null;
  /** Measured results of the product; null while the data is unavailable. */
  measured: { results: readonly ProductResultAnswer[]; total: number } | null;
  /** The result that the histogram shows; undefined if there is none. */
  shown: ProductResultAnswer | undefined;
  /** Kinds of parts that have to fit the product. */
  fitting: readonly ProductKind[];
}

/** Page of a product: its price, its scores, and the known facts. */
export function ProductView(props: ProductViewProps) {
  const { kind, product, fitting } = props;
  return (
    <article class="stack stack-wide product">
      <header>
        <nav class="trail" aria-label="Where this is">
          <a href="/hardware">Hardware</a> <span aria-hidden="true">/</span>{" "}
          <a href={pathOf(kind)}>{headingOf(kind)}</a>
        </nav>
        <h1>
          <span class="make">{product.make}</span> {product.model}
        </h1>
      </header>
      <KeyFigures {...props} />
      {kind.usualBenchmark === undefined ? null : <Measured {...props} />}
      <Facts {...props} />
      {fitting.length === 0 ? null : (
        <section class="stack" aria-labelledby="fitting">
          <h2 id="fitting">What fits it</h2>
          <ul class="links">
            {fitting.map((other) => (
              <li key={other.name}>
                <a href={addressOf(pathOf(other), [[`fits.${kind.name}`, product.url_slug]])}>
                  {headingOf(other)} that fit
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

function KeyFigures({ kind, product, comparedBy }: ProductViewProps) {
  const { price, price_date, value } = product;
  const score = comparedBy && product.scores.find((one) => isOf(one, comparedBy));
  return (
    <dl class="figures key-figures">
      <div>
        <dt>Price</dt>
        <dd class="figure-large">
          <Price usd={price} />
        </dd>
        <dd class="note">
          {price_date === null ? (
            "nobody has named one"
          ) : (
            <>
              seen on <Day at={price_date} />
            </>
          )}
        </dd>
      </div>
      {comparedBy ? (
        <>
          <div>
            <dt>{nameOfResult(comparedBy)}</dt>
            <dd class="figure-large">
              {score ? formatScore(score.median) : <Unknown />}
              {score ? <span class="unit"> {comparedBy.benchmark.unit}</span> : null}
            </dd>
            <dd class="note">
              {score
                ? `median of ${formatNumber(score.builds, 0)} builds`
                : "measured by fewer than five builds"}
            </dd>
          </div>
          <div>
            <dt>Value</dt>
            <dd class="figure-large">
              {value === null ? <Unknown /> : formatNumber(value, value >= 100 ? 0 : 2)}
              {value === null ? null : <span class="unit"> {comparedBy.benchmark.unit} per $</span>}
            </dd>
            <dd class="note">
              <a
                href={addressOf(pathOf(kind), [
                  ["sort_by", "value"],
                  ["sort_dir", "desc"],
                ])}
              >
                compare with other {kind.plural}
              </a>
            </dd>
          </div>
        </>
      ) : null}
    </dl>
  );
}

function isOf(score: ProductRecord["scores"][number], { benchmark, variant }: ComparedBy): boolean {
  return score.benchmark_id === benchmark.id && score.variant === variant;
}

function Measured({ kind, product, measured, shown }: ProductViewProps) {
  return (
    <section class="stack" aria-labelledby="measured">
      <h2 id="measured">Measured with it</h2>
      {measured === null ? (
        <p class="note">The measured results cannot be shown for the moment. Please try again later.</p>
      ) : measured.results.length === 0 ? (
        <p class="empty">
          Nobody has measured a build with it yet. <a href="/submit">Submit a result</a>
        </p>
      ) : (
        <>
          {shown ? <Histogram kind={kind} product={product} result={shown} /> : null}
          <ProductResults kind={kind} product={product} measured={measured} shown={shown} />
        </>
      )}
    </section>
  );
}

/**
 * Shows the chart of GET /products/<kind>/<url_slug>/histogram.svg in a box that scrolls where the chart would become
 * too small to read.
 */
function Histogram({
  kind,
  product,
  result,
}: Pick<ProductViewProps, "kind" | "product"> & { result: ProductResultAnswer }) {
  const address = `/products/${kind.name}/${encodeURIComponent(product.url_slug)}/histogram.svg`;
  return (
    <figure class="histogram">
      <Scroll label="Histogram">
        <img
          src={addressOf(address, queryOfResult(result))}
          width="900"
          height="360"
          alt={`How the results of ${result.builds} builds are distributed. The table below has the figures.`}
        />
      </Scroll>
    </figure>
  );
}

function Facts({ kind, product }: ProductViewProps) {
  const facts = factsOf(kind);
  const known = facts.filter(({ name }) => isKnown(product[name]));
  const unknown = facts.filter((fact) => !known.includes(fact)).map(({ label }) => label.name);
  return (
    <section class="stack" aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <dl class="facts">
        {known.map((fact) => (
          <Fragment key={fact.name}>
            <dt>{fact.label.name}</dt>
            <dd>
              <FactValue fact={fact} value={product[fact.name]} />
            </dd>
          </Fragment>
        ))}
      </dl>
      {unknown.length === 0 ? null : <p class="note">Not known: {unknown.join(", ")}.</p>}
    </section>
  );
}
