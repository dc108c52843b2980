import { standingInWords } from "../../charts/standing-in-words.ts";
import { benchmarkTypeOf, gameSettingsOf, isOfUnknownGame } from "../../benchmarks/index.ts";
import type { BuildAnswer } from "../../builds/index.ts";
import { addressOf, settingPairs, type Pair } from "../lists/addresses.ts";
import { Day, formatDeviation, formatFigure } from "../layout/figures.tsx";
import { hasSpread } from "../lists/has-spread.ts";
import { headlineOf } from "../lists/headline.ts";
import { MixedSettings } from "../lists/mixed-settings.tsx";
import { SettingsNote } from "../lists/settings-note.tsx";
import type { ListedRun } from "../runs/shown-run.ts";
import { runsIdOf } from "./runs-table.tsx";
import { StandingLegend, StandingNumbers, StandingPicture } from "./standing-picture.tsx";
import { countText } from "./words.ts";

type Result = BuildAnswer["results"][number];

/** A result of a build, with the name of its game or test for people; null for a benchmark without variants. */
export type TitledResult = Result & { title: string | null };

interface ResultsProps {
  results: readonly TitledResult[];
  /** The newest runs of the build in any status. */
  newest: readonly ListedRun[];
  buildId: number;
  maySubmit: boolean;
  /** Whether this section shows the legend of the pictures that compare scores; false if another section shows it. */
  hasLegend: boolean;
}

/**
 * Shows the results of a build's complete runs, one card for each benchmark and variant: the best score, large, and its
 * standing (rank and percentiles) among comparable builds.
 */
