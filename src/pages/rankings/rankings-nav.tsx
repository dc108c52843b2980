import { addressOf } from "../lists/addresses.ts";
import type { RankingTabs } from "./tabs.ts";

/** Links to other rankings: a tab for each benchmark, and a folded list of the 3DMark tests that have no tab. */
export function RankingsNav({ tabs, otherTests }: RankingTabs) {
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
      </ul>
      {otherTests.length > 0 && (
        <details>
          <summary>More 3DMark tests</summary>
          <ul class="variants">
            {otherTests.map((test) => (
              <li key={test.variant}>
                <a href={hrefOf(test)}>
                  <bdi>{test.name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  );
}

/** Returns the path of the page of a benchmark's rankings. */
export const pathOf = (benchmarkId: number): string => `/rankings/${benchmarkId}`;

const hrefOf = ({ benchmarkId, variant }: RankingTabs["otherTests"][number]) =>
  addressOf(pathOf(benchmarkId), variant === null ? [] : [["variant", variant]]);
