import { StandingPicture } from "../builds/standing-picture.tsx";
import { formatFigure } from "../layout/figures.tsx";
import { MixedSettings } from "../lists/mixed-settings.tsx";
import { hrefOfRanking, type ShownRun } from "./shown-run.ts";

/**
 * The groups of comparable builds (cohorts) among which the page shows the standing of a run, in the order of the page.
 */
const cohorts = [
  ["all", "All builds"],
  ["same_cpu", "Same processor model"],
  ["same_gpu", "Same chip"],
  ["same_cpu_and_gpu", "Same processor model and chip"],
] as const;

type Cohort = NonNullable<NonNullable<ShownRun["standing"]>["all"]>;

/** Shows the standing of a run's score among comparable builds: a sentence and a picture for each cohort. */
export function Standing({ run }: { run: ShownRun }) {
  const { standing, status, unranked, score } = run;
  if (status !== "complete") return null;
  const known = cohorts.flatMap(([name, title]) => {
    const cohort = standing?.[name];
    return cohort ? [{ title, cohort }] : [];
  });
  return (
    <section class="card stack" aria-labelledby="standing">
      <h2 id="standing">Where it stands</h2>
      {known.length === 0 && <p class="soft">{reasonForNone(standing, unranked !== null)}</p>}
      {known.length > 0 && standing?.settings_mixed && <MixedSettings />}
      {known.map(({ title, cohort }) => (
        <CohortStanding title={title} cohort={cohort} score={score ?? 0} unit={run.unit} />
      ))}
      <p>
        <a href={hrefOfRanking(run)}>The whole ranking</a>
      </p>
    </section>
  );
}

function reasonForNone(standing: ShownRun["standing"], isUnranked: boolean): string {
  if (isUnranked) return "The result is not ranked, for the reason above.";
  if (standing === undefined) return "Nobody can tell right now. Load the page again in a moment.";
  if (standing === null) return "It is not ranked: only builds that belong to somebody are.";
  return "Fewer than five comparable builds were measured so far.";
}

function CohortStanding({ title, cohort, score, unit }: CohortStandingProps) {
  const { builds, rank, better_than_percent, median } = cohort;
  const share = `${formatFigure(better_than_percent)} %`;
  return (
    <div class="cohort">
      <h3>{title}</h3>
      <p>
        Better than <b class="figure">{share}</b> of {formatFigure(builds)}, rank {formatFigure(rank)}
      </p>
      <StandingPicture score={score} unit={unit} cohort={cohort} />
      <p class="note">
        Median {formatFigure(median, unit)} {unit}; four of five builds lie between{" "}
        {formatFigure(cohort.p10, unit)} and {formatFigure(cohort.p90, unit)}
      </p>
    </div>
  );
}

interface CohortStandingProps {
  title: string;
  cohort: Cohort;
  score: number;
  unit: string;
}
