import { benchmarkTypeOf, type ShownRun } from "../../benchmarks/index.ts";
import { countText } from "../builds/words.ts";
import { addressOf } from "../lists/addresses.ts";
import { headlineOf } from "../lists/headline.ts";
import { Quoted } from "../lists/quoted.tsx";
import { OfferedRuns } from "./chosen-run-view.tsx";
import { KEEP } from "./tick.tsx";
import type { FoundRuns } from "./found-runs.ts";

interface FoundRunsProps {
  found: FoundRuns;
  /** The words that the visitor has typed. */
  text: string;
  /** The run with which a found run will be compared; null if no run is chosen yet. */
  chosen: ShownRun | null;
}

/** Shows the runs and the rankings that a search by words has found, or says that it has found none. */
export function FoundRunsView({ found: { runs, rankings }, text, chosen }: FoundRunsProps) {
  if (runs.length + rankings.length === 0)
    return (
      <output class="notice">
        {chosen
          ? "No result of the same game or test, with the same settings, is of a build with a name that begins with"
          : "No result is of a build, game or test with a name that begins with"}{" "}
        words like <Quoted text={text} />.
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
          <OfferedRuns
            label={label}
            markName="Build"
            runs={runs}
            {...(chosen && { withId: chosen.run_id })}
          />
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
