import { benchmarkTypeOf, gameSettingsOf, type BuildRuns } from "../../benchmarks/index.ts";
import { formatDay } from "../../charts/format-day.ts";
import { MAX_LISTED } from "../../validation/paging.ts";
import { addressOf, type Pair } from "../lists/addresses.ts";
import { Pages } from "../layout/pages.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { Day, formatFigure, Moment } from "../layout/figures.tsx";
import { headlineOf } from "../lists/headline.ts";
import { SettingsNote } from "../lists/settings-note.tsx";
import { notesOf } from "../runs/shown-run.ts";

/** A run in a list of the runs of a build, in the representation of the API. */
export type ListedRun = BuildRuns["results"][number];

interface RunsOfBuildProps {
  build: { build_id: number; hidden?: object | undefined };
  runs: { results: readonly ListedRun[]; total: number };
  page: number;
  limit: number;
  /** Whether the query names a page of the list; the list is then unfolded. */
  isAsked: boolean;
  /** The benchmark to which the list of runs is limited; undefined if the list has the runs of all benchmarks. */
  ofBenchmark: { id: number; name: string } | undefined;
}

/** The largest number of runs of a build with which the list of all its runs is unfolded. */
const FEW_RUNS = 6;

/**
 * Lists the runs of a build by benchmark and game, newest first, folded if there are many. Unless the build is hidden,
 * the user can select two to eight runs to compare.
 */
export function RunsOfBuild({
  build: { build_id, hidden },
  runs,
  page,
  limit,
  ofBenchmark,
  isAsked,
}: RunsOfBuildProps) {
  const isOpen = ofBenchmark !== undefined || isAsked || runs.total <= FEW_RUNS;
  const filter: Pair[] = ofBenchmark ? [["benchmark_id", String(ofBenchmark.id)]] : [];
  return (
    <section aria-labelledby="runs-heading">
      <details open={isOpen}>
        <summary>
          <h2 id="runs-heading">
            {ofBenchmark
              ? `Runs of ${headlineOf({ ...ofBenchmark, benchmark_id: ofBenchmark.id, title: null })}`
              : "All runs"}{" "}
            <span class="unit">{formatFigure(runs.total)}</span>
          </h2>
        </summary>
        <div class="stack">
          {ofBenchmark && (
            <p>
              <a href={`/b/${build_id}?page=1#runs-heading`}>Show the runs of all benchmarks</a>
            </p>
          )}
          <RunsToCompare runs={runs.results} isHidden={hidden !== undefined} />
          <Pages
            page={page}
            limit={limit}
            total={runs.total}
            maxPage={Math.floor(MAX_LISTED / limit)}
            hrefOf={(number) =>
              `${addressOf(`/b/${build_id}`, [...filter, ["page", String(number)]])}#runs-heading`
            }
          />
        </div>
      </details>
    </section>
  );
}

/** A table of runs, with check boxes and a button to compare runs if any of the runs can be compared. */
function RunsToCompare({ runs, isHidden }: { runs: readonly ListedRun[]; isHidden: boolean }) {
  if (isHidden || !runs.some(isComparable))
    return <RunsTable caption="Runs, newest first" runs={runs} isGrouped />;
  return (
    <form class="stack" action="/compare">
      <input type="hidden" name="ticked" value="yes" />
      <RunsTable caption="Select two to eight runs to compare them" runs={runs} canChoose isGrouped />
      <div class="row">
        <button class="button-quiet">Compare selected runs</button>
      </div>
    </form>
  );
}

const isComparable = ({ score, hidden }: ListedRun): boolean => score !== null && !hidden;

interface RunsTableProps {
  caption: string;
  /** The runs. `best_of`: the number of runs of which the listed run is the best, if the list shows only the best. */
  runs: readonly (ListedRun & { best_of?: number })[];
  /** Whether each complete run that is not hidden has a checkbox. */
  canChoose?: boolean;
  /** Whether the table names the build of each run. */
  showsBuild?: boolean;
  /** Whether the runs of each benchmark and game stand together, below a heading, if there are several. */
  isGrouped?: boolean;
}

/**
 * Table of runs: benchmark, score or state, and day of each run, and notes if any run has notes. Below a heading, which
 * names the benchmark, a row begins with the day of its run.
 */
