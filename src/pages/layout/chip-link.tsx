/** Returns the address of the page of a chip. */
export const hrefOfChip = (slug: string): string => `/hardware/chip/${encodeURIComponent(slug)}`;

/**
 * Returns the chip that all graphics cards of a search have in common; undefined if they have several, or if the
 * products are only those with the nearest names.
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

/**
 * A link to the page of a chip; nothing for a product without a chip.
 * @param props.title the name of the chip, where the page does not show a card with this chip
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
