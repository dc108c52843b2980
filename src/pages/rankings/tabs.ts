import type { BenchmarkType } from "../../benchmarks/index.ts";
import type { Rankings } from "../../standings/index.ts";
import { headlineOf } from "../lists/headline.ts";
import type { TitledVariant } from "./asked-ranking.ts";

/** Dependencies of `readTabs`. */
interface TabsDeps {
  rankings: Pick<Rankings, "measuredTypes" | "mostMeasured">;
  benchmarkTypes: readonly BenchmarkType[];
}

/** A link to the ranking of a benchmark or of a graphics test. */
interface RankingLink {
  benchmarkId: number;
  name: string;
  /** The variant of the ranking; null for the variant that the benchmark's page shows by default. */
  variant: string | null;
}

/** A tab, which leads to the ranking of a benchmark or of a graphics test. */
interface RankingTab extends RankingLink {
  isShown: boolean;
}

/** The links to other rankings that the page of a ranking has. */
export interface RankingTabs {
  /** A tab for each benchmark with ranked results, and for the shown benchmark. */
  tabs: RankingTab[];
  /** The 3DMark tests to which neither a tab nor the list of variants links, sorted by name. */
  otherTests: RankingLink[];
}

/** Maximum number of the most measured 3DMark tests that are read for each graphics test. */
const MAX_TESTS = 30;

/**
 * Reads the links to other rankings. The tab of a graphics test, such as "graphics test 2", leads to the shown 3DMark
 * test if this test has results of the graphics test, and else to the 3DMark test with the most results. The link to
 * another 3DMark test leads to its first measured graphics test, from which tabs lead to its other graphics tests.
 * @param shown the shown variant of the shown benchmark, and all variants that the page lists
 */
export async function readTabs(
  { rankings, benchmarkTypes }: TabsDeps,
  type: BenchmarkType,
  shown: { chosen: TitledVariant | undefined; listed: readonly TitledVariant[] },
): Promise<RankingTabs> {
  const measured = new Set((await rankings.measuredTypes()).map(({ id }) => id));
  const types = benchmarkTypes.filter(({ id }) => id === type.id || measured.has(id));
  const testsOf = (one: BenchmarkType) => {
    if (!isGraphicsTest(one)) return [];
    return one.id === type.id ? shown.listed : rankings.mostMeasured(one.id, MAX_TESTS);
  };
  const read = await Promise.all(types.map(async (one) => ({ type: one, tests: await testsOf(one) })));
  const variantOfTests = isGraphicsTest(type) ? shown.chosen?.variant : undefined;
  const tabs = read.map(({ type: one, tests }): RankingTab => {
    const same = tests.find(({ variant }) => variant === variantOfTests) ?? tests[0];
    const test = one.id === type.id && isGraphicsTest(type) ? shown.chosen : same;
    const name = one.is_of_games ? "Games" : nameOf(one, test);
    return { benchmarkId: one.id, name, variant: test?.variant ?? null, isShown: one.id === type.id };
  });
  const linked = new Set(
    [...tabs, ...(isGraphicsTest(type) ? shown.listed : [])].map(({ variant }) => variant),
  );
  return { tabs, otherTests: otherTestsOf(read, linked) };
}

/** Returns a link to the first measured graphics test of each 3DMark test that has no link yet, sorted by name. */
function otherTestsOf(
  read: readonly { type: BenchmarkType; tests: readonly TitledVariant[] }[],
  linked: ReadonlySet<string | null>,
): RankingLink[] {
  const links = new Map<string | null, RankingLink>();
  for (const { type, tests } of read)
    for (const { variant, title } of tests)
      if (!linked.has(variant) && !links.has(variant))
        links.set(variant, { benchmarkId: type.id, name: title ?? nameOf(type, undefined), variant });
  return [...links.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

const nameOf = ({ id, name }: BenchmarkType, test: TitledVariant | undefined): string =>
  headlineOf({ benchmark_id: id, name, title: test?.title ?? null });

const isGraphicsTest = ({ kind, is_of_games }: BenchmarkType): boolean => kind === "file" && !is_of_games;
