/** Meilisearch finds no filter value above 468 bytes; a UTF-16 unit is at most 3 bytes of UTF-8. */
const MAX_KEY_UNITS = 150;

/**
 * The key by which a text is compared in filters: case, accents, blanks and hyphens make no difference
 * ("lga 1700" = "LGA1700" = "LGA-1700"). May be empty, and then equals nothing.
 */
export function foldKey(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}\p{M}\p{C}]/gu, "")
    .slice(0, MAX_KEY_UNITS)
    .toWellFormed();
}
