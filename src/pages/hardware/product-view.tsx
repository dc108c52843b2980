import { Fragment } from "preact";
import { formatNumber } from "../../charts/scales.ts";
import { headingOf } from "../../kinds/words.ts";
import type { ProductKind, ProductRecord } from "../../products/index.ts";
import { addressOf } from "../lists/addresses.ts";
import { ChipLink } from "../layout/chip-link.tsx";
import { hrefOfProduct } from "../layout/kinds.ts";
import { formatFigure } from "../layout/figures.tsx";
import { KeepButton } from "../compare/tick.tsx";
import type { ComparedBy } from "./compared-by.ts";
import { scoreIn, valueOf } from "./current-scores.ts";
import { KeyPrice } from "./key-price.tsx";
import { pathOf } from "./paths.ts";
import { Measured, type MeasuredProps } from "./measured.tsx";
import { nameOfResult } from "./product-results.tsx";
import { FactValue, isKnown } from "./values.tsx";
import { factsOf } from "../../kinds/facts.ts";

/** Data of the page of a product. */
export interface ProductViewProps extends Pick<MeasuredProps, "measured" | "shown"> {
  kind: ProductKind;
  product: ProductRecord;
  /** Benchmark and variant by which products of the kind are compared; null if nothing was measured. */
  comparedBy: ComparedBy | null;
  /** The kinds of parts among which a search can find parts that fit the product. */
  fitting: readonly ProductKind[];
}

/** Page of a product: its price, its scores, and the known specifications. */
export function ProductView(props: ProductViewProps) {
  const { kind, product, fitting, measured, shown } = props;
  const page = hrefOfProduct({ kind: kind.name, url_slug: product.url_slug });
  const addresses = {
    page,
    api: page.replace("/hardware", "/products"),
    ranked: [kind.name, String(product.id)] as const,
  };
  return (
    <article class="stack stack-wide product">
      <header>
        <nav class="trail" aria-label="Where this is">
          <a href="/hardware">Hardware</a> <span aria-hidden="true">/</span>{" "}
          <a href={pathOf(kind)}>{headingOf(kind)}</a>
        </nav>
        <div class="row">
          <h1>
            <span class="make">{product.make}</span> {product.model}
          </h1>
          <KeepButton
            kind="products"
            id={`${kind.name}/${product.url_slug}`}
            name={`${product.make} ${product.model}`}
          />
        </div>
        <ChipLink chip={product["chip"]} />
      </header>
      <KeyFigures {...props} />
      {kind.comparedAs ? (
        <Measured {...{ addresses, measured, shown }} isOfChip={kind.comparedAs.part === "chip"} />
      ) : null}
      <Facts {...props} />
      {fitting.length === 0 ? null : (
        <section class="stack" aria-labelledby="fitting">
          <h2 id="fitting">Parts that fit</h2>
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
  const score = scoreIn(product, comparedBy);
  const value = valueOf(product, score);
  return (
    <dl class="figures key-figures">
      <KeyPrice name="Price" product={product} />
      {comparedBy ? (
        <>
          <div>
            <dt>{nameOfResult(comparedBy)}</dt>
            {score ? (
              <dd class="figure-large">
                {formatFigure(score.median, comparedBy.benchmark.unit)}
                <span class="unit"> {comparedBy.benchmark.unit}</span>
              </dd>
            ) : null}
            <dd class="note">
              {score
                ? `median of ${formatNumber(score.builds, 0)} builds${kind.comparedAs?.part === "chip" ? " with any card of this chip" : ""}`
                : "measured by fewer than five builds"}
            </dd>
          </div>
          {value === null ? null : (
            <div>
              <dt>Value</dt>
              <dd class="figure-large">
                {formatFigure(value, comparedBy.benchmark.unit)}
                <span class="unit"> {comparedBy.benchmark.unit} per $100</span>
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
          )}
        </>
      ) : null}
    </dl>
  );
}

function Facts({ kind, product }: ProductViewProps) {
  const facts = factsOf(kind);
  const known = facts.filter(({ name }) => isKnown(product[name]));
  const unknown = facts.filter((fact) => !known.includes(fact)).map(({ label }) => label.name);
  return (
    <section class="stack" aria-labelledby="facts">
      <h2 id="facts">Specifications</h2>
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
