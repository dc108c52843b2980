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

function homePage(deps: HomePagesDeps): Page {
  const topLists = createTopLists(deps);
  return definePage({
    path: "/",
    summary: "The search of everything, the best hardware, the most measured games, and the newest results",
    action: "read what is public",
    handler: async ({ caller }) => {
      const { runs, runViews, builds } = deps;
      const [newest, progress, dueBuilds, lists] = await Promise.all([
        runViews.listNewest(NEWEST, caller),
        runs.rankingProgress(),
        builds.countStandingDue(),
        topLists(),
      ]);
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
