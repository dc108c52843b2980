import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expectationOf, nameOf, textOf, type Answer, type Ask } from "./judgements.ts";
import { projectUrl } from "../../helpers/project-files.ts";

/**
 * A name that a person types letter by letter, and `expected`, the conditions on a product's fields that hold for the
 * model that the name means.
 */
interface TypedName {
  kind: string;
  query: string;
  expected: string;
}

/**
 * The names that tests type letter by letter: names of products of all kinds, or of their chips, spelt as in the
 * catalogue.
 */
export const typedNames = parse<TypedName>(readFileSync(projectUrl("test/products/search/as-you-type.csv")), {
  columns: true,
});

/**
 * A beginning of a typed product name that matches only one model of the catalogue: the model that the whole name
 * means.
 */
interface Beginning extends Omit<TypedName, "query"> {
  typed: string;
}

/**
 * Returns the beginnings of a name that match only the model of the whole name, from the shortest on. A beginning
 * matches a product if make and model, or make and chip, contain the typed letters and digits in one piece. It also
 * matches a board or memory kit if each typed word begins a word of its names, which have no fixed order.
 * @returns an empty list if the whole name still matches another model, or if no product has the name
 */
export function beginningsOf(
  name: TypedName,
  products: readonly { kind: string; fields: Answer }[],
): Beginning[] {
  const isNamed = expectationOf(name);
  const candidates = products
    .filter(({ kind }) => kind === name.kind)
    .map(({ fields }) => ({ names: namesOf(fields), isNamed: isNamed(fields) }));
  const hasFixedOrder = name.kind === "cpu" || name.kind === "gpu";
  const beginnings = Array.from({ length: name.query.length }, (_, at) => name.query.slice(0, at + 1))
    .filter((typed) => !typed.endsWith(" "))
    .filter((typed) => {
      const [piece, words] = [compact(typed), wordsOf(typed)];
      const left = candidates.filter(
        ({ names }) =>
          names.pieces.some((one) => one.includes(piece)) || (!hasFixedOrder && haveWords(names, words)),
      );
      return left.length > 0 && left.every((candidate) => candidate.isNamed);
    });
  return beginnings.map((typed) => ({ kind: name.kind, expected: name.expected, typed }));
}

/**
 * The names of a product (make with model, make with chip), each as one string of letters and digits, and the words of
 * all names.
 */
interface Names {
  pieces: readonly string[];
  words: readonly string[];
}

const knownNames = new WeakMap<Answer, Names>();

/**
 * Returns the names of a product. The function computes the names of a product only once, because tests compare them
 * with many typed names.
 */
function namesOf(fields: Answer): Names {
  const known = knownNames.get(fields);
  if (known) return known;
  const texts = ["model", "chipset"].map((field) =>
    `${textOf(fields, "make")} ${textOf(fields, field)}`.toLowerCase(),
  );
  const names = { pieces: texts.map(compact), words: texts.flatMap(wordsOf) };
  knownNames.set(fields, names);
  return names;
}

const haveWords = ({ words }: Names, typed: readonly string[]) =>
  typed.every((one) => words.some((word) => word.startsWith(one)));

const compact = (text: string) => text.replaceAll(/[^a-z0-9]/g, "");
const wordsOf = (text: string) => text.split(/[^a-z0-9]+/).filter(Boolean);

/**
 * Returns a line for each typed beginning of a product name for which the first page of results lacks the named model.
 */
export async function missingFromFirstPage(ask: Ask, beginnings: readonly Beginning[]): Promise<string[]> {
  const missing: string[] = [];
  for (const beginning of beginnings) {
    const { results } = await ask(beginning.kind, beginning.typed);
    if (results.some(expectationOf(beginning))) continue;
    missing.push(`${beginning.kind} ${beginning.typed}: ${nameOf(results[0])} first`);
  }
  return missing;
}
