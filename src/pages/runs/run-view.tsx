import type { PartSummary } from "../../answers/part-summary.ts";
import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import { HiddenNotice } from "../lists/hidden-notice.tsx";
import { EditRun, type EditRunProps } from "./edit-run.tsx";
import { RunFacts } from "./file-facts.tsx";
import { OtherRuns } from "./other-runs.tsx";
import { RunChannels } from "./run-channels.tsx";
import { RunChart, type RunCharts } from "./run-chart.tsx";
import { Headline, RunFigures } from "./run-figures.tsx";
import { FailedRun, PendingRun } from "./run-state.tsx";
import {
  hrefOfBuild,
  hrefOfRun,
  nameOfBenchmark,
  type ListedRun,
  warningsBelow,
  type ShownRun,
} from "./shown-run.ts";
import { Standing } from "./standing.tsx";

/** Data of the page of a run. */
export interface RunPage {
  run: ShownRun;
  /** The parts of the run's build. */
  parts: readonly PartSummary[];
  /** The charts of a run with stored frame times or channels; null for any other run. */
  charts: RunCharts | null;
  /**
   * Whether the visitor has submitted the run, and whether the visitor may delete the run. The submitter and admins may
   * delete a run.
   */
  isSubmitter: boolean;
  mayDelete: boolean;
  /** The form in which the visitor may change the run; null if the visitor may not change it. */
  edit: EditRunProps | null;
  /** Further complete runs of the benchmark and variant on the same build. */
  others: readonly ListedRun[];
}

/** Page of a run: its score, its standing, its frame times, its figures, and the origin of the result. */
export function RunView(page: RunPage) {
  const { run, charts, isSubmitter, others } = page;
  return (
    <article class="stack stack-wide">
      <RunHeader run={run} parts={page.parts} />
      <HiddenNotice what="run" hidden={run.hidden} />
      {!run.hidden && run.unranked !== null && (
        <p class="notice notice-warn">
          <b>Not ranked.</b> {run.unranked.reason}
        </p>
      )}
      {(run.status === "queued" || run.status === "processing") && <PendingRun run={run} />}
      {run.status === "failed" && <FailedRun run={run} isSubmitter={isSubmitter} />}
      {run.status === "complete" && (
        <div class="columns">
          <div class="stack stack-wide">
            <Headline run={run} />
            {charts && <RunChart run={run} charts={charts} />}
          </div>
          <aside class="stack">
            <Standing run={run} />
          </aside>
        </div>
      )}
      <Warnings run={run} />
      {run.status === "complete" && <RunFigures run={run} />}
      <RunChannels run={run} />
      <div class="halves">
        <div class="stack stack-wide">
          {!run.hidden && <OtherRuns run={run} others={others} />}
          <ApiLinks run={run} />
        </div>
        <div class="stack stack-wide">
          <RunFacts run={run} />
          {page.edit && (
            <details class="card">
              <summary>Change this run</summary>
              <EditRun {...page.edit} />
            </details>
          )}
          {page.mayDelete && <DeleteRun run={run} />}
        </div>
      </div>
    </article>
  );
}

function RunHeader({ run, parts }: Pick<RunPage, "run" | "parts">) {
  const { build } = run;
  return (
    <header class="stack">
      <h1>{nameOfBenchmark(run)}</h1>
      {run.label !== null && <p>{run.label}</p>}
      {benchmarkTypeOf(run.benchmark_id).is_of_games && (
        <p class="note">
          A free capture: the person who sent it chose the scene. Other captures may show other scenes.
        </p>
      )}
      <p class="lead">
        on <a href={hrefOfBuild(build.build_id)}>{build.name}</a>
        {build.owner !== null && <span class="soft"> by {build.owner.name || "somebody who has left"}</span>}
      </p>
      {parts.length > 0 && (
        <ul class="chips">
          {parts.map(({ kind, make, model, url_slug }) => (
            <li>
              <a class="chip" href={`/hardware/${kind}/${url_slug}`}>
                {make} {model}
              </a>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

function Warnings({ run }: { run: ShownRun }) {
  const others = warningsBelow(run);
  if (others.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="warnings">
      <h2 id="warnings">Worth knowing about the file</h2>
      <ul>
        {others.map((warning) => (
          <li>{warning}</li>
        ))}
      </ul>
    </section>
  );
}

function ApiLinks({ run: { url } }: { run: ShownRun }) {
  return (
    <p class="note">
      For programs: <a href={new URL(url).pathname}>this run as JSON</a>
    </p>
  );
}

function DeleteRun({ run: { run_id } }: { run: ShownRun }) {
  return (
    <details class="card">
      <summary>Delete this run</summary>
      <form class="stack" method="post" action={`${hrefOfRun(run_id)}/delete`}>
        <p>The run goes with its file and its place in the rankings. Nothing brings it back.</p>
        <p>
          <button class="button button-danger">Delete it</button>
        </p>
      </form>
    </details>
  );
}
