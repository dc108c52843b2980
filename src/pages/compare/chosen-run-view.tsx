import { benchmarkTypeOf, gameSettingsOf, isOfUnknownGame } from "../../benchmarks/index.ts";
import { Day, Figure } from "../layout/figures.tsx";
import { OwnerLink } from "../lists/owner-link.tsx";
import { SettingsNote } from "../lists/settings-note.tsx";
import { hrefOfBuild, hrefOfRanking, hrefOfRun, nameOfBenchmark } from "../runs/shown-run.ts";
import { addressOfComparison } from "./asked.ts";
import type { ChosenRun, OfferedRun } from "./chosen-run.ts";

/** The one chosen run, the comparable runs of its build and of other builds, and the ways to further runs. */
export function ChosenRunView({
  chosen: { run, parts, ofBuild, ofOthers, isRanked },
}: {
  chosen: ChosenRun;
}) {
  const { build } = run;
  return (
    <>
      <ChosenCard run={run} parts={parts} />
      {benchmarkTypeOf(run.benchmark_id).is_of_games && (
        <p class="note">Not a fixed scene: other captures may show other scenes.</p>
      )}
      {ofBuild.length + (ofOthers?.length ?? 0) > 0 && <p>Choose the run to compare with:</p>}
      <div class="halves">
        <Offer id="of-build" title="Runs of the same build" runs={ofBuild} withId={run.run_id} />
        <Offer
          id="of-others"
          title={isRanked ? "Other builds near it in the ranking" : "The best of the ranking"}
          runs={ofOthers ?? []}
          withId={run.run_id}
        />
      </div>
      {ofOthers === null && <p class="soft">The ranking cannot be read right now.</p>}
      {ofBuild.length === 0 && ofOthers?.length === 0 && (
        <p class="soft">No other result with the same game or test and the same settings was found.</p>
      )}
      <ul class="links">
        {!isOfUnknownGame(run) && (
          <li>
            <a href={hrefOfRanking(run)}>
              Choose from the whole ranking of <bdi>{nameOfBenchmark(run)}</bdi>
            </a>
          </li>
        )}
        <li>
          <a href={`${hrefOfBuild(build.build_id)}?page=1#runs-heading`}>
            All runs of <bdi>{build.name}</bdi>
          </a>
        </li>
      </ul>
    </>
  );
}

function ChosenCard({ run, parts }: Pick<ChosenRun, "run" | "parts">) {
  const { build } = run;
  return (
    <section class="card" aria-label="The chosen run">
      <p class="row">
        <a href={hrefOfRun(run.run_id)}>
          <bdi>{nameOfBenchmark(run)}</bdi>
        </a>
        {run.score !== null && <Figure value={run.score} unit={run.unit} isLarge />}
      </p>
      <SettingsNote settings={gameSettingsOf(run)} />
      <p>
        <a href={hrefOfBuild(build.build_id)}>
          <bdi>{build.name}</bdi>
        </a>
        , build {build.build_id}
        {build.owner && (
          <>
            {" "}
            by <OwnerLink owner={build.owner} />
          </>
        )}
        , <Day at={run.created_at} />
      </p>
      <p class="note">{parts}</p>
    </section>
  );
}

interface OfferProps {
  id: string;
  title: string;
  runs: readonly OfferedRun[];
  /** The id of the chosen run. */
  withId: string;
}

function Offer({ id, title, runs, withId }: OfferProps) {
  if (runs.length === 0) return null;
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <OfferedRuns runs={runs} withId={withId} />
    </section>
  );
}

/** A list of runs, each of which leads to its comparison with the chosen run, or else to the choice of a second run. */
export function OfferedRuns({ runs, withId }: Pick<OfferProps, "runs"> & { withId?: string }) {
  const hrefOf = (id: string) =>
    addressOfComparison({
      kind: "runs",
      ids: withId === undefined ? [id] : [withId, id],
      baseline: undefined,
    });
  if (runs.length === 0) return null;
  return (
    <ul class="links offered">
      {runs.map(({ run_id, text, marks, created_at }) => (
        <li key={run_id}>
          <a href={hrefOf(run_id)}>
            {withId === undefined ? <span class="visually-hidden">Choose </span> : "Compare with "}
            <bdi>{text}</bdi>
          </a>{" "}
          <span class="note">
            {marks.map((mark) => (
              <>
                <bdi>{mark}</bdi>,{" "}
              </>
            ))}
            <Day at={created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
