/** The greatest length of a word that is kept whole, in characters: a longer one would not fit into a narrow column. */
const MAX_WHOLE = 16;

/**
 * The name of a product or a result, of which neither a word with a hyphen, nor a memory size, nor a single digit at its
 * end breaks at the end of a line: "i5-14600KF", "multi-core", "32 GB", "test 1".
 */
export function WholeWords({ name }: { name: string }) {
  return name.split(/ (?![GT]B\b|\d$)/).map((word, place) => (
    <>
      {place > 0 && " "}
      {/[- ]/.test(word) && word.length <= MAX_WHOLE ? <span class="whole">{word}</span> : word}
    </>
  ));
}
