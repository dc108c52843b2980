import { formatDay } from "../../charts/format-day.ts";
import { MAX_LISTED } from "../../validation/paging.ts";
import { addressOf, type Pair } from "../lists/addresses.ts";
import { Pages } from "../layout/pages.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { formatFigure } from "../layout/figures.tsx";
import { headlineOf } from "../lists/headline.ts";
import { isComparable, nameOfBenchmark, type ListedRun } from "../runs/shown-run.ts";
import { RunRow, textOfNotes, type ShownInList } from "./run-row.tsx";

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

/** A table of runs, with check boxes and a button to compare runs if at least two of the runs can be compared. */
function RunsToCompare({ runs, isHidden }: { runs: readonly ListedRun[]; isHidden: boolean }) {
  if (isHidden || runs.filter(isComparable).length < 2)
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

interface RunsTableProps {
  caption: string;
  runs: readonly ShownInList[];
  /** Whether each complete run that is not hidden has a checkbox. */
  canChoose?: boolean;
  /** Whether the table names the build of each run. */
  showsBuild?: boolean;
  /** Whether each run has a link to the form that deletes it. */
  canDelete?: boolean;
  /** Whether the runs of each benchmark and game stand together, below a heading, if there are several. */
  isGrouped?: boolean;
}

/**
 * Table of runs: benchmark, score or state, and day of each run, and notes if any run has notes. Below a heading, which
 * names the benchmark, a row begins with the day of its run.
 */
export function RunsTable(props: RunsTableProps) {
  const {
    caption,
    runs,
    canChoose = false,
    showsBuild = false,
    canDelete = false,
    isGrouped = false,
  } = props;
  const showsNotes = runs.some((run) => textOfNotes(run) !== "");
  const groups = isGrouped ? groupsOf(runs) : [runs];
  const hasHeadings = groups.length > 1;
  const columns = 2 + [canChoose, showsBuild, !hasHeadings, showsNotes, canDelete].filter(Boolean).length;
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
            {canDelete && (
              <th scope="col">
                <span class="visually-hidden">Delete</span>
              </th>
            )}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody id={isGrouped && group[0] ? runsIdOf(group[0]) : undefined}>
            {hasHeadings && <GroupHeading run={group[0]} columns={columns} />}
            {group.map((run) => (
              <RunRow
                {...{ run, canChoose, showsBuild, showsNotes, canDelete }}
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

/** The heading of the runs of one benchmark and game. */
function GroupHeading({ run, columns }: { run: ListedRun | undefined; columns: number }) {
  if (!run) return null;
  return (
    <tr class="runs-group">
      <th colSpan={columns} scope="rowgroup">
        <bdi>{nameOfBenchmark(run)}</bdi>
      </th>
    </tr>
  );
}

/** Returns whether another run of a group was submitted on the day of a run. */
const isOfOneDay = ({ run_id, created_at }: ListedRun, group: readonly ListedRun[]): boolean =>
  group.some((other) => other.run_id !== run_id && formatDay(other.created_at) === formatDay(created_at));
