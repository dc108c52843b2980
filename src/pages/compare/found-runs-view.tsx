import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import { countText } from "../builds/words.ts";
import { addressOf } from "../lists/addresses.ts";
import { headlineOf } from "../lists/headline.ts";
import { Quoted } from "../lists/quoted.tsx";
import { OfferedRuns } from "./chosen-run-view.tsx";
import { KEEP } from "./tick.tsx";
import { MAX_BUILDS, type FoundRuns } from "./found-runs.ts";

interface FoundRunsProps {
  found: FoundRuns;
  /** The words that the visitor has typed. */
  text: string;
  /** The ids of the runs with which a found run will be compared; empty if no run is chosen yet. */
  ids: readonly string[];
}

/** Shows the runs and the rankings that a search by words has found, or says that it has found none. */
export function FoundRunsView({ found: { runs, rankings, hasMore }, text, ids }: FoundRunsProps) {
  if (runs.length + rankings.length === 0)
    return (
      <output class="notice">
        {ids.length > 0
          ? "No other result of the same game or test, with the same settings, was found on a build with a name that has words that begin like"
          : "No result was found of a build, game or test with a name that has words that begin like"}{" "}
        <Quoted text={text} />. {hasMore && <NotSearched />}
      </output>
    );
  const label = `Results of builds named “${text}”`;
  return (
    <>
      {runs.length > 0 && (
        <section class="stack" aria-labelledby="found-runs">
          <h2 id="found-runs">
            Results of builds named <Quoted text={text} />
          </h2>
          <OfferedRuns label={label} markName="Build" runs={runs} withIds={ids} />
          {hasMore && (
            <p class="note">
              <NotSearched />
            </p>
          )}
        </section>
      )}
      {rankings.length > 0 && (
        <section class="stack" aria-labelledby="found-rankings">
          <h2 id="found-rankings">
            Rankings named <Quoted text={text} />
          </h2>
          <p class="note">Open the result of a build there, and press “{KEEP}” on its page.</p>
          <ul class="links">
            {rankings.map(({ benchmark_id, variant, title, builds }) => (
              <li key={`${benchmark_id} ${variant}`}>
                <a
                  href={addressOf(
                    `/rankings/${benchmark_id}`,
                    variant === null ? [] : [["variant", variant]],
                  )}
                >
                  <bdi>{headlineOf({ benchmark_id, name: benchmarkTypeOf(benchmark_id).name, title })}</bdi>
                </a>{" "}
                <span class="note">{countText(builds, "build")}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const NotSearched = () => (
  <>
    Only the {MAX_BUILDS} newest builds with such a name were searched. Type more of the name to find others.
  </>
);
