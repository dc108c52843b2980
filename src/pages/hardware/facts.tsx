import { Fragment } from "preact";
import { factsOf, isKnown } from "../../kinds/facts.ts";
import type { ProductKind, ProductRecord } from "../../products/index.ts";
import { shownFact, type ChipFacts, type ShownFact } from "./chip-facts.ts";
import { FactValue, OfChip } from "./values.tsx";

interface ProductFactsProps {
  kind: ProductKind;
  product: ProductRecord;
  /** The facts of the chip of a card whose own values are unknown. */
  chipFacts: ChipFacts;
}

/**
 * The known specifications of a product, those of the chip of a card that does not state them itself, and the names of
 * those that are not known.
 */
export function ProductFacts({ kind, product, chipFacts }: ProductFactsProps) {
  const facts = factsOf(kind).map((fact) => shownFact(product, fact, chipFacts));
  const unknown = facts.filter(({ value }) => !isKnown(value));
  return (
    <section class="stack" aria-labelledby="facts">
      <h2 id="facts">Specifications</h2>
      <FactList facts={facts} />
      {unknown.length === 0 ? null : (
        <p class="note">Not known: {unknown.map(({ fact }) => fact.label.name).join(", ")}.</p>
      )}
    </section>
  );
}

/** A list of the known facts among the given ones, each with its name. */
export function FactList({ facts }: { facts: readonly ShownFact[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(({ value }) => isKnown(value))
        .map(({ fact, value, isOfChip }) => (
          <Fragment key={fact.name}>
            <dt>{fact.label.name}</dt>
            <dd>
              <FactValue fact={fact} value={value} />
              {isOfChip && <OfChip />}
            </dd>
          </Fragment>
        ))}
    </dl>
  );
}
