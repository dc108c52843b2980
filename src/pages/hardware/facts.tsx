import { Fragment } from "preact";
import { factsOf, isKnown } from "../../kinds/facts.ts";
import type { ProductKind, ProductRecord } from "../../products/index.ts";
import { hrefOfChip } from "../layout/chip-link.tsx";
import type { ChipFacts } from "./chip-facts.ts";
import { FactValue } from "./values.tsx";

interface FactsProps {
  kind: ProductKind;
  /** The facts of a product or a chip, by their names in the record. Unknown facts are null or missing. */
  values: Readonly<Record<string, unknown>>;
}

interface ProductFactsProps {
  kind: ProductKind;
  product: ProductRecord;
  /** The facts of the product's chip that are unknown for the product itself. */
  chipFacts: ChipFacts;
}

/** The known specifications of a product, the names of unknown ones, and the facts of its chip that fill the gaps. */
export function ProductFacts({ kind, product, chipFacts }: ProductFactsProps) {
  const unknown = factsOf(kind).filter(({ name }) => !isKnown(product[name]));
  const chip = product["chip"];
  return (
    <section class="stack" aria-labelledby="facts">
      <h2 id="facts">Specifications</h2>
      <FactList kind={kind} values={product} />
      {unknown.length === 0 ? null : (
        <p class="note">Not known of this product: {unknown.map(({ label }) => label.name).join(", ")}.</p>
      )}
      {Object.keys(chipFacts).length > 0 && typeof chip === "string" && (
        <>
          <p class="note">
            The other cards with <a href={hrefOfChip(chip)}>the same chip</a> have, as far as known, the
            values below; this card may differ.
          </p>
          <FactList kind={kind} values={chipFacts} />
        </>
      )}
    </section>
  );
}

/** A list of known facts, each with its name. */
export function FactList({ kind, values }: FactsProps) {
  return (
    <dl class="facts">
      {factsOf(kind)
        .filter(({ name }) => isKnown(values[name]))
        .map((fact) => (
          <Fragment key={fact.name}>
            <dt>{fact.label.name}</dt>
            <dd>
              <FactValue fact={fact} value={values[fact.name]} />
            </dd>
          </Fragment>
        ))}
    </dl>
  );
}