export function RunsTable(props: RunsTableProps) {
  const { caption, runs, canChoose = false, showsBuild = false, isGrouped = false } = props;
  const showsNotes = runs.some((run) => textOfNotes(run) !== "");
  const groups = isGrouped ? groupsOf(runs) : [runs];
  const hasHeadings = groups.length > 1;
  const columns = 2 + [canChoose, showsBuild, !hasHeadings, showsNotes].filter(Boolean).length;
  return (
    <Scroll label={caption}>
      <table class="runs two-lines">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {canChoose && <th scope="col">Compare</th>}
            <th scope="col">{hasHeadings ? "Submitted" : "Benchmark"}</th>
            <th scope="col" class="number">
              Result
            </th>
            {showsBuild && <th scope="col">Build</th>}
            {!hasHeadings && <th scope="col">Submitted</th>}
            {showsNotes && <th scope="col">Notes</th>}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody id={isGrouped && group[0] ? runsIdOf(group[0]) : undefined}>
            {hasHeadings && <GroupHeading run={group[0]} columns={columns} />}
            {group.map((run) => (
              <RunRow
                {...{ run, canChoose, showsBuild, showsNotes }}
                isBelowHeading={hasHeadings}
                hasTime={isGrouped && isOfOneDay(run, group)}
              />
            ))}
          </tbody>
        ))}
      </table>
    </Scroll>
  );
}

/** Returns the runs of each benchmark and game together. The group of the newest run comes first. */
function groupsOf(runs: readonly ListedRun[]): ListedRun[][] {
  const keys = [...new Set(runs.map(groupKeyOf))];
  return keys.map((key) => runs.filter((run) => groupKeyOf(run) === key));
}

/** Returns the HTML id of the group of a game or test in the list of the runs of a build, for links to the group. */
export const runsIdOf = ({ benchmark_id, variant }: Pick<ListedRun, "benchmark_id" | "variant">): string =>
  `runs-${benchmark_id}-${encodeURIComponent(variant ?? "")}`;

/** Returns a key by which runs are grouped: runs of the same benchmark and game or test have the same key. */
const groupKeyOf = ({ benchmark, variant }: ListedRun): string => JSON.stringify([benchmark.id, variant]);

const nameOf = ({ benchmark, title }: ListedRun): string =>
  headlineOf({ benchmark_id: benchmark.id, name: benchmark.name, title });

/** The heading of the runs of one benchmark and game. */
function GroupHeading({ run, columns }: { run: ListedRun | undefined; columns: number }) {
  if (!run) return null;
  return (
    <tr class="runs-group">
      <th colSpan={columns} scope="rowgroup">
        <bdi>{nameOf(run)}</bdi>
      </th>
    </tr>
  );
}

/** Returns why a run has failed, is hidden or is unranked, and its warnings; empty if there is nothing to say. */
const textOfNotes = (run: ListedRun): string => (run.error ? run.error.detail : notesOf(run).join(" "));

interface RunRowProps {
  run: RunsTableProps["runs"][number];
  canChoose: boolean;
  showsBuild: boolean;
  showsNotes: boolean;
  /** Whether a heading above the row names the benchmark. */
  isBelowHeading: boolean;
  /** Whether the row shows the time of day, because another run of its group was submitted on the same day. */
  hasTime: boolean;
}

function RunRow({ run, canChoose, showsBuild, showsNotes, isBelowHeading, hasTime }: RunRowProps) {
  const { run_id, score, unit, build, best_of = 1 } = run;
  return (
    <tr>
      {canChoose && (
        <td class="tick-cell">
          {score !== null && isComparable(run) && (
            <label class="tick">
              <input type="checkbox" name="runs" value={run_id} />
              <span class="visually-hidden">
                Compare <bdi>{nameOf(run)}</bdi>, {formatFigure(score, unit)} {unit}
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
    </tr>
  );
}

/** Returns whether another run of a group was submitted on the day of a run. */
const isOfOneDay = ({ run_id, created_at }: ListedRun, group: readonly ListedRun[]): boolean =>
  group.some((other) => other.run_id !== run_id && formatDay(other.created_at) === formatDay(created_at));

const Submitted = ({ run: { created_at }, hasTime }: Pick<RunRowProps, "run" | "hasTime">) =>
  hasTime ? <Moment at={created_at} /> : <Day at={created_at} />;

/**
 * The name of a run, which links to its page. Below a heading, only screen readers read the name of the benchmark and
 * the score.
 */
function RunName({ run, isBelowHeading, hasTime }: Pick<RunRowProps, "run" | "isBelowHeading" | "hasTime">) {
  const { run_id, benchmark, label, score, unit } = run;
  return (
    <th scope="row">
      <a href={`/r/${encodeURIComponent(run_id)}`}>
        {isBelowHeading ? (
          <>
            <span class="visually-hidden">
              <bdi>{nameOf(run)}</bdi>, {score !== null && `${formatFigure(score, unit)} ${unit}, `}
            </span>
            <Submitted run={run} hasTime={hasTime} />
          </>
        ) : (
          <bdi>{nameOf(run)}</bdi>
        )}
      </a>
      {benchmarkTypeOf(benchmark.id).is_of_games && <SettingsNote settings={gameSettingsOf(run)} />}
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
