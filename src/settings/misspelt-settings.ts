import { constants } from "../constants.ts";

/**
 * The minimum number of letters of a setting whose misspellings are found: a shorter setting may differ in one letter
 * from a variable of another program.
 */
const MIN_LETTERS_OF_ONE_EDIT = 6;

/**
 * Returns a sentence for each name that is a misspelt setting, a constant of the code, or the file variable (such as
 * HOST_FILE) of a setting that holds no secret. A misspelt setting differs from a setting in the case of letters or in
 * underscores, by two swapped letters, or by one letter that is added, missing or replaced.
 * @param names the names of variables
 * @param known the names of all settings
 */
export function misspeltSettings(names: readonly string[], known: readonly string[]): string[] {
  const isKnown = new Set(known);
  return names.flatMap((name) => {
    if (isKnown.has(name)) return [];
    if (Object.hasOwn(constants, name))
      return [`${name} is no setting but a constant of the code, and has no effect.`];
    const inFile = /^(.+)_FILE$/.exec(name)?.[1];
    if (inFile !== undefined && isKnown.has(inFile))
      return [`${name} is no setting and has no effect: only secrets are read from files. Set ${inFile}.`];
    const meant = known.find((setting) => isNearly(name, setting));
    return meant === undefined ? [] : [`${name} is no setting and has no effect. Did you mean ${meant}?`];
  });
}

/** Whether a name is a misspelling of a setting, by the rules of `misspeltSettings`. */
export function isNearly(name: string, setting: string): boolean {
  const [one, other] = [plain(name), plain(setting)];
  if (one === other) return true;
  if (one.length === other.length && sorted(one) === sorted(other)) return isSwapped(one, other);
  return other.length >= MIN_LETTERS_OF_ONE_EDIT && isOneEdit(one, other);
}

const plain = (name: string) => name.toUpperCase().replaceAll("_", "");
const sorted = (text: string) => Array.from(text).toSorted().join("");

/** Whether two texts are equal except that two neighbouring letters are swapped. */
function isSwapped(one: string, other: string): boolean {
  const places = Array.from(one).flatMap((letter, index) => (letter === other[index] ? [] : [index]));
  return places.length === 2 && places[1] === (places[0] ?? 0) + 1;
}

function isOneEdit(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const longer = Math.max(one.length, other.length);
  const shift = (text: string) => text.slice(start + (text.length === longer ? 1 : 0));
  return shift(one) === shift(other);
}
