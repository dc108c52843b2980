/**
 * The maximum length of a key: Meilisearch finds no filter value longer than 468 bytes, and a UTF-16 unit takes up to 3
 * bytes of UTF-8: 3 * 150 < 468.
 */
const MAX_KEY_UNITS = 150;

/**
 * Returns the key by which filters compare a text: case, accents, blanks and hyphens make no difference ("lga 1700" =
 * "LGA1700" = "LGA-1700"), and TR4, the retail name of the socket sTR4, has the same key as sTR4. The key may be empty;
 * an empty key is not indexed and so matches no product.
 */
export function foldKey(text: string): string {
  const key = text
    .toWellFormed()
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}\p{M}\p{C}]/gu, "")
    .slice(0, MAX_KEY_UNITS)
    .toWellFormed();
  return key === "tr4" ? "str4" : key;
}
