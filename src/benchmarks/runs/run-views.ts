import type { Actor } from "../../authorization.ts";
import type { Config } from "../../config.ts";
import type { Run } from "../model/run.ts";
import type { BuildsPort } from "../ports.ts";
import { presentRun } from "../presenter.ts";
import type { RunListQuery } from "../records/runs-repository.ts";
import { runNotFound } from "./find-run.ts";
import type { Runs } from "./runs.ts";

/** Shows runs to whoever reads them, as the API and the pages answer with them. */
export type RunViews = ReturnType<typeof createRunViews>;

/** Creates the views of runs. Each takes the same number of queries for any number of runs. */
export function createRunViews({ runs, builds, config }: RunViewsDeps) {
  const publicUrl = config.PUBLIC_URL;
  return {
    /**
     * Returns the representation of a run for a viewer, with its standing where anybody can tell it now.
     * @param viewer null for an anonymous reader
     * @throws NotFoundError where the build of the run was deleted since it was found
     */
    present: async (run: Run, viewer: Actor | null) => {
      const [found, standing] = await Promise.all([
        builds.summariesOfSome([run.build_id]),
        runs.standingOf(run),
      ]);
      const build = found.get(run.build_id);
      if (!build) throw runNotFound(run._id);
      const shown = presentRun(run, { viewer, build, publicUrl });
      return { ...shown, ...(standing !== undefined && { standing }) };
    },

    /** Returns a page of the runs of a build, newest first, and how many it has in all. @throws NotFoundError */
    listOf: async (buildId: number, query: RunListQuery, viewer: Actor | null) => {
      const build = await builds.summaryOf(buildId);
      const { runs: found, total } = await runs.listOf(buildId, query);
      return { results: found.map((run) => presentRun(run, { viewer, build, publicUrl })), total };
    },

    /** Returns a page of the runs that an account has submitted, newest first, as the account sees them, and whether there are more. */
    listOfSubmitter: async (submitter: Actor, paging: { page: number; limit: number }) => {
      const { runs: found, hasMore } = await runs.listOfAccount(submitter.account_id, paging);
      const summaries = await builds.summariesOfSome([...new Set(found.map(({ build_id }) => build_id))]);
      const results = found.flatMap((run) => {
        const build = summaries.get(run.build_id);
        return build ? [presentRun(run, { viewer: submitter, build, publicUrl })] : [];
      });
      return { results, hasMore };
    },
  };
}

interface RunViewsDeps {
  runs: Pick<Runs, "standingOf" | "listOf" | "listOfAccount">;
  builds: Pick<BuildsPort, "summaryOf" | "summariesOfSome">;
  config: Pick<Config, "PUBLIC_URL">;
}
