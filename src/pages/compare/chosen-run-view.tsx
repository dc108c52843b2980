import { benchmarkTypeOf, gameSettingsOf, isOfUnknownGame } from "../../benchmarks/index.ts";
import { Day, Figure } from "../layout/figures.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { FreeScenes } from "../lists/free-scenes.tsx";
import { OwnerLink } from "../lists/owner-link.tsx";
import { SettingsNote } from "../lists/settings-note.tsx";
import { hrefOfBuild, hrefOfRanking, hrefOfRun, nameOfBenchmark } from "../runs/shown-run.ts";
import { addressOfComparison } from "./asked.ts";
import type { ChosenRun, OfferedRun } from "./chosen-run.ts";

/** Shows the chosen run, the comparable runs of its build and of other builds, and ways to find further runs. */
export function ChosenRunView({
  chosen: { run, parts, ofBuild, ofOthers, isRanked },
}: {
  chosen: ChosenRun;
}) {
  const { build } = run;
  return (
    <>
      <ChosenCard run={run} parts={parts} />
      {benchmarkTypeOf(run.benchmark_id).is_of_games && <FreeScenes />}
      {ofBuild.length + (ofOthers?.length ?? 0) > 0 && <p>Choose the run to compare with:</p>}
      <div class="halves">
        <Offer
          id="of-build"
          title="Runs of the same build"
          markName="Label"
          runs={ofBuild}
          withId={run.run_id}
        />
        <Offer
          id="of-others"
          title={isRanked ? "Other builds near it in the ranking" : "The best of the ranking"}
          markName="Build"
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
  markName: string;
  runs: readonly OfferedRun[];
  /** The id of the chosen run. */
  withId: string;
}

function Offer({ id, title, markName, runs, withId }: OfferProps) {
  if (runs.length === 0) return null;
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <OfferedRuns label={title} markName={markName} runs={runs} withIds={[withId]} />
    </section>
  );
}

interface OfferedRunsProps extends Pick<OfferProps, "runs"> {
  /** Describes the table for people who cannot see it. */
  label: string;
  /** The heading of the column with the facts that distinguish the runs. */
  markName: string;
  /** The ids of the chosen runs; undefined if no run is chosen yet. */
  withIds?: readonly string[];
}

/** A table of runs. Each run links to its comparison with the chosen runs; if none is chosen, the link chooses it. */
export function OfferedRuns({ label, markName, runs, withIds = [] }: OfferedRunsProps) {
  const hrefOf = (id: string) =>
    addressOfComparison({ kind: "runs", ids: [...withIds, id], baseline: undefined });
  if (runs.length === 0) return null;
  const isMarked = runs.some(({ marks }) => marks.length > 0);
  return (
    <Scroll label={label}>
      <table class="runs offered">
        <thead>
          <tr>
            <th scope="col">Result</th>
            {isMarked && <th scope="col">{markName}</th>}
            <th scope="col">Submitted</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ run_id, text, marks: [mark, ...others], created_at }) => (
            <tr key={run_id}>
              <th scope="row">
                <a class="action" href={hrefOf(run_id)}>
                  {withIds.length === 0 ? (
                    <span class="visually-hidden">Choose </span>
                  ) : (
                    <span class="visually-hidden">Compare with </span>
                  )}
                  <bdi>{text}</bdi>
                </a>
              </th>
              {isMarked && (
                <td>
                  <bdi>{mark}</bdi>
                  {others.map((other) => (
                    <div key={other} class="note">
                      <bdi>{other}</bdi>
                    </div>
                  ))}
                </td>
              )}
              <td class="date">
                <Day at={created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
