import { formatNumber } from "../../charts/scales.ts";
import { chipKind, type ChipAnswer } from "../../products/index.ts";
import { hrefOfChip } from "../layout/chip-link.tsx";
import { PriceNote, type PriceNoteProps } from "../lists/price-note.tsx";
import { Measured, type MeasuredProps } from "./measured.tsx";
import { chipFactsOf } from "./chip-facts.ts";
import { FactList } from "./facts.tsx";
import { KindTrail } from "./kind-trail.tsx";
import { KeyPrice } from "./key-price.tsx";
import { KeyScore, type KeyScoreProps } from "./key-score.tsx";
import { KeepButton, TickButtons, TickForm } from "../compare/tick.tsx";
import { ProductTable } from "./product-table.tsx";

interface ChipViewProps
  extends Pick<MeasuredProps, "measured" | "shown">, Pick<KeyScoreProps, "comparedBy" | "place"> {
  answer: ChipAnswer;
  config: PriceNoteProps;
}

/**
 * Page of a chip: the results that were measured with the chip, the cards that have the chip, the cheapest card
 * first, and the specifications in which all cards agree.
 */
export function ChipView({
  answer: { chip, cards },
  comparedBy,
  place,
  measured,
  shown,
  config,
}: ChipViewProps) {
  const addresses = {
    page: hrefOfChip(chip.slug),
    api: `/products/chip/${encodeURIComponent(chip.slug)}`,
    ranked: [chipKind.name, chip.slug] as const,
  };
  const [cheapest] = cards;
  return (
    <article class="stack stack-wide product">
      <ChipHeader chip={chip} />
      <dl class="figures key-figures">
        <KeyPrice
          name="Lowest price"
          product={{
            price: chip.price.lowest,
            price_date: chip.price.date,
            price_is_old: chip.price.price_is_old,
          }}
        />
        {cheapest && (
          <KeyScore
            kind={chipKind}
            product={cheapest}
            comparedBy={comparedBy}
            place={place}
            valueName="Value at the lowest price"
          />
        )}
      </dl>
      <Measured addresses={addresses} measured={measured} shown={shown} isOfChip />
      <section class="stack" aria-labelledby="cards">
        <h2 id="cards">{countedCards(chip)} with this chip</h2>
        {/* All cards of a chip have the chip's median, which stands above. */}
        <ProductTable kind={chipKind} products={cards} comparedBy={null} />
        <TickButtons />
        <TickForm />
      </section>
      <section class="stack" aria-labelledby="facts">
        <h2 id="facts">Specifications of the chip</h2>
        <FactList kind={chipKind} values={chipFactsOf(cards)} />
        <p class="note">
          Taken from the cards above, where all cards whose value is known have the same. Boost clock and
          length differ from card to card.
        </p>
      </section>
      <PriceNote {...config} />
    </article>
  );
}

function ChipHeader({ chip }: { chip: ChipAnswer["chip"] }) {
  return (
    <header>
      <KindTrail kind={chipKind} />
      <div class="row">
        <h1>{chip.title}</h1>
        <KeepButton kind="products" id={`chip/${chip.slug}`} name={chip.title} />
      </div>
      <p class="soft">
        A graphics chip, on <a href="#cards">{countedCards(chip)}</a>
      </p>
    </header>
  );
}

const countedCards = ({ cards }: { cards: number }): string =>
  `${formatNumber(cards, 0)} ${cards === 1 ? "card" : "cards"}`;
