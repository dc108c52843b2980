import { wordsOf } from "./words.ts";

/** The maximum time for a search for names in MongoDB, in ms. */
export const NAME_SEARCH_MS = 2000;

/** The maximum number of characters of a word, from its beginning, that a search by name compares. */
const COMPARED_CHARACTERS = 20;
/**
 * The maximum number of words of a name that a search compares. The limit bounds the number of index keys of a name.
 */
const COMPARED_WORDS = 60;

/** Returns all beginnings of the words of a name, folded by `wordsOf`: the value of `name_prefixes`. */
export function namePrefixesOf(name: string): string[] {
  const words = wordsOf(name).slice(0, COMPARED_WORDS).map(comparedCharactersOf);
  return [...new Set(words.flatMap((word) => word.map((_, index) => word.slice(0, index + 1).join(""))))];
}

/**
 * The maximum number of words of a text by which a search compares names: the longest words. The limit bounds the
 * work of a search.
 */
const SEARCHED_WORDS = 8;

/**
 * Returns the prefixes that a name must have so that a search for a text finds the name. There is one prefix for each
 * of the SEARCHED_WORDS longest words of the text, the longest first, because the longest word is usually the rarest.
 * The list is empty if the text has no word.
 */
export function searchedPrefixesOf(text: string): string[] {
  const prefixes = wordsOf(text).map((word) => comparedCharactersOf(word).join(""));
  return [...new Set(prefixes)].toSorted((a, b) => b.length - a.length).slice(0, SEARCHED_WORDS);
}

/**
 * Returns the first characters of a word that a search compares; a character outside of Unicode's basic plane is one
 * character.
 */
const comparedCharactersOf = (word: string): string[] => Array.from(word).slice(0, COMPARED_CHARACTERS);
