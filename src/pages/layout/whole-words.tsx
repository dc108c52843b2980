/** The greatest length of a word that is kept whole, in characters: a longer one would not fit into a narrow column. */
const MAX_WHOLE = 16;

/**
 * The name of a product, of which neither a model number with a hyphen nor a memory size breaks at the end of a line:
 * "i5-14600KF", "32 GB".
 */
export function WholeWords({ name }: { name: string }) {
  return name.split(/ (?![GT]B\b)/).map((word, place) => (
    <>
      {place > 0 && " "}
      {/[- ]/.test(word) && word.length <= MAX_WHOLE ? <span class="whole">{word}</span> : word}
    </>
  ));
}
