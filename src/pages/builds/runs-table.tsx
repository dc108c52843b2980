import type { BuildRuns } from "../../benchmarks/index.ts";
import { Pages } from "../layout/pages.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { Day, formatFigure } from "../layout/figures.tsx";
import { headlineOf } from "../lists/headline.ts";
import { notesOf } from "../runs/shown-run.ts";

/** A run in a list of the runs of a build, in the representation of the API. */
export type ListedRun = BuildRuns["results"][number];

interface RunsToCompareProps {
  build: { build_id: number; hidden?: object | undefined };
  runs: { results: readonly ListedRun[]; total: number };
  page: number;
  limit: number;
}

/** Lists the runs of a build, newest first. The user ticks two to eight runs to compare, unless the build is hidden. */
export function RunsToCompare({ build: { build_id, hidden }, runs, page, limit }: RunsToCompareProps) {
  return (
    <section class="stack" aria-labelledby="runs-heading">
      <h2 id="runs-heading">Runs</h2>
      {hidden ? (
        <RunsTable caption="Runs, newest first" runs={runs.results} />
      ) : (
        <form class="stack" action="/compare">
          <RunsTable caption="Tick two to eight runs to compare them" runs={runs.results} canChoose />
          <div class="row">
            <button class="button-quiet">Compare the ticked runs</button>
          </div>
        </form>
      )}
      <Pages
        page={page}
        limit={limit}
        total={runs.total}
        hrefOf={(number) => `/b/${build_id}?page=${number}#runs-heading`}
      />
    </section>
  );
}

interface RunsTableProps {
  caption: string;
  runs: readonly ListedRun[];
  /** Whether each complete run that is not hidden has a checkbox. */
  canChoose?: boolean;
  /** Whether the table names the build of each run. */
  showsBuild?: boolean;
}

/** Table of runs: benchmark, score or state, and day of each run. */
export function RunsTable({ caption, runs, canChoose = false, showsBuild = false }: RunsTableProps) {
  return (
    <Scroll label={caption}>
      <table class="runs">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {canChoose && <th scope="col">Compare</th>}
            <th scope="col">Benchmark</th>
            <th scope="col" class="number">
              Score
            </th>
            {showsBuild && <th scope="col">Build</th>}
            <th scope="col">Day</th>
            <th scope="col">Notes</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow run={run} canChoose={canChoose} showsBuild={showsBuild} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

interface RunRowProps {
  run: ListedRun;
  canChoose: boolean;
  showsBuild: boolean;
}

function RunRow({ run, canChoose, showsBuild }: RunRowProps) {
  const { run_id, hidden, benchmark, title, label, score, unit, created_at, build } = run;
  const name = headlineOf({ benchmark_id: benchmark.id, name: benchmark.name, title });
  return (
    <tr>
      {canChoose && (
        <td>
          {score !== null && !hidden && (
            <input
              type="checkbox"
              name="runs"
              value={run_id}
              aria-label={`Compare ${name}, ${formatFigure(score, unit)} ${unit}`}
            />
          )}
        </td>
      )}
      <td>
        <a href={`/r/${encodeURIComponent(run_id)}`}>{name}</a>
        {title !== null && <span class="note"> {benchmark.name}</span>}
        {label !== null && <span class="note"> {label}</span>}
      </td>
      <td class="number">
        {score === null ? (
          <RunState status={run.status} />
        ) : (
          <>
            <span class="figure">{formatFigure(score, unit)}</span> <span class="unit">{unit}</span>
          </>
        )}
      </td>
      {showsBuild && (
        <td>
          <a href={`/b/${build.build_id}`}>{build.name}</a>
        </td>
      )}
      <td>
        <Day at={created_at} />
      </td>
      <td>{run.error ? run.error.detail : notesOf(run).join(" ")}</td>
    </tr>
  );
}

/** State of a run without a score: a word in the colour of the state. */
export function RunState({ status }: { status: string }) {
  if (status === "failed") return <span class="badge badge-bad">failed</span>;
  if (status === "complete") return <span class="badge badge-good">complete</span>;
  return <span class="badge">{status === "processing" ? "being read" : "waits"}</span>;
}
