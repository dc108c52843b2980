import { benchmarkTypeOf, gameSettingsOf } from "../../benchmarks/index.ts";
import { Day, formatFigure, Moment } from "../layout/figures.tsx";
import { SettingsNote } from "../lists/settings-note.tsx";
import {
  hrefOfDelete,
  hrefOfRun,
  isComparable,
  nameOfBenchmark,
  notesOf,
  type ListedRun,
} from "../runs/shown-run.ts";

/** A run in a table. `best_of`: the number of runs of which this run is the best, if the table has only the best. */
export type ShownInList = ListedRun & { best_of?: number };

/** Returns why a run has failed, is hidden or is unranked, and its warnings; empty if there is nothing to say. */
export const textOfNotes = (run: ListedRun): string =>
  run.error ? run.error.detail : notesOf(run).join(" ");

interface RunRowProps {
  run: ShownInList;
  canChoose: boolean;
  showsBuild: boolean;
  showsNotes: boolean;
  canDelete: boolean;
  /** Whether a heading above the row names the benchmark. */
  isBelowHeading: boolean;
  /** Whether the row shows the time of day, because another run of its group was submitted on the same day. */
  hasTime: boolean;
}

/** A row of a table of runs: the run, its score or state, its build, its day, its notes, and what to do with it. */
export function RunRow({
  run,
  canChoose,
  showsBuild,
  showsNotes,
  canDelete,
  isBelowHeading,
  hasTime,
}: RunRowProps) {
  const { run_id, score, unit, build, best_of = 1 } = run;
  return (
    <tr>
      {canChoose && (
        <td class="tick-cell">
          {score !== null && isComparable(run) && (
            <label class="tick">
              <input type="checkbox" name="runs" value={run_id} />
              <span class="visually-hidden">
                Compare <bdi>{nameOfBenchmark(run)}</bdi>, {formatFigure(score, unit)} {unit}
              </span>
            </label>
          )}
        </td>
      )}
      <RunName run={run} isBelowHeading={isBelowHeading} hasTime={hasTime} />
      <td class="number first-line">
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
          <a class="build-name" dir="auto" href={`/b/${build.build_id}`}>
            {build.name}
          </a>
          {best_of > 1 && <span class="note"> best of {formatFigure(best_of)} runs</span>}
        </td>
      )}
      {!isBelowHeading && (
        <td>
          <Submitted run={run} hasTime={hasTime} />
        </td>
      )}
      {showsNotes && (
        <td class="run-notes">
          <bdi>{textOfNotes(run)}</bdi>
        </td>
      )}
      {canDelete && <DeleteCell run={run} />}
    </tr>
  );
}

/** Links to the form that deletes a run. */
const DeleteCell = ({ run }: Pick<RunRowProps, "run">) => (
  <td>
    <a href={hrefOfDelete(run.run_id)}>
      Delete
      <span class="visually-hidden">
        {" "}
        <bdi>{nameOfBenchmark(run)}</bdi>
        {run.score !== null && ` ${formatFigure(run.score, run.unit)} ${run.unit}`}
      </span>
    </a>
  </td>
);

const Submitted = ({ run: { created_at }, hasTime }: Pick<RunRowProps, "run" | "hasTime">) =>
  hasTime ? <Moment at={created_at} /> : <Day at={created_at} />;

/**
 * The name of a run, which links to its page. Below a heading, only screen readers read the name of the benchmark and
 * the score.
 */
function RunName({ run, isBelowHeading, hasTime }: Pick<RunRowProps, "run" | "isBelowHeading" | "hasTime">) {
  const { run_id, benchmark_id, label, score, unit } = run;
  return (
    <th scope="row">
      <a href={hrefOfRun(run_id)}>
        {isBelowHeading ? (
          <>
            <span class="visually-hidden">
              <bdi>{nameOfBenchmark(run)}</bdi>, {score !== null && `${formatFigure(score, unit)} ${unit}, `}
            </span>
            <Submitted run={run} hasTime={hasTime} />
          </>
        ) : (
          <bdi>{nameOfBenchmark(run)}</bdi>
        )}
      </a>
      {benchmarkTypeOf(benchmark_id).is_of_games && <SettingsNote settings={gameSettingsOf(run)} />}
      {label !== null && (
        <span class="note">
          {" "}
          <bdi>{label}</bdi>
        </span>
      )}
    </th>
  );
}

/** State of a run without a score: a word in the colour of the state. */
export function RunState({ status }: { status: string }) {
  if (status === "failed") return <span class="badge badge-bad">failed</span>;
  if (status === "complete") return <span class="badge badge-good">complete</span>;
  return <span class="badge">{status === "processing" ? "being read" : "waits"}</span>;
}
