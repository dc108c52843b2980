import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { nameOf, textOf, type Answer } from "./judgements.ts";

/**
 * A name as somebody typed it or a program reported it, and the right answer. `expected` is a list of slugs separated
 * by `|`; or `model:` and conditions on the product separated by `;`; or `none`: the catalogue does not hold the
 * product, so a search has to find nothing or only approximate results. After `none_or_approximate_or:` follows an
 * answer that is right without the mark, too.
 */
interface JudgedName {
  kind: string;
  query: string;
  expected: string;
}

/** Reads the judged names of a folder with a real catalogue. */
export function readJudgedNames(folder: string): JudgedName[] {
  const rows = parse<Record<string, string>>(readFileSync(join(folder, "judged-names.csv")), {
    columns: true,
  });
  return rows.map(({ kind = "", query = "", expected_slug_or_model_pattern: expected = "" }) => ({
    kind,
    // A request takes at most 200 characters.
    query: query.slice(0, MAX_QUERY),
    expected,
  }));
}

const MAX_QUERY = 200;
const ABSENT = /^none(?:_or_approximate)?(?:_or:(.*))?$/;

/** Returns whether the catalogue does not hold the product of a judged name. */
export const isAbsent = ({ expected }: JudgedName) => ABSENT.test(expected);

/** Returns what is wrong with the answer to a judged name; null if the answer is right. */
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
