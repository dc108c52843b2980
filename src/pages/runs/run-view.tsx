import type { PartSummary } from "../../answers/part-summary.ts";
import { benchmarkTypeOf, gameSettingsOf } from "../../benchmarks/index.ts";
import { Day, formatFigure } from "../layout/figures.tsx";
import { hrefOfProduct } from "../layout/kinds.ts";
import { HiddenNotice } from "../lists/hidden-notice.tsx";
import { OwnerLink } from "../lists/owner-link.tsx";
import { settingsText } from "../lists/settings-note.tsx";
import { EditRun, type EditRunProps } from "./edit-run.tsx";
import { RunFacts } from "./file-facts.tsx";
import { CompareButtons, OtherRuns } from "./other-runs.tsx";
import { RunChannels } from "./run-channels.tsx";
import { RunChart, type RunCharts } from "./run-chart.tsx";
import { Headline, RunFigures } from "./run-figures.tsx";
import { FailedRun, PendingRun } from "./run-state.tsx";
import { Share, type Shared } from "../layout/share.tsx";
import {
  DELETE_ID,
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
  /** The link and picture of the run to share; null for a run that is hidden, or that has no result. */
  shared: Shared | null;
  /**
   * Whether the visitor has submitted the run, and whether the visitor may delete the run. The submitter and admins may
   * delete a run.
   */
  isSubmitter: boolean;
  mayDelete: boolean;
  /** The form in which the visitor may change the run; null if the visitor may not change it. */
  edit: EditRunProps | null;
  /** Whether the form that changes the run is unfolded. */
  isEditOpen: boolean;
  /** Whether the form that deletes the run is unfolded. */
  isDeleteOpen: boolean;
  /** Further complete runs of the benchmark and variant on the same build. */
  others: readonly ListedRun[];
}

/**
 * Page of a run: its score, its rank among comparable builds, its frame times, its metrics, the origin of the result,
 * and links and forms to compare, share, change and delete the run.
 */
export function RunView(page: RunPage) {
  const { run } = page;
  return (
    <article class="stack stack-wide">
      <RunHeader {...page} />
      <HiddenNotice what="run" hidden={run.hidden} />
      {!run.hidden && run.unranked !== null && (
        <p class="notice notice-warn">
          <b>Not ranked.</b> <bdi>{run.unranked.reason}</bdi>
        </p>
      )}
      {run.status === "complete" ? <Result {...page} /> : <NoResult {...page} />}
    </article>
  );
}

function Result(page: RunPage) {
  const { run, charts, shared } = page;
  const aside = (
    <aside class="stack">
      <Standing run={run} parts={page.parts} />
      {!run.hidden && <CompareButtons run={run} />}
    </aside>
  );
  return (
    <>
      {charts ? (
        <div class="columns">
          <div class="stack stack-wide">
            <Headline run={run} />
            <RunChart run={run} charts={charts} />
          </div>
          {aside}
        </div>
      ) : (
        <div class="columns columns-aside-between">
          <Headline run={run} />
          {aside}
          <div class="stack stack-wide">
            <Figures {...page} />
          </div>
        </div>
      )}
      <Warnings run={run} />
      <div class="halves">
        <div class="stack stack-wide">{charts ? <Figures {...page} /> : <Origin {...page} />}</div>
        <div class="stack stack-wide">
          {charts && <Origin {...page} />}
          {shared && (
            <section class="stack" aria-labelledby="share">
              <Share {...shared} headingId="share" label="The address of this page" />
            </section>
          )}
          <OwnersForms {...page} />
        </div>
      </div>
    </>
  );
}

/**
 * The metrics of a run, and other results of its build. On a page without a chart, both stand in the place of the
 * chart.
 */
const Figures = ({ run, others }: Pick<RunPage, "run" | "others">) => (
  <>
    <RunFigures run={run} />
    {!run.hidden && <OtherRuns run={run} others={others} />}
  </>
);

/** The channels of a run, and what is known about its origin. */
const Origin = ({ run, edit }: Pick<RunPage, "run" | "edit">) => (
  <>
    <RunChannels run={run} />
    <RunFacts run={run} isChangeable={edit !== null} />
  </>
);

function NoResult(page: RunPage) {
  const { run } = page;
  return (
    <div class="halves">
      <div class="stack stack-wide">
        {run.status === "failed" ? <FailedRun {...page} /> : <PendingRun run={run} />}
        <Warnings run={run} />
      </div>
      <div class="stack stack-wide">
        <RunFacts run={run} isChangeable={page.edit !== null} />
        <OwnersForms {...page} />
      </div>
    </div>
  );
}

function RunHeader({ run, parts }: Pick<RunPage, "run" | "parts">) {
  const { build } = run;
  return (
    <header class="stack">
      <h1>
        <bdi>{nameOfBenchmark(run)}</bdi>
      </h1>
      <Circumstances run={run} />
      {run.label !== null && (
        <p>
          <bdi>{run.label}</bdi>
        </p>
      )}
      <p class="lead">
        on{" "}
        <a href={hrefOfBuild(build.build_id)}>
          <bdi>{build.name}</bdi>
        </a>
        {build.owner !== null && (
          <span class="soft">
            {" "}
            by <OwnerLink owner={build.owner} />
          </span>
        )}
      </p>
      {parts.length > 0 && (
        <ul class="links row">
          {parts.map((part) => (
            <li>
              <a href={hrefOfProduct(part)}>
                {part.make} {part.model}
              </a>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

/** The resolution and preset, the duration, the tool and the day of a run in one line, as far as they are known. */
function Circumstances({ run }: { run: ShownRun }) {
  const { tool, duration_s } = (run.metrics ?? {}) as { tool?: string; duration_s?: number | null };
  const isOfGames = benchmarkTypeOf(run.benchmark_id).is_of_games;
  const duration = typeof duration_s === "number" ? `${formatFigure(Math.round(duration_s))} s` : undefined;
  const recorded = [duration, tool && `recorded with ${tool}`].filter(Boolean).join(" ");
  const known = [isOfGames ? settingsText(gameSettingsOf(run)) : "", recorded].filter(Boolean);
  return (
    <p>
      {known.length > 0 && (
        <>
          <bdi>{known.join(", ")}</bdi>,{" "}
        </>
      )}
      {known.length === 0 ? "Submitted" : "submitted"} on <Day at={run.created_at} />
    </p>
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
          <li>
            <bdi>{warning}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The forms in which the submitter changes and deletes a run. */
function OwnersForms({ run, edit, isEditOpen, isDeleteOpen, mayDelete }: RunPage) {
  return (
    <>
      {edit && (
        <details class="card" open={isEditOpen}>
          <summary>Change this run: label, game, settings, notes</summary>
          <EditRun {...edit} />
        </details>
      )}
      {mayDelete && <DeleteRun run={run} isOpen={isDeleteOpen} />}
    </>
  );
}

function DeleteRun({ run: { run_id }, isOpen }: { run: ShownRun; isOpen: boolean }) {
  return (
    <details class="card" id={DELETE_ID} open={isOpen}>
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
