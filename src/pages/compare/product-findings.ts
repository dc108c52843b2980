import {
  groupsOf,
  haveSameResults,
  measuredOf,
  type ComparedResult,
  type ProductComparison,
} from "../../compare/index.ts";
import { graphicsTestOf } from "../../benchmarks/index.ts";
import { isolated } from "../../charts/isolated.ts";
import { formatNumber } from "../../charts/scales.ts";
import { headlineOf } from "../lists/headline.ts";
import { verdictOf, type ProductVerdict } from "./product-verdict.tsx";

/**
 * The maximum number of results that the page of compared products shows. Of each benchmark, the most measured games or
 * tests come first.
 */
export const RESULTS_SHOWN = 20;

/** A verdict on a product, with the results that have the verdict against the same baseline. */
interface Finding {
  product: string;
  baseline: string;
  /** Null where too few builds were measured for a verdict. */
  verdict: ProductVerdict | null;
  results: { result: ComparedResult; percent: number }[];
}

/**
 * Summarises a comparison of products by its verdicts: for each product, sentences that say where it is faster or slower
 * than the baseline, then sentences that name the results without a clear difference, and with too few builds.
 */
export function productFindings(comparison: ProductComparison): string[] {
  const found = findingsOf(comparison);
  const between = (finding: Finding) =>
    comparison.compared.length === 2
      ? ""
      : ` between ${nameOf(comparison, finding.baseline)} and ${nameOf(comparison, finding.product)}`;
  const those = (verdict: ProductVerdict | null, words: string) =>
    found
      .filter((finding) => finding.verdict === verdict)
      .map((finding) => `${words}${between(finding)} in ${namesOf(finding)}.`);
  return [
    ...found
      .filter(({ verdict }) => verdict === "faster" || verdict === "slower")
      .map((finding) => sentenceOf(comparison, finding)),
    ...those("no clear difference", "There is no clear difference"),
    ...those(null, "There are too few builds for a verdict"),
  ];
}

function findingsOf(comparison: ProductComparison): Finding[] {
  const { benchmarks, games } = groupsOf(measuredOf(comparison).slice(0, RESULTS_SHOWN));
  const findings = new Map<string, Finding>();
  for (const result of [...benchmarks, ...games]) {
    const base = result.values.find(({ product }) => product === result.baseline);
    for (const value of base ? result.values : []) {
      const { product, difference_percent: percent } = value;
      if (!base || percent === null || haveSameResults(comparison, value, base)) continue;
      const verdict = verdictOf(value, base, { isHigherBetter: result.higher_is_better });
      const key = JSON.stringify([product, base.product, verdict]);
      const finding = findings.get(key) ?? { product, baseline: base.product, verdict, results: [] };
      findings.set(key, finding);
      finding.results.push({ result, percent });
    }
  }
  return [...findings.values()];
}

function sentenceOf(comparison: ProductComparison, finding: Finding): string {
  const [name, base] = [nameOf(comparison, finding.product), nameOf(comparison, finding.baseline)];
  return `${name} is ${finding.verdict} than ${base} in ${namesOf(finding)}, by ${extentOf(finding)} %.`;
}

/** Returns how large the differences are, in percent: "24.1", or "23.6 to 25.1" for several results. */
function extentOf({ results }: Finding): string {
  const sizes = results.map(({ percent }) => Math.abs(percent));
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)].map((size) => formatNumber(size, 1));
  return least === most ? `${least}` : `${least} to ${most}`;
}

const nameOf = ({ compared }: ProductComparison, id: string): string =>
  isolated(compared.find(({ product }) => product === id)?.name ?? id);

const listed = new Intl.ListFormat("en-GB");
/** The number of names in a sentence before the sentence states the number of further names. */
const NAMES_SHOWN = 4;

/**
 * Returns the names of results as a list in a sentence. Several graphics tests of one 3DMark test share a name.
 */
function namesOf({ results }: Finding): string {
  const ofTests = new Map<string, ComparedResult[]>();
  for (const { result } of results) {
    const { benchmark_id, variant } = result;
    const isOfTest = graphicsTestOf(benchmark_id) !== undefined;
    const key = JSON.stringify([isOfTest ? "graphics tests" : benchmark_id, variant]);
    ofTests.set(key, [...(ofTests.get(key) ?? []), result]);
  }
  const names = [...ofTests.values()].map((ofTest) => {
    const [first] = ofTest as [ComparedResult];
    const name = headlineOf({ ...first, name: first.benchmark.name });
    return isolated(ofTest.length > 1 ? `${first.title} graphics tests` : name);
  });
  const more = names.length - NAMES_SHOWN;
  return listed.format(more > 1 ? [...names.slice(0, NAMES_SHOWN), `${more} more`] : names);
}
