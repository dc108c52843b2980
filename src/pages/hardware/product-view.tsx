import { countedOf, headingOf, singularOf } from "../../kinds/words.ts";
import type { ProductKind, ProductRecord } from "../../products/index.ts";
import { addressOf } from "../lists/addresses.ts";
import { ChipLink } from "../layout/chip-link.tsx";
import type { ChipFacts } from "./chip-facts.ts";
import { hrefOfProduct } from "../layout/kinds.ts";
import { KeepButton } from "../compare/tick.tsx";
import { ProductFacts } from "./facts.tsx";
import { PriceNote, type PriceNoteProps } from "../lists/price-note.tsx";
import { KindTrail } from "./kind-trail.tsx";
import { KeyPrice } from "./key-price.tsx";
import { KeyScore, type KeyScoreProps } from "./key-score.tsx";
import { pathOf } from "./paths.ts";
import { PricePer } from "./price-per.tsx";
import type { PricedChip } from "./priced-chip.ts";
import { Measured, type MeasuredProps } from "./measured.tsx";

/** Data of the page of a product. */
export interface ProductViewProps
  extends Pick<MeasuredProps, "measured" | "shown">, Pick<KeyScoreProps, "comparedBy" | "place"> {
  kind: ProductKind;
  product: ProductRecord;
  /** The kinds of parts among which a search can find parts that fit the product. */
  fitting: readonly ProductKind[];
  /** The lowest current price of the cards with the same chip, if the product has no current price itself. */
  sameChip?: PricedChip | undefined;
  /** The facts of the product's chip that are unknown for the product itself. */
  chipFacts: ChipFacts;
  config: PriceNoteProps;
}

/** Page of a product: its price, its scores, and the known specifications. */
export function ProductView(props: ProductViewProps) {
  const { kind, product, comparedBy, place, fitting, measured, shown, sameChip, chipFacts, config } = props;
  const isMeasuredByChip = kind.comparedAs?.part === "chip";
  const page = hrefOfProduct({ kind: kind.name, url_slug: product.url_slug });
  const addresses = {
    page,
    api: page.replace("/hardware", "/products"),
    ranked: [kind.name, String(product.id)] as const,
  };
  return (
    <article class="stack stack-wide product">
      <header>
        <KindTrail kind={kind} />
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
      <dl class="figures key-figures">
        <KeyPrice name="Price" product={product} sameChip={sameChip}>
          <PricePer kind={kind} product={product} />
        </KeyPrice>
        <KeyScore
          kind={kind}
          product={product}
          comparedBy={comparedBy}
          place={place}
          measuredWith={isMeasuredByChip ? "with any card of this chip" : undefined}
        />
      </dl>
      {kind.comparedAs ? (
        <Measured {...{ addresses, measured, shown }} isOfChip={isMeasuredByChip} />
      ) : (
        <NothingMeasured kind={kind} />
      )}
      <ProductFacts kind={kind} product={product} chipFacts={chipFacts} />
      <PartsThatFit kind={kind} product={product} fitting={fitting} />
      <PriceNote {...config} />
    </article>
  );
}

/** Links to the lists of parts that fit a product: one link for each kind of part. */
function PartsThatFit({ kind, product, fitting }: Pick<ProductViewProps, "kind" | "product" | "fitting">) {
  if (fitting.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="fitting">
      <h2 id="fitting">Parts that fit</h2>
      <ul class="links">
        {fitting.map((other) => (
          <li key={other.name}>
            <a href={addressOf(pathOf(other), [[`fits.${kind.name}`, product.url_slug]])}>
              {headingOf(other)} for this {singularOf(kind)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says why the page of a kind of product that no benchmark measures has no results. */
const NothingMeasured = ({ kind }: Pick<ProductViewProps, "kind">) => (
  <p class="note">
    There are no results of {countedOf(kind)}: no benchmark here measures what they do for a PC.
  </p>
);
