import type { PartSummary } from "../../answers/part-summary.ts";
import { standingInWords } from "../../charts/standing-in-words.ts";
import { benchmarkTypeOf, gameSettingsOf, graphicsTestOf, isOfUnknownGame } from "../../benchmarks/index.ts";
import { StandingLegend, StandingNumbers, StandingPicture } from "../builds/standing-picture.tsx";
import { labelOfScore } from "../../compare/index.ts";
import { titleOfKind } from "../layout/kinds.ts";
import { FreeScenes } from "../lists/free-scenes.tsx";
import { hasSpread } from "../lists/has-spread.ts";
import { MixedSettings } from "../lists/mixed-settings.tsx";
import { settingsText } from "../lists/settings-note.tsx";
import { hrefOfRanking, isTypedIn, type ShownRun } from "./shown-run.ts";

/**
 * The groups of comparable builds (cohorts) with which the page compares a run, in the order of the page, each with the
 * kinds of part that all builds of the cohort share.
 */
const cohorts = [
  { name: "all", title: "All builds", kinds: [] },
  { name: "same_cpu", title: "Same processor model", kinds: ["cpu"] },
  { name: "same_gpu", title: "Same graphics chip", kinds: ["gpu"] },
  { name: "same_cpu_and_gpu", title: "Same processor model and graphics chip", kinds: ["cpu", "gpu"] },
] as const;

type Cohort = NonNullable<NonNullable<ShownRun["standing"]>["all"]>;

/**
 * Shows the rank and the percentiles of a run's score among comparable builds, with a sentence and a picture for each
 * cohort. Leaves out a cohort whose common part the benchmark does not measure, such as the same graphics chip for
 * Cinebench, because this part does not affect the score.
 */
export function Standing({ run, parts }: { run: ShownRun; parts: readonly PartSummary[] }) {
  const { standing, status, score, benchmark_id } = run;
  if (status !== "complete") return null;
  const { measures, is_of_games } = benchmarkTypeOf(benchmark_id);
  const known = cohorts.flatMap(({ name, title, kinds }) => {
    const cohort = kinds.every((kind) => measures.includes(kind)) ? standing?.[name] : null;
    return cohort ? [{ title, cohort }] : [];
  });
  // Results of a game are compared with results of the same settings, unless the cohorts have mixed settings.
  const compared = is_of_games && !standing?.settings_mixed ? settingsText(gameSettingsOf(run)) : "";
  const settings = compared === "" ? "" : ` at ${compared}`;
  const isGraphicsTest = graphicsTestOf(benchmark_id) !== undefined;
  const ending = isGraphicsTest ? `, by ${labelOfScore(run.unit, benchmark_id)}` : settings;
  return (
    <section class="card stack" aria-labelledby="standing">
      <h2 id="standing">Where it stands</h2>
      {is_of_games && <FreeScenes />}
      {isTypedIn(run) && known.length > 0 && (
        <p class="note">Typed-in scores are ranked, too; no file proves them.</p>
      )}
      {known.length === 0 && <p class="soft">{reasonForNone(run)}</p>}
      {known.length > 0 && standing?.settings_mixed && <MixedSettings />}
      {known.some(({ cohort }) => hasSpread(cohort)) && <StandingLegend what="run" />}
      {known.map(({ title, cohort }) => (
        <CohortStanding title={`${title}${ending}`} cohort={cohort} score={score ?? 0} unit={run.unit} />
      ))}
      {known.length > 0 && <MissingCohorts run={run} parts={parts} ending={ending} />}
      <RankingLinks run={run} parts={parts} />
    </section>
  );
}

/** Says why a ranked run has no rank among the builds with its processor model, or with its graphics chip. */
function MissingCohorts({
  run: { standing, benchmark_id },
  parts,
  ending,
}: {
  run: ShownRun;
  parts: readonly PartSummary[];
  /** The last words of the heading of each cohort, such as the game's settings by which the cohort is limited. */
  ending: string;
}) {
  const { measures } = benchmarkTypeOf(benchmark_id);
  const missing = cohorts.filter(
    ({ name, kinds }) =>
      kinds.length === 1 && kinds.every((kind) => measures.includes(kind)) && !standing?.[name],
  );
  return missing.map(({ title, kinds: [kind] }) => (
    <p class="note">
      {parts.some((part) => part.kind === kind)
        ? `${title}${ending}: fewer than five such builds are known so far.`
        : `${title}: the build does not name its ${titleOfKind(kind ?? "").toLowerCase()}.`}
    </p>
  ));
}

/** Links to the rankings in which a run stands: of all builds, and of builds with the same measured part. */
function RankingLinks({ run, parts }: { run: ShownRun; parts: readonly PartSummary[] }) {
  const { measures } = benchmarkTypeOf(run.benchmark_id);
  const judged = parts.filter(({ kind }) => measures.some((measured) => measured === kind));
  return (
    <ul class="links">
      <li>
        <a href={hrefOfRanking(run)}>The whole ranking</a>
      </li>
      {judged.map((part) => (
        <li>
          <a href={hrefOfRanking(run, part)}>{rankingWith[part.kind]}</a>
        </li>
      ))}
    </ul>
  );
}

const rankingWith: Readonly<Record<string, string>> = {
  cpu: "Ranking with the same processor",
  gpu: "Ranking with the same graphics chip",
};

/** Returns the rank of a complete run among all comparable builds in words, or the reason why it has no rank. */
export function placeOf(run: ShownRun): string {
  const all = run.standing?.all;
  return all ? standingInWords(all) : reasonForNone(run);
}

/** Returns why a run has no rank in any cohort. */
function reasonForNone(run: ShownRun): string {
  if (run.unranked !== null || run.hidden) return "The result is not ranked, for the reason above.";
  if (isOfUnknownGame(run)) return "The game is not known, so the result is compared with no other result.";
  if (run.standing === undefined) return "The place is not known right now. Load the page again in a moment.";
  if (run.standing === null) return "It is not ranked: only builds that belong to somebody are.";
  return "Fewer than five comparable builds were measured so far.";
}

function CohortStanding({ title, cohort, score, unit }: CohortStandingProps) {
  return (
    <div class="cohort">
      <h3>{title}</h3>
      <p>
        <b>{standingInWords(cohort)}</b>
      </p>
      <StandingPicture score={score} unit={unit} cohort={cohort} />
      <StandingNumbers unit={unit} cohort={cohort} />
    </div>
  );
}

interface CohortStandingProps {
  title: string;
  cohort: Cohort;
  score: number;
  unit: string;
}
