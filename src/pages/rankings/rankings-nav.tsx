import { addressOf } from "../lists/addresses.ts";
import type { RankingTabs } from "./tabs.ts";

/** The maximum number of further 3DMark tests that stand beside the tabs. More tests stand in a folded list. */
const MOST_BESIDE_TABS = 3;

/** Links to other rankings: a tab for each benchmark, and links to the 3DMark tests that have no tab. */
export function RankingsNav({ tabs, otherTests }: RankingTabs) {
  const isFolded = otherTests.length > MOST_BESIDE_TABS;
  return (
    <nav class="trail stack" aria-label="Rankings">
      <ul class="tabs">
        {tabs.map((tab) => (
          <li key={tab.benchmarkId}>
            <a href={hrefOf(tab)} aria-current={tab.isShown ? "page" : undefined}>
              <bdi>{tab.name}</bdi>
            </a>
          </li>
        ))}
        {!isFolded && <TestLinks tests={otherTests} />}
      </ul>
      {isFolded && (
        <details>
          <summary>More 3DMark tests</summary>
          <ul class="variants">
            <TestLinks tests={otherTests} />
          </ul>
        </details>
      )}
    </nav>
  );
}

/** Links to the rankings of 3DMark tests, as entries of a list. */
export const TestLinks = ({ tests }: { tests: RankingTabs["otherTests"] }) => (
  <>
    {tests.map((test) => (
      <li key={test.variant}>
        <a href={hrefOf(test)}>
          <bdi>{test.name}</bdi>
        </a>
      </li>
    ))}
  </>
);

/** Returns the path of the page of a benchmark's rankings. */
export const pathOf = (benchmarkId: number): string => `/rankings/${benchmarkId}`;

const hrefOf = ({ benchmarkId, variant }: RankingTabs["otherTests"][number]) =>
  addressOf(pathOf(benchmarkId), variant === null ? [] : [["variant", variant]]);
