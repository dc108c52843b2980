import { HISTOGRAM_WIDTH, sizeOfHistogram, type ProductResultAnswer } from "../../standings/index.ts";
import { addressOf } from "../lists/addresses.ts";
import {
  ProductResults,
  queryOfResult,
  type MeasuredAddresses,
  type TitledResult,
} from "./product-results.tsx";

/** The data of the section with the measured results of a product or a chip. */
export interface MeasuredProps {
  addresses: MeasuredAddresses;
  /** The measured results; null while the data is unavailable. */
  measured: { results: readonly TitledResult[]; total: number } | null;
  /** The result that the histogram shows; undefined if there is no histogram. */
  shown: TitledResult | undefined;
  /** Whether the results are those of a graphics chip, on the page of a card or of the chip. */
  isOfChip?: boolean;
}

/** Shows the results that were measured with a product or a chip: a histogram, and the numbers of each benchmark. */
export function Measured({ addresses, measured, shown, isOfChip = false }: MeasuredProps) {
  return (
    <section class="stack" aria-labelledby="measured">
      <h2 id="measured">{isOfChip ? "Results with this chip" : "Results"}</h2>
      {isOfChip ? (
        <p class="note">
          These results are of all cards with this chip, of any maker. The builds have different processors,
          which count in games, too.
        </p>
      ) : null}
      {measured === null ? (
        <p class="note">The measured results cannot be shown for the moment. Please try again later.</p>
      ) : measured.results.length === 0 ? (
        <p class="empty">
          Nobody has measured a build with it yet. <a href="/submit">Submit a result</a>
        </p>
      ) : (
        <>
          {shown ? <Histogram api={addresses.api} result={shown} /> : null}
          <ProductResults
            {...{ addresses, measured, shown }}
            gamesNote={isOfChip ? null : <GamesOfProcessorsNote />}
          />
        </>
      )}
    </section>
  );
}

/** Says why medians of games do not show which processor is faster. */
export const GamesOfProcessorsNote = () => (
  <p class="note">
    In games the graphics card decides most of the frame rate, and the builds with a processor have different
    cards: figures of games do not tell which processor is faster.
  </p>
);

/** The widths of the narrow and the wide histogram, in pixels. */
const WIDTHS = { narrow: 375, wide: HISTOGRAM_WIDTH.usual };

/** The histogram as a picture, in a narrow form for phones. */
function Histogram({ api, result }: { api: string; result: ProductResultAnswer }) {
  const query = queryOfResult(result);
  const address = `${api}/histogram.svg`;
  const { builds } = result;
  return (
    <figure class="histogram">
      <picture>
        <source
          media="(max-width: 40rem)"
          srcset={addressOf(address, [...query, ["width", String(WIDTHS.narrow)]])}
          {...sizeOfHistogram({ width: WIDTHS.narrow, builds })}
        />
        <img
          src={addressOf(address, query)}
          {...sizeOfHistogram({ width: WIDTHS.wide, builds })}
          alt={`How the results of ${builds} builds are distributed. The table below has the figures.`}
        />
      </picture>
    </figure>
  );
}
