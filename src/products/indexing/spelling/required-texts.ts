/** More texts than this take as long to look for as the pattern itself. */
const MAX_TEXTS = 4;

/** The parts of a pattern: escapes, classes, beginnings of groups, quantifiers, and single characters. */
const PARTS =
  /\\[pP]\{[^{}\\]*\}|\\.|\[(?:\\.|[^\][\\])*\]|\(\?(?:<?[=!]|:|<\w+>)|(?:[?*+]|\{\d+(?:,\d*)?\})\??|[^]/g;
const QUANTIFIER = /^(?:[?*+]|\{\d+(?:,\d*)?\})/;
const OPTIONAL = /^(?:[?*]|\{0)/;
const GROUP = /^\(/;
const NEGATIVE = /^\(\?<?!/;
const PLAIN = /^[^\\[().|^$]$/;

/**
 * Returns texts of which any text that a pattern matches has at least one, so that others need not be matched: `["series"]` for
 * `/\b([1-9]0)00 series\b/`. Looking for a text costs a fraction of trying a pattern.
 * @returns an empty list where no such texts are known
 */
export function requiredTexts({ source, flags }: RegExp): readonly string[] {
  if (flags.includes("i")) return [];
  const parts: readonly string[] = source.match(PARTS) ?? [];
  // A class with a bracket in it is not read.
  if (parts.includes("[")) return [];
  let at = 0;

  /** Reads up to the end of a group, or of the pattern. */
  function readAlternatives(): readonly string[] {
    const alternatives = [readSequence()];
    while (parts[at] === "|") {
      at += 1;
      alternatives.push(readSequence());
    }
    at += 1;
    return alternatives.some((texts) => texts.length === 0) ? [] : alternatives.flat();
  }

  function readSequence(): readonly string[] {
    const found: (readonly string[])[] = [];
    let run = "";
    const endRun = () => {
      if (run !== "") found.push([run]);
      run = "";
    };
    for (let part = parts[at]; part !== undefined && part !== "|" && part !== ")"; part = parts[at]) {
      at += 1;
      const inGroup = GROUP.test(part) ? readAlternatives() : [];
      const quantifier = QUANTIFIER.test(parts[at] ?? "") ? parts[at++] : undefined;
      const isOptional = quantifier !== undefined && OPTIONAL.test(quantifier);
      if (PLAIN.test(part) && quantifier === undefined) {
        run += part;
        continue;
      }
      endRun();
      if (isOptional || NEGATIVE.test(part)) continue;
      if (PLAIN.test(part)) found.push([part]);
      else if (inGroup.length > 0) found.push(inGroup);
    }
    endRun();
    return rarest(found);
  }

  return readAlternatives();
}

/** Chooses the texts that fewest other texts have: those of which the shortest is longest. */
function rarest(found: readonly (readonly string[])[]): readonly string[] {
  const shortest = (texts: readonly string[]) => Math.min(...texts.map(({ length }) => length));
  const few = found.filter(({ length }) => length <= MAX_TEXTS);
  return few.toSorted((a, b) => shortest(b) - shortest(a) || a.length - b.length)[0] ?? [];
}
