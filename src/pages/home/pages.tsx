import type { Runs, RunViews } from "../../benchmarks/index.ts";
import type { Builds } from "../../builds/index.ts";
import { definePage } from "../layout/define-page.tsx";
import type { Page } from "../layout/site.ts";
import { homeView } from "./home-view.tsx";
import { createStatePage, type StatePageDeps } from "./state-page.tsx";
import { createTopLists, type TopListsDeps } from "./top-lists.ts";

type HomePagesDeps = TopListsDeps &
  StatePageDeps & {
    runs: Pick<Runs, "rankingProgress">;
    runViews: Pick<RunViews, "listNewest">;
    builds: Pick<Builds, "presentSome" | "countStandingDue">;
  };

/** Creates the home page, and the page of the state of the service. */
export function createHomePages(deps: HomePagesDeps): Page[] {
  return [homePage(deps), createStatePage(deps)];
}

const NEWEST = 10;
/**
 * How many results are read to show NEWEST of them. More are read than shown, because few results of one owner are
 * shown, and results of other owners fill the remaining places.
 */
const READ = 30;
const MOST_OF_ONE = 2;

type Run = Awaited<ReturnType<HomePagesDeps["runViews"]["listNewest"]>>[number];

/**
 * Returns the NEWEST of the given results: at most MOST_OF_ONE of one owner, and more only if the results of others do
 * not fill the list.
 */
function ofManyPeople(runs: readonly Run[]): Run[] {
  const counts = new Map<string | number, number>();
  const [first, further]: [Run[], Run[]] = [[], []];
  for (const run of runs) {
    const owner = run.build.owner?.account_id ?? run.build_id;
    const count = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, count);
    (count <= MOST_OF_ONE ? first : further).push(run);
  }
  const shown = new Set([...first, ...further].slice(0, NEWEST));
  return runs.filter((run) => shown.has(run));
}

function homePage(deps: HomePagesDeps): Page {
  const topLists = createTopLists(deps);
  return definePage({
    path: "/",
    summary: "The search of everything, the best hardware, the most measured games, and the newest results",
    action: "read what is public",
    handler: async ({ caller }) => {
      const { runs, runViews, builds } = deps;
      const [read, progress, dueBuilds, lists] = await Promise.all([
        runViews.listNewest(READ, caller),
        runs.rankingProgress(),
        builds.countStandingDue(),
        topLists(),
      ]);
      const newest = ofManyPeople(read);
      const shown = await builds.presentSome(newest.map(({ build_id }) => build_id));
      return homeView({
        runs: newest,
        builds: shown,
        progress: { ...progress, dueBuilds },
        lists,
        isSignedIn: caller !== null,
      });
    },
  });
}
