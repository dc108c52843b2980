import type { ShownRun } from "../../benchmarks/index.ts";
import { RunState } from "../builds/runs-table.tsx";
import { countText } from "../builds/words.ts";
import { formatFigure } from "../layout/figures.tsx";
import { nameOfBenchmark, notesOf } from "../runs/shown-run.ts";

interface SentViewProps {
  runs: readonly ShownRun[];
  /** The address of the same page for a later request, which waits longer for the results. */
  laterHref: string;
}

/** Page after a submission: the result of each run, or the reason of its failure and what to do. */
export function SentView({ runs, laterHref }: SentViewProps) {
  const unread = runs.filter(({ status }) => status === "queued" || status === "processing").length;
  const build = runs[0]?.build;
  return (
    <article class="stack">
      <div>
        <h1>{unread === 0 ? "Your results are here" : "Your files are being read"}</h1>
        {build && (
          <p class="lead">
            For <a href={`/b/${build.build_id}`}>{build.name}</a>
          </p>
        )}
      </div>
      <ol class="uploads">
        {runs.map((run) => (
          <SentRun run={run} />
        ))}
      </ol>
      {unread > 0 && (
        <p class="row">
          <a class="button" href={laterHref}>
            Look again
          </a>
          <span class="soft">
            {countText(unread, "file")} still to be read. This mostly takes a second or two.
          </span>
        </p>
      )}
      <div class="row">
        {build && <a href={`/b/${build.build_id}`}>To the build and its link to share</a>}
        {build && <a href={`/submit?build=${build.build_id}`}>Submit another result</a>}
      </div>
    </article>
  );
}

function SentRun({ run }: { run: ShownRun }) {
  const { run_id, sequence, benchmark, status, score, unit, error, file } = run;
  return (
    <li class="card upload">
      <p class="row">
        <span class="upload-name">{file?.name ?? `Score ${sequence}`}</span>
        <span class="soft">{nameOfBenchmark(run)}</span>
        <RunState status={status} />
      </p>
      {score !== null && (
        <p>
          <a class="figure-large" href={`/r/${encodeURIComponent(run_id)}`}>
            {formatFigure(score, unit)}
          </a>{" "}
          <span class="unit">{unit}</span>
        </p>
      )}
      {error && <p class="fault">{error.detail}</p>}
      {error && (
        <p>
          <a href={`/submit?build=${run.build_id}&benchmark=${benchmark.id}`}>Send a mended file</a>
        </p>
      )}
      {notesOf(run).map((note) => (
        <p class="note">{note}</p>
      ))}
    </li>
  );
}
