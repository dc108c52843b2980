import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expectationOf, nameOf, textOf, type Answer, type Ask } from "./judgements.ts";

/** A name that a person types letter by letter, and the model that it names, as conditions of a judgement. */
interface TypedName {
  kind: string;
  query: string;
  expected: string;
}

/** Names of all kinds, as they stand in the names of products or of their chips. */
export const typedNames = parse<TypedName>(readFileSync(new URL("as-you-type.csv", import.meta.url)), {
  columns: true,
});

/** A beginning of a typed name that only the named model has. */
interface Beginning extends Omit<TypedName, "query"> {
  typed: string;
}

/**
 * Returns the beginnings of a name from the letter on where the named model is the only one left in the catalogue. A product is
 * left while its make and model, or its make and chip, contain the typed letters and digits in one piece. Of boards and memory,
 * whose names have no fixed order, a product is also left while each typed word begins one of its words.
 * @returns an empty list where the whole name still fits another model, or where no product has it
 */
export function beginningsOf(
  name: TypedName,
  products: readonly { kind: string; fields: Answer }[],
): Beginning[] {
  const isNamed = expectationOf(name);
  const candidates = products
    .filter(({ kind }) => kind === name.kind)
    .map(({ fields }) => ({ texts: textsOf(fields), isNamed: isNamed(fields) }));
  const hasFixedOrder = name.kind === "cpu" || name.kind === "gpu";
  const beginnings = Array.from({ length: name.query.length }, (_, at) => name.query.slice(0, at + 1))
    .filter((typed) => !typed.endsWith(" "))
    .filter((typed) => {
      const left = candidates.filter(
        ({ texts }) => contain(texts, typed) || (!hasFixedOrder && haveWords(texts, typed)),
      );
      return left.length > 0 && left.every((candidate) => candidate.isNamed);
    });
  return beginnings.map((typed) => ({ kind: name.kind, expected: name.expected, typed }));
}

const textsOf = (fields: Answer) =>
  ["model", "chipset"].map((field) => `${textOf(fields, "make")} ${textOf(fields, field)}`.toLowerCase());

const contain = (texts: readonly string[], typed: string) =>
  texts.some((text) => compact(text).includes(compact(typed)));

const haveWords = (texts: readonly string[], typed: string) => {
  const words = texts.flatMap(wordsOf);
  return wordsOf(typed).every((one) => words.some((word) => word.startsWith(one)));
};

const compact = (text: string) => text.replaceAll(/[^a-z0-9]/g, "");
const wordsOf = (text: string) => text.split(/[^a-z0-9]+/).filter(Boolean);

/** Returns a line for each beginning whose first page lacks the named model. */
export async function missingFromFirstPage(ask: Ask, beginnings: readonly Beginning[]): Promise<string[]> {
  const missing: string[] = [];
  for (const beginning of beginnings) {
    const { results } = await ask(beginning.kind, beginning.typed);
    if (results.some(expectationOf(beginning))) continue;
    missing.push(`${beginning.kind} ${beginning.typed}: ${nameOf(results[0])} first`);
  }
  return missing;
}
