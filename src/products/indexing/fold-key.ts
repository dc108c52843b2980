/**
 * The maximum length of a key by which texts are compared, in UTF-16 units of up to 3 bytes of UTF-8. Searches filter
 * by these keys, and Meilisearch finds no key longer than 468 bytes; 3 * 150 < 468.
 */
const MAX_KEY_UNITS = 150;

/**
 * Returns the key by which texts are compared: case, accents, blanks and hyphens make no difference ("lga 1700" =
 * "LGA1700" = "LGA-1700"). The key may be empty.
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
