import { capitalised } from "../../kinds/words.ts";
import { productKinds, type ProductKind, type ProductPage } from "../../products/index.ts";
import { addressOf, changed, type Pair } from "../lists/addresses.ts";
import type { Chip } from "../lists/chip-list.tsx";
import { chipsOfFilters } from "./chips.ts";

/** The words of a search text that the search understood as filters, and the words that it ignored. */
type ReadText = Pick<ProductPage, "understood" | "ignored_words">;

/**
 * Returns a label (shown as a chip) for each filter that a search read from words of its text. The label leads to the
 * search for the text without these words.
 * @param pairs the query string of the page
 */
export function chipsOfUnderstood(
  { understood = [] }: ReadText,
  pairs: readonly Pair[],
  path: string,
): Chip[] {
  return [...new Set(understood.map(({ words }) => words))].flatMap((words) => {
    const meant = understood.filter((one) => one.words === words);
    const href = addressOf(path, withQuery(pairs, withoutWords(pairs, [words])));
    const filters = meant.map(({ field, value }) => [field, String(value)] as const);
    const kind = productKinds.find((one) => filters.some(([field]) => hasField(one, field)));
    const families = filters.filter(([field]) => field === "generation" || field === "architecture");
    const chips = kind ? chipsOfFilters(kind, filters, path) : [];
    const named = chips.map(({ name, value }) => ({ name, value, href }));
    return named.concat(families.map(([field, value]) => ({ name: capitalised(field), value, href })));
  });
}

/** Returns the query string of a page without any word of the text that was understood as a filter. */
export function withoutUnderstood({ understood = [] }: ReadText, pairs: readonly Pair[]): Pair[] {
  return withQuery(
    pairs,
    withoutWords(
      pairs,
      understood.map(({ words }) => words),
    ),
  );
}

/** Returns the query string of a page whose text is searched word by word, so that no word is read as a filter. */
export function asTyped(pairs: readonly Pair[]): Pair[] {
  return changed(pairs, { without: ["literal"], add: [["literal", "true"]] });
}

interface WordNotesProps extends ReadText {
  pairs: readonly Pair[];
  path: string;
}

/** Says which words of a text were read as filters, and which were ignored. */
export function WordNotes({ understood = [], ignored_words = [], pairs, path }: WordNotesProps) {
  const read = [...new Set(understood.map(({ words }) => words))];
  return (
    <>
      {read.length > 0 ? (
        <p class="note">
          Read as {read.length === 1 ? "a filter" : "filters"}: {quotedList(read)}.{" "}
          <a href={addressOf(path, asTyped(pairs))}>Search for every word as typed</a>
        </p>
      ) : null}
      {ignored_words.length > 0 ? <p class="note">Ignored: {quotedList(ignored_words)}.</p> : null}
    </>
  );
}

const quotedList = (words: readonly string[]) => words.map((word) => `“${word}”`).join(", ");

const textOf = (pairs: readonly Pair[]) => pairs.find(([name]) => name === "query")?.[1] ?? "";

function withoutWords(pairs: readonly Pair[], words: readonly string[]): string {
  const rest = words.reduce((text, one) => text.replace(one, " "), textOf(pairs));
  return rest.trim().replaceAll(/\s+/g, " ");
}

const withQuery = (pairs: readonly Pair[], query: string): Pair[] =>
  changed(pairs, { without: ["query"], add: query === "" ? [] : [["query", query]] });

function hasField({ filters }: ProductKind, field: string): boolean {
  const names = Object.values(filters).flatMap((group) => Object.keys(group));
  return names.includes(field.replace(/^(?:min|max)_/, ""));
}
