import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { nameOf, textOf, type Answer } from "./judgements.ts";

/**
 * A product name as a person typed it or a program reported it, with the right answer in `expected`: slugs separated by
 * `|`; or `model:` and conditions separated by `;`; or `none`. `none` means that the catalogue lacks the product, so
 * that a search may find only approximate results or nothing. After `none_or_approximate_or:` follows a product that
 * may also be an exact result.
 */
interface JudgedName {
  kind: string;
  query: string;
  expected: string;
}

/** Reads the file judged-names.csv in a folder with all of OpenDB. */
export function readJudgedNames(folder: string): JudgedName[] {
  const rows = parse<Record<string, string>>(readFileSync(join(folder, "judged-names.csv")), {
    columns: true,
  });
  return rows.map(({ kind = "", query = "", expected_slug_or_model_pattern: expected = "" }) => ({
    kind,
    // The API accepts a search text of at most 200 characters.
    query: query.slice(0, MAX_QUERY),
    expected,
  }));
}

const MAX_QUERY = 200;
const ABSENT = /^none(?:_or_approximate)?(?:_or:(.*))?$/;

/** Returns whether the catalogue lacks the product that a typed name means. */
export const isAbsent = ({ expected }: JudgedName) => ABSENT.test(expected);

/** Returns what is wrong with the first search result for a name; null if the result is right. */
export function faultOf(
  judged: JudgedName,
  first: Answer | undefined,
  isApproximate: boolean,
): string | null {
  const { kind, query, expected } = judged;
  const [isNone, alternative] = ABSENT.exec(expected) ?? [];
  const isRight =
    isNone === undefined
      ? !isApproximate && meets(expected, first)
      : first === undefined || isApproximate || meets(alternative ?? "", first);
  const found = `${nameOf(first)}${isApproximate ? " (approximate)" : ""}`;
  return isRight ? null : `${kind} ${query}: expected ${expected}, found ${found}`;
}

function meets(expected: string, product: Answer | undefined): boolean {
  if (!product) return false;
  if (!expected.startsWith("model:")) return expected.split("|").includes(textOf(product, "url_slug"));
  const name = fold(nameOf(product));
  if (expected === "model:any Titan") return name.includes("titan");
  return expected
    .slice("model:".length)
    .split(";")
    .every((condition) => {
      const [field = "", value = ""] = condition.split("=");
      if (field === "chipset") return value.split("/").some((chip) => chipOf(product).endsWith(fold(chip)));
      if (field === "words" || field === "series")
        return value.split("+").every((word) => name.includes(fold(word)));
      return fold(textOf(product, field === "vram" ? "vram_gb" : field)) === fold(value);
    });
}

const fold = (text: string) => text.toLowerCase().replaceAll(/[^a-z\d]/g, "");
const chipOf = (product: Answer) =>
  fold(textOf(product, "chipset").replaceAll(/ (?:\d+ ?GB|LHR|GDDR\d\w?)\b/g, ""));
