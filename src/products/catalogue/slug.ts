const MAX_CHARACTERS = 100;

/**
 * Turns a name into a part of an address: lower-case letters a to z, digits and single hyphens. The result is empty if
 * the name has none of these characters.
 */
export function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/^-|-$/g, "");
}
