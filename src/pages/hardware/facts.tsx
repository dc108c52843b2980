import { Fragment } from "preact";
import { factsOf, isKnown } from "../../kinds/facts.ts";
import type { ProductKind, ProductRecord } from "../../products/index.ts";
import { hrefOfChip } from "../layout/chip-link.tsx";
import { FactValue } from "./values.tsx";

interface FactsProps {
  kind: ProductKind;
  /** The facts of the kind that are known, by their names in the record. */
  values: Readonly<Record<string, unknown>>;
}

/** The known specifications of a product, and the names of those that are not known. */
export function ProductFacts({ kind, product }: { kind: ProductKind; product: ProductRecord }) {
  const unknown = factsOf(kind).filter(({ name }) => !isKnown(product[name]));
  return (
    <section class="stack" aria-labelledby="facts">
      <h2 id="facts">Specifications</h2>
      <FactList kind={kind} values={product} />
      {unknown.length === 0 ? null : (
        <p class="note">
          Not known of this product: {unknown.map(({ label }) => label.name).join(", ")}.
          {typeof product["chip"] === "string" && (
            <>
              {" "}
              The page of <a href={hrefOfChip(product["chip"])}>its chip</a> has the facts that all cards with
              the chip share.
            </>
          )}
        </p>
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
