/** Returns the address of the page of a graphics chip. */
export const hrefOfChip = (slug: string): string => `/hardware/chip/${encodeURIComponent(slug)}`;

/**
 * Returns the chip that all graphics cards in the results of a search have in common; undefined if the cards have
 * several chips, or if no product has the typed name.
 */
export function sharedChipOf({
  results,
  approximate,
}: {
  results: readonly { readonly [field: string]: unknown }[];
  approximate?: true;
}): string | undefined {
  const [chip, ...others] = new Set(
    results.map((product) => product["chip"]).filter((one) => one !== undefined),
  );
  return approximate !== true && typeof chip === "string" && others.length === 0 ? chip : undefined;
}

/** A space at which no line ends, so that the unit stays with its number. */
const NO_BREAK = "\u00A0";

const withWholeSize = (title: string): string => title.replace(/ (?=GB$)/, NO_BREAK);

/**
 * A link to the page of a graphics chip; renders nothing for a product without a chip.
 * @param props.title the name of the chip, for a page that shows no card with this chip
 */
export function ChipLink({ chip, title = "this chip" }: { chip: unknown; title?: string | undefined }) {
  return typeof chip === "string" ? (
    <p>
      <a class="action" href={hrefOfChip(chip)}>
        Results and cards of {withWholeSize(title)}
      </a>
    </p>
  ) : null;
}

interface ChipLinksProps {
  chips: readonly { slug: string; title: string }[];
  /** Returns a note about the chip with a slug, such as its median; undefined if there is none. */
  noteOf: (slug: string) => string | undefined;
}

/** Links to the pages of chips that a search names beside found graphics cards; renders nothing if there are none. */
export function ChipLinks({ chips, noteOf }: ChipLinksProps) {
  if (chips.length === 0) return null;
  return (
    <ul class="links row">
      {chips.map(({ slug, title }) => {
        const note = noteOf(slug);
        return (
          <li>
            <a class="action" href={hrefOfChip(slug)}>
              {withWholeSize(title)} (chip)
            </a>
            {note !== undefined && <div class="note">{note}</div>}
          </li>
        );
      })}
    </ul>
  );
}
