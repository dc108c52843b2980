/** The text that replaces a secret in logs and messages. */
export const REDACTED = "[secret]";

/**
 * The minimum length of a secret that is searched for, in characters: a shorter secret would also be found in words
 * that are no secrets. Passwords in URLs are replaced even if they are shorter.
 */
const MIN_SEARCHED_LENGTH = 6;

/** Replaces every secret in a text by `[secret]`. */
export type Scrub = (text: string) => string;

/**
 * Creates a function that replaces the given secrets in a text, in each form in which a text may contain them, and the
 * passwords in URLs.
 */
export function createScrubber(secrets: readonly string[]): Scrub {
  const forms = [...new Set(secrets.filter(isSearched).flatMap(formsOf))];
  // Replace longer secrets first, because a secret may be a part of another one.
  forms.sort((a, b) => b.length - a.length);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, REDACTED), redactUrls(text));
}

const isSearched = (secret: string) => secret.length >= MIN_SEARCHED_LENGTH;

/**
 * Returns the forms in which a text may contain a secret: unchanged, percent-encoded as in a URL, and escaped as in
 * JSON.
 */
function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  return [secret, encodeURIComponent(wellFormed), JSON.stringify(secret).slice(1, -1)];
}

/** Returns a text in which `[secret]` stands for the password of every URL: `redis://user:[secret]@host`. */
export function redactUrls(text: string): string {
  let result = "";
  let copied = 0;
  for (const { start, end } of passwordPlaces(text)) {
    result += `${text.slice(copied, start)}${REDACTED}`;
    copied = end;
  }
  return result + text.slice(copied);
}

/** Returns the passwords of all URLs in a text, as the text spells them, possibly percent-encoded. */
export function passwordsInUrls(text: string): string[] {
  return [...passwordPlaces(text)].map(({ start, end }) => text.slice(start, end));
}

const AUTHORITY_ENDS = new Set([
  "/",
  "?",
  "#",
  " ",
  "\t",
  "\n",
  "\r",
  '"',
  "'",
  "`",
  "<",
  ">",
  "\\",
  "(",
  ")",
]);

/**
 * Finds the passwords of the URLs in a text, of any scheme. A password stands between `://user:` and the last `@`
 * before the path.
 */
function* passwordPlaces(text: string): Generator<{ start: number; end: number }> {
  let end = 0;
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", end)) {
    let colon = -1;
    let lastAt = -1;
    for (end = at + 3; end < text.length && !AUTHORITY_ENDS.has(text.charAt(end)); end += 1) {
      if (text[end] === "@") lastAt = end;
      if (text[end] === ":" && colon < 0) colon = end;
    }
    if (colon >= 0 && colon < lastAt) yield { start: colon + 1, end: lastAt };
  }
}