export function Results({ results, newest, buildId, maySubmit, hasLegend }: ResultsProps) {
  return (
    <section class="stack" aria-labelledby="results-heading">
      <h2 id="results-heading">Results</h2>
      {results.length === 0 ? (
        <NoResult newest={newest} buildId={buildId} maySubmit={maySubmit} />
      ) : (
        <>
          {hasLegend && results.some(({ standing }) => hasSpread(standing?.all)) && (
            <StandingLegend what="build" />
          )}
          <ul class="grid results">
            {inFamilies(results).map((result) => (
              <ResultCard result={result} newest={newest} buildId={buildId} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/**
 * Returns results with those of one family of benchmarks together: the benchmarks whose scores are typed in, 3DMark
 * with the graphics tests of one test together, and the games. Otherwise the order is kept.
 */
function inFamilies(results: readonly TitledResult[]): TitledResult[] {
  const families = new Map<string, Map<string | null, TitledResult[]>>();
  for (const result of results) {
    const family = familyOf(result);
    const ofFamily = families.get(family) ?? new Map<string | null, TitledResult[]>();
    families.set(family, ofFamily);
    const ofVariant = ofFamily.get(result.variant) ?? [];
    ofFamily.set(result.variant, ofVariant);
    ofVariant.push(result);
  }
  return [...families.values()].flatMap((ofFamily) => [...ofFamily.values()].flat());
}

function familyOf({ benchmark_id }: Result): string {
  const type = benchmarkTypeOf(benchmark_id);
  return type.kind === "file" ? type.file_format : type.kind;
}

function NoResult({ newest, buildId, maySubmit }: Omit<ResultsProps, "results" | "hasLegend">) {
  const waiting = newest.filter(({ status }) => status === "queued" || status === "processing").length;
  if (waiting > 0)
    return (
      <p class="soft">
        {countText(waiting, "file")} {waiting === 1 ? "waits" : "wait"} to be read. The results stand here as
        soon as that is done: load this page again in a moment.
      </p>
    );
  return (
    <p class="soft">
      {newest.length > 0 ? "No file could be read; the list of runs below says why." : "No result yet."}{" "}
      {maySubmit && <a href={`/submit?build=${buildId}`}>Drop a file or type a score to add a result.</a>}
    </p>
  );
}

interface ResultCardProps extends Pick<ResultsProps, "newest" | "buildId"> {
  result: TitledResult;
}

function ResultCard({ result, newest, buildId }: ResultCardProps) {
  const { benchmark_id, name, variant, unit, best, runs, unranked_runs } = result;
  const title = headlineOf(result);
  return (
    <li class="card result">
      <div>
        <h3>
          <bdi>{title}</bdi>
        </h3>
        {variant !== null && (
          <p class="note">
            {benchmarkTypeOf(benchmark_id).is_of_games ? "Game, scene chosen by the player" : name}
          </p>
        )}
        <BestSettings result={result} newest={newest} />
      </div>
      <p>
        <span class="figure-large">{best === null ? "–" : formatFigure(best, unit)}</span>{" "}
        <span class="unit">{unit}</span>
      </p>
      <p class="note">
        {summaryTextOf(result)}
        {unranked_runs === 0 && <Latest result={result} />}
      </p>
      <Standing result={result} />
      <p class="note row">
        {!isOfUnknownGame(result) && (
          <a href={rankingHref(result)}>
            Ranking of <bdi>{title}</bdi>
          </a>
        )}
        {runs > 1 && (
          <a
            href={`/b/${buildId}?benchmark_id=${benchmark_id}#${variant === null ? "runs-heading" : encodeURIComponent(runsIdOf(result))}`}
          >
            All runs of <bdi>{title}</bdi>
          </a>
        )}
      </p>
    </li>
  );
}

/**
 * The resolution and preset of the best run of a game, which readers need to compare its score. Renders nothing if
 * `newest` lacks the run.
 */
function BestSettings({ result, newest }: Omit<ResultCardProps, "buildId">) {
  const { benchmark_id, variant, best } = result;
  const isBest = (run: ListedRun) =>
    run.benchmark_id === benchmark_id && run.variant === variant && run.score === best && !run.unranked;
  const run = benchmarkTypeOf(benchmark_id).is_of_games ? newest.find(isBest) : undefined;
  return run === undefined ? null : <SettingsNote settings={gameSettingsOf(run)} />;
}

function Latest({ result: { latest, unit } }: { result: Result }) {
  return (
    <>
      {" Latest: "}
      <a href={`/r/${encodeURIComponent(latest.run_id)}`}>
        {formatFigure(latest.score, unit)} {unit}
      </a>{" "}
      on <Day at={latest.created_at} />.
    </>
  );
}

/** The smallest number of runs of which a result card shows the mean and the standard deviation. */
const MIN_SAMPLE = 5;

function summaryTextOf({ unit, best, mean, stdev, runs, unranked_runs }: Result): string {
  const unranked = unranked_runs === 0 ? "" : ` ${countText(unranked_runs, "run")} not ranked.`;
  if (best === null) return `No run counts:${unranked} The page of each run says why.`;
  const counted = runs - unranked_runs;
  // The standard deviation of fewer runs would be too uncertain to show.
  const sample =
    mean !== null && stdev !== null && counted >= MIN_SAMPLE
      ? `, mean ${formatFigure(mean, unit)} ${unit}, standard deviation ${formatDeviation(stdev, unit)}`
      : "";
  return `${counted === 1 ? "One run" : `Best of ${countText(counted, "run")}`}${sample}.${unranked}`;
}

function Standing({ result: { standing, unit } }: { result: Result }) {
  if (standing === undefined)
    return <p class="note">The rank cannot be shown for the moment. Load the page again in a moment.</p>;
  if (standing === null) return <p class="note">Not ranked.</p>;
  const { all: cohort, score } = standing;
  if (!cohort) return <p class="note">Fewer than five builds have a result here, so it has no rank yet.</p>;
  return (
    <div class="standing">
      <p class="note">Among all builds</p>
      <p>
        <strong>{standingInWords(cohort)}</strong>
      </p>
      <StandingPicture score={score} unit={unit} cohort={cohort} />
      <StandingNumbers unit={unit} cohort={cohort} />
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
