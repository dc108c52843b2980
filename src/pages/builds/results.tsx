import { standingInWords } from "../../answers/standing-answer.ts";
import { benchmarkTypeOf, isOfUnknownGame } from "../../benchmarks/index.ts";
import type { BuildAnswer } from "../../builds/index.ts";
import { addressOf, settingPairs, type Pair } from "../lists/addresses.ts";
import { formatFigure } from "../layout/figures.tsx";
import { headlineOf } from "../lists/headline.ts";
import { MixedSettings } from "../lists/mixed-settings.tsx";
import { StandingPicture } from "./standing-picture.tsx";
import { countText } from "./words.ts";

type Result = BuildAnswer["results"][number];

/** A result of a build, with the name of its game or test for people; null for a benchmark without variants. */
export type TitledResult = Result & { title: string | null };

interface ResultsProps {
  results: readonly TitledResult[];
  buildId: number;
  maySubmit: boolean;
}

/**
 * Shows the results of a build's complete runs, one card for each benchmark and variant: the best score, large, and its
 * standing.
 */
export function Results({ results, buildId, maySubmit }: ResultsProps) {
  return (
    <section class="stack" aria-labelledby="results-heading">
      <h2 id="results-heading">Results</h2>
      {results.length === 0 ? (
        <p class="soft">
          No result yet.{" "}
          {maySubmit && (
            <a href={`/submit?build=${buildId}`}>Drop a file or type a score to add the first.</a>
          )}
        </p>
      ) : (
        <ul class="grid results">
          {results.map((result) => (
            <ResultCard result={result} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ResultCard({ result }: { result: TitledResult }) {
  const { name, variant, unit, best, latest } = result;
  const title = headlineOf(result);
  return (
    <li class="card result">
      <div>
        <h3>{title}</h3>
        {variant !== null && <p class="note">{name}</p>}
      </div>
      <p>
        <span class="figure-large">{best === null ? "–" : formatFigure(best, unit)}</span>{" "}
        <span class="unit">{unit}</span>
      </p>
      <p class="note">
        {summaryTextOf(result)} <a href={`/r/${encodeURIComponent(latest.run_id)}`}>The latest run</a>
      </p>
      <Standing result={result} />
      {!isOfUnknownGame(result) && (
        <p class="note">
          <a href={rankingHref(result)}>Ranking of {title}</a>
        </p>
      )}
    </li>
  );
}

function summaryTextOf({ unit, best, mean, stdev, runs, unranked_runs }: Result): string {
  const unranked = unranked_runs === 0 ? "" : ` ${countText(unranked_runs, "run")} not ranked.`;
  if (best === null) return `No run counts:${unranked} The list of runs below says why.`;
  const isSample = mean !== null && stdev !== null;
  const sample = isSample ? `, mean ${formatFigure(mean, unit)} ± ${formatFigure(stdev, unit)} ${unit}` : "";
  return `Best of ${countText(runs - unranked_runs, "run")}${sample}.${unranked}`;
}

function Standing({ result: { standing, unit } }: { result: Result }) {
  if (standing === undefined) return <p class="note">Nobody can tell now where it stands.</p>;
  if (standing === null) return <p class="note">Not ranked.</p>;
  const { all: cohort, score } = standing;
  if (!cohort) return <p class="note">Too few builds have this result to tell where it stands.</p>;
  return (
    <div>
      <StandingPicture score={score} unit={unit} cohort={cohort} />
      <p>
        {standingInWords(cohort)}: <span class="soft">rank {formatFigure(cohort.rank)}</span>
      </p>
      {standing.settings_mixed && <MixedSettings />}
    </div>
  );
}

/**
 * Returns the address of the ranking of a result's benchmark and variant. The ranking of a game is that with any
 * settings, because the build may not be in the ranking of the most measured settings.
 */
function rankingHref({ benchmark_id, variant }: Result): string {
  const ofVariant: Pair[] = variant === null ? [] : [["variant", variant]];
  const settings = benchmarkTypeOf(benchmark_id).is_of_games ? settingPairs({}) : [];
  return addressOf(`/rankings/${benchmark_id}`, [...ofVariant, ...settings]);
}
