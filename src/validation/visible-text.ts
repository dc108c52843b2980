/**
 * Matches characters that nobody sees, or that change how the text around them looks. Among them are the characters
 * that Unicode calls default-ignorable (zero-width blanks, marks of direction, soft hyphens, fillers, tags), format
 * characters and lone surrogates. The pattern also matches private and unassigned characters, control characters
 * except white space, and the blank braille pattern. The group matches invisible tags that must stay: those in the
 * flags of England, Scotland and Wales. Joiners and variation selectors have separate patterns.
 */
const UNSEEN =
  /(\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})|(?![\p{Join_Control}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2800]|(?![\t-\r])\p{Cc}/gu;

/**
 * Matches variation selectors that change no character. All are matched except the selector of a keycap and the first
 * selector after an emoji, a symbol or a letter of a script that has variants. Latin, Greek and Cyrillic letters have
 * no variants: after such a letter a selector would only hide that a name differs from another name.
 */
const IDLE_SELECTORS =
  /(?<=^|[\p{ASCII}\s\p{P}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u0300-\u036f\p{Join_Control}\p{Variation_Selector}])(?!(?<=[#*0-9])\ufe0f\u20e3)\p{Variation_Selector}/gu;

/**
 * Matches zero-width joiners and non-joiners that join nothing. All are matched except the first one after an emoji
 * or after a letter of a script whose letters join.
 */
const IDLE_JOINERS =
  /(?<=^|[\p{ASCII}\s\p{P}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u0300-\u036f\p{Join_Control}])\p{Join_Control}/gu;

const LAST_JOINER = /\p{Join_Control}(?!\S)/gu;

/**
 * The maximum number of times that a text is cleaned before it loses all its joiners and selectors. Only a text that
 * was made for this needs more than two times.
 */
const MAX_PASSES = 4;

/**
 * Returns a text as people see it: without unseen and direction-changing characters, with one blank for each stretch
 * of white space, without white space at either end, in Unicode's normal form C. Two names that differ only in
 * invisible characters become the same name. Emoji that consist of several characters stay whole, and so do words of
 * scripts whose letters join.
 */
export function visibleText(text: string): string {
  let found = text;
  // Clean the text until it no longer changes: once a variation selector between two combining marks is removed, the
  // normalization may reorder the marks, so that another mark stands before a joiner, and a pattern matches only now.
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const cleaned = cleanOnce(found);
    if (cleaned === found) return cleaned;
    found = cleaned;
  }
  return cleanOnce(found.replaceAll(/[\p{Join_Control}\p{Variation_Selector}]/gu, ""));
}

const cleanOnce = (text: string): string =>
  text
    .replaceAll(UNSEEN, "$1")
    .normalize("NFC")
    .replaceAll(IDLE_SELECTORS, "")
    .replaceAll(IDLE_JOINERS, "")
    .replaceAll(LAST_JOINER, "")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .normalize("NFC");
