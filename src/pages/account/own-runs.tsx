import type { BuildRuns } from "../../benchmarks/index.ts";
import { RunsTable } from "../builds/runs-table.tsx";
import { NewerOlder } from "../lists/newer-older.tsx";

interface OwnRunsProps {
  runs: { results: BuildRuns["results"]; hasMore: boolean };
  page: number;
}

/** Lists the results that the visitor has submitted, newest first. */
export function OwnRuns({ runs, page }: OwnRunsProps) {
  return (
    <section class="stack" aria-labelledby="runs-heading">
      <h2 id="runs-heading">Results</h2>
      {runs.results.length > 0 ? (
        <RunsTable caption="What you have submitted, newest first" runs={runs.results} showsBuild canDelete />
      ) : (
        <p class="soft">
          {page > 1 ? "There are no older results. " : "You have submitted no results yet. "}
          <a href="/submit">Submit a result</a>
        </p>
      )}
      <NewerOlder
        label="Pages of your results"
        page={page}
        hasMore={runs.hasMore}
        hrefOf={(number) => `/me/runs?page=${number}`}
      />
    </section>
  );
}
