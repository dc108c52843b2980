/** Returns the address of the page of a graphics chip. */
export const hrefOfChip = (slug: string): string => `/hardware/chip/${encodeURIComponent(slug)}`;

interface FoundPage {
  results: readonly { readonly [field: string]: unknown }[];
  approximate?: true;
}

/**
 * Returns the chips of the graphics cards in the results of a search, each once, in the order of the results; none if
 * the products have only similar names.
 */
export function chipsOf({ results, approximate }: FoundPage): string[] {
  if (approximate) return [];
  return [...new Set(results.flatMap(({ chip }) => (typeof chip === "string" ? [chip] : [])))];
}

/**
 * Returns the chip that all graphics cards in the results of a search have in common; undefined if the cards have
 * several chips, or if no product has the typed name.
 */
export function sharedChipOf(found: FoundPage): string | undefined {
  const [chip, ...others] = chipsOf(found);
  return others.length === 0 ? chip : undefined;
}

/**
 * A link to the page of a graphics chip; renders nothing for a product without a chip.
 * @param props.title the name of the chip, for a page that shows no card with this chip
 */
export function ChipLink({ chip, title = "this chip" }: { chip: unknown; title?: string | undefined }) {
  return typeof chip === "string" ? (
    <p>
      <a class="action" href={hrefOfChip(chip)}>
        All cards with {title}
      </a>
    </p>
  ) : null;
}

/** Links to the pages of chips that a search names beside found graphics cards; renders nothing if there are none. */
export function ChipLinks({ chips }: { chips: readonly { slug: string; title: string }[] }) {
  if (chips.length === 0) return null;
  return (
    <ul class="links row">
      {chips.map(({ slug, title }) => (
        <li>
          <a class="action" href={hrefOfChip(slug)}>
            All cards with {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
