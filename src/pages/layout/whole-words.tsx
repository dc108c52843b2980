/** The maximum length of a word without line breaks, in characters: a longer one would not fit into a narrow column. */
const MAX_WHOLE = 16;

/**
 * The name of a product or a result. No line break splits a hyphenated word, separates a memory size from its unit, or
 * separates a single last digit from the word before it: "i5-14600KF", "multi-core", "32 GB", "test 1".
 */
export function WholeWords({ name }: { name: string }) {
  return name.split(/ (?![GT]B\b|\d$)/).map((word, place) => (
    <>
      {place > 0 && " "}
      {/[- ]/.test(word) && word.length <= MAX_WHOLE ? <span class="whole">{word}</span> : word}
    </>
  ));
}
