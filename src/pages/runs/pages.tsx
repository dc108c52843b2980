import { isolated } from "../../charts/isolated.ts";
import { z } from "zod";
import { standingInWords } from "../../charts/standing-in-words.ts";
import {
  benchmarkTypeOf,
  changeRunBody,
  gameInFile,
  runPolicy,
  type Run,
  type Runs,
  type RunViews,
} from "../../benchmarks/index.ts";
import type { Builds } from "../../builds/index.ts";
import { chartViews, DEFAULT_VIEW, type ChartView } from "../../frames/index.ts";
import { InvalidInputError } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import { parseInput } from "../../validation/faults.ts";
import { runParams } from "../../validation/run-id.ts";
import { definePageAction } from "../layout/define-page-action.tsx";
import { definePage } from "../layout/define-page.tsx";
import type { Page, View } from "../layout/site.ts";
import { formatFigure } from "../layout/figures.tsx";
import { changesOf, EditRun, faultsOfChange, type EditRunProps } from "./edit-run.tsx";
import { altOf, type RunCharts } from "./run-chart.tsx";
import { RunView, type RunPage } from "./run-view.tsx";
import type { Shared } from "../layout/share.tsx";
import { apiHrefOf, hrefOfBuild, hrefOfRun, nameOfBenchmark, type ShownRun } from "./shown-run.ts";

/** Dependencies of the pages of runs. */
export interface RunPagesDeps {
  runs: Pick<Runs, "find" | "get" | "change" | "delete">;
  runViews: Pick<RunViews, "presentWithOthers">;
  builds: Pick<Builds, "partsOf">;
  publicUrl: string;
}

/** Creates the page of a run, and the routes of its forms. */
export function createRunPages(deps: RunPagesDeps): Page[] {
  return [runPage(deps), changeRun(deps), deleteRun(deps)];
}

const runPage = ({ runs, runViews, builds, publicUrl }: RunPagesDeps) =>
  definePage({
    path: "/r/:run_id",
    summary: "A run: its score, where it stands, its frame times and all its figures",
    action: "read what is public",
    params: runParams,
    query: z.object({
      view: z.enum(chartViews).default(DEFAULT_VIEW),
      // Opens the form that changes the run.
      change: z.literal("yes").optional().catch(undefined),
      // Opens the form that deletes the run.
      delete: z.literal("yes").optional().catch(undefined),
    }),
    handler: async ({ params: { run_id }, query, caller }) => {
      const found = await runs.find(run_id, caller);
      const { run: stored } = found;
      const [{ run, others }, parts] = await Promise.all([
        runViews.presentWithOthers(found, OTHERS, caller),
        builds.partsOf(found.build, caller),
      ]);
      // Nobody gets the charts of a hidden run.
      const charts = run.hidden ? null : chartsOf(stored, query.view);
      return showRun({
        run,
        parts,
        charts,
        shared: run.hidden || run.status !== "complete" ? null : sharedOf(run, charts, publicUrl),
        isSubmitter: runPolicy.allows(caller, "download the file of a run", stored),
        mayDelete: runPolicy.allows(caller, "delete a run", stored),
        edit: runPolicy.allows(caller, "change a run", stored) ? editOf(stored) : null,
        isEditOpen: query.change !== undefined,
        isDeleteOpen: query.delete !== undefined,
        others,
      });
    },
  });

/** The maximum number of further runs of the same variant on the same build that the page shows. */
const OTHERS = 5;

/** Seconds after which a browser without JavaScript reloads the page of a run whose file is not read yet. */
const REFRESH_S = 5;

function showRun(page: RunPage): View {
  const { run, charts } = page;
  const isPending = run.status === "queued" || run.status === "processing";
  const isZoomable = charts?.view === "frame_times";
  const title = titleOf(run);
  return {
    title,
    description: descriptionOf(page),
    body: <RunView {...page} />,
    ...(isPending && { scripts: ["wait-for-run.js"], refreshSeconds: REFRESH_S, isUnlisted: true }),
    ...(page.shared && { scripts: ["copy.js", ...(isZoomable ? ["frames.js"] : [])] }),
    ...(isZoomable && { styles: ["uplot.css"] }),
    reportPath: hrefOfRun(run.run_id),
    showsTray: true,
    ...(run.hidden
      ? { isUnlisted: true }
      : { preview: { href: apiHrefOf(run.run_id, "/preview.png"), alt: title, width: 1200, height: 630 } }),
  };
}

