import { Figure, formatFigure, Moment } from "../layout/figures.tsx";
import { KeepButton } from "../compare/tick.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { hrefOfBuild, hrefOfRun, nameOfBenchmark, type ListedRun, type ShownRun } from "./shown-run.ts";

/** The link to the page on which visitors choose runs to compare with a run, and the button that stores the run. */
export const CompareButtons = ({ run }: { run: ShownRun }) => (
  <div class="row">
    <a class="button button-quiet" href={`/compare?runs=${encodeURIComponent(run.run_id)}`}>
      Compare with …
    </a>
    <KeepButton kind="runs" id={run.run_id} name="this run" />
  </div>
);

/** Lists further results of the same benchmark on the same build, to view and to compare, and leads to all results. */
export function OtherRuns({ run, others }: { run: ShownRun; others: readonly ListedRun[] }) {
  if (run.status !== "complete") return null;
  const all = (
    <p>
      <a href={`${hrefOfBuild(run.build.build_id)}?page=1#runs-heading`}>All results of this build</a>
    </p>
  );
  if (others.length === 0) return all;
  return (
    <section class="stack" aria-labelledby="compare">
      <h2 id="compare">
        Other results in <bdi>{nameOfBenchmark(run)}</bdi> on this build
      </h2>
      <Scroll label="Results on this build">
        <table class="runs runs-of-one two-lines">
          <thead>
            <tr>
              <th scope="col">Submitted</th>
              <th scope="col" class="number">
                Result
              </th>
              <th scope="col">
                <span class="visually-hidden">Compare</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {others.map((other) => (
              <OtherRun run={run} other={other} />
            ))}
          </tbody>
        </table>
      </Scroll>
      {all}
    </section>
  );
}

function OtherRun({ run, other }: { run: ShownRun; other: ListedRun }) {
  return (
    <tr>
      <th scope="row">
        <a class="action" href={hrefOfRun(other.run_id)}>
          <Moment at={other.created_at} />
        </a>
        {other.label !== null && (
          <span class="note">
            {" "}
            <bdi>{other.label}</bdi>
          </span>
        )}
      </th>
      <td class="number first-line">
        <Figure value={other.score ?? 0} unit={other.unit} />
      </td>
      <td>
        <a
          class="action"
          href={`/compare?runs=${run.run_id},${other.run_id}`}
          aria-label={`Compare with the run of ${other.created_at.slice(0, 10)} with ${formatFigure(other.score ?? 0, other.unit)} ${other.unit}`}
        >
          Compare
        </a>
      </td>
    </tr>
  );
}
