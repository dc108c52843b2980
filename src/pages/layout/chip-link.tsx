/** Returns the address of the page of a chip. */
export const hrefOfChip = (slug: string): string => `/hardware/chip/${encodeURIComponent(slug)}`;

/** A link from a graphics card to the page of its chip; renders nothing for a product without a chip. */
export function ChipLink({ chip }: { chip: unknown }) {
  return typeof chip === "string" ? (
    <p>
      <a href={hrefOfChip(chip)}>All cards with this chip</a>
    </p>
  ) : null;
}