/**
 * Returns the charts of a run with stored frame times or channels, else null. A visitor who asks for a view that the
 * run lacks gets the first view that the run has.
 */
function chartsOf(run: Run, asked: ChartView): RunCharts | null {
  if (run.status !== "complete") return null;
  const views = chartViews.filter((view) => (view === "channels" ? run.channel_series : run.frame_series));
  const view = views.includes(asked) ? asked : views[0];
  return view ? { views, view, channels: (run.channels ?? []).map(({ name }) => name) } : null;
}

/**
 * Returns the link and the picture with which a visitor can share a complete run. The picture is the run's chart or,
 * for a run without charts, the picture for previews in chats.
 */
function sharedOf(run: ShownRun, charts: RunCharts | null, publicUrl: string): Shared {
  const picture = charts ? `/chart.svg?view=${charts.view}` : "/preview.png";
  return {
    link: `${publicUrl}${hrefOfRun(run.run_id)}`,
    picture: `${publicUrl}${apiHrefOf(run.run_id, picture)}`,
    alt: charts ? altOf(run, charts) : `A result of ${nameOfBenchmark(run)}`,
  };
}

function titleOf(run: ShownRun): string {
  const name = nameOfBenchmark(run);
  return run.score === null ? name : `${formatFigure(run.score, run.unit)} ${run.unit} in ${name}`;
}

/**
 * Returns the text that previews in chats show below the title of a run's page: the hardware, and the rank of the
 * score.
 */
function descriptionOf({ run, parts }: RunPage): string {
  const hardware = parts.map(({ make, model }) => `${make} ${model}`);
  const all = run.standing?.all;
  const worth = all ? `${standingInWords(all)}.` : "";
  return [`Measured on ${[isolated(run.build.name), ...hardware].join(", ")}.`, worth]
    .filter(Boolean)
    .join(" ");
}

/** Returns the data of the form that changes a run: the stored values, or the values that a refused form had. */
function editOf(run: Run, values?: PostedFields): EditRunProps {
  const { _id: runId, status, benchmark_id, label = "", game = "", settings } = run;
  const isGameChangeable = game !== "" || gameInFile(run) === null;
  const takesGame = status === "complete" && benchmarkTypeOf(benchmark_id).is_of_games && isGameChangeable;
  return { runId, takesGame, values: values ?? { label, game, ...settings } };
}

const changeRun = ({ runs }: RunPagesDeps) =>
  definePageAction({
    path: "/r/:run_id/change",
    summary: "Change the label, the game or the settings that were typed for a run",
    action: "change a run",
    params: runParams,
    fields: z.looseObject({}),
    problems: ["notAllowed"],
    handler: async ({ params: { run_id }, caller, fields }) => {
      const parsed = parseInput(changeRunBody, changesOf(fields as PostedFields));
      if (parsed.faults) throw new InvalidInputError(parsed.faults);
      await runs.change(run_id, caller, parsed.value);
      return { location: hrefOfRun(run_id) };
    },
    again: async ({ params: { run_id }, caller, values, faults }) => ({
      title: "Change a run",
      body: (
        <article class="stack">
          <h1>Change a run</h1>
          <EditRun {...editOf(await runs.get(run_id, caller), values)} faults={faultsOfChange(faults)} />
          <p>
            <a href={hrefOfRun(run_id)}>Back to the run</a>
          </p>
        </article>
      ),
    }),
  });

const deleteRun = ({ runs }: RunPagesDeps) =>
  definePageAction({
    path: "/r/:run_id/delete",
    summary: "Delete a run with its file",
    action: "delete a run",
    params: runParams,
    problems: ["notAllowed"],
    handler: async ({ params: { run_id }, caller, context }) => {
      const { build_id } = await runs.get(run_id, caller);
      await runs.delete(run_id, caller, context.ip);
      return { location: hrefOfBuild(build_id) };
    },
    // The form has no fields, so the page that is shown again needs no faults.
    again: async ({ params: { run_id } }) => ({
      title: "Delete a run",
      body: (
        <p>
          <a href={hrefOfRun(run_id)}>Back to the run</a>
        </p>
      ),
    }),
  });
