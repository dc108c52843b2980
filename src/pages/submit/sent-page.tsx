import { z } from "zod";
import type { OwnAccount } from "../../accounts/index.ts";
import type { Caller } from "../../authorization.ts";
import {
  benchmarkTypes,
  isOfUnknownGame,
  runPolicy,
  type Run,
  type Runs,
  type RunViews,
} from "../../benchmarks/index.ts";
import type { Config } from "../../config.ts";
import { queryInteger } from "../../validation/paging.ts";
import { textsOf } from "../../validation/query-values.ts";
import { definePage } from "../layout/define-page.tsx";
import { SentView, type PreviousRun, type SentViewProps } from "./sent-view.tsx";

/** The services that the page after a submission uses. */
export interface SentPageDeps {
  runs: Runs;
  runViews: RunViews;
  ownAccount: OwnAccount;
  publicUrl: string;
  config: Pick<Config, "MAX_FILES" | "MAX_RUNS">;
}

/** How many seconds a request of the page may wait for the files to be read. */
const MAX_WAIT_S = 30;

const sentQuery = (maxRuns: number) =>
  z.object({
    runs: z
      .unknown()
      .transform((value) => (value === undefined ? [] : textsOf(value)))
      .pipe(z.array(z.string().max(64)).min(1).max(maxRuns)),
    wait: queryInteger(z.int().min(0).max(MAX_WAIT_S)).default(0),
  });

/** Creates the page that follows a submission and shows the results of its runs. */
export const sentPage = (deps: SentPageDeps) =>
  definePage({
    path: "/submit/sent",
    summary:
      "What became of the runs of a submission: the result of each and its place, or why there is none",
    action: "read what is public",
    query: sentQuery(Math.max(deps.config.MAX_RUNS, deps.config.MAX_FILES * benchmarkTypes.length)),
    problems: ["notFound"],
    handler: async ({ caller, query: { runs: ids, wait }, hold }) => {
      const { runs, runViews, ownAccount, publicUrl } = deps;
      const found = await (wait === 0
        ? Promise.all(ids.map((id) => runs.find(id, caller)))
        : hold((clientGone) => {
            const waiting = { timeoutMs: wait * 1000, clientGone, viewer: caller };
            return Promise.all(ids.map((id) => runs.waitFor(id, waiting)));
          }));
      const own = found.filter(({ run }) => runPolicy.allows(caller, "change a run", run));
      const [shown, previous, account] = await Promise.all([
        Promise.all(found.map((one) => runViews.present(one, caller))),
        findPrevious(
          runViews,
          caller,
          own.map(({ run }) => run),
        ),
        caller && ownAccount.show(caller),
      ]);
      const ownIds = new Set(own.map(({ run }) => run._id));
      const props: SentViewProps = {
        runs: shown.map((run) => ({
          run,
          previous: previous.get(run.run_id),
          isOwn: ownIds.has(run.run_id),
        })),
        laterHref: `/submit/sent?runs=${ids.map(encodeURIComponent).join(",")}&wait=${MAX_WAIT_S}`,
        publicUrl,
        account,
      };
      return {
        title: "Your results",
        isUnlisted: true,
        body: <SentView {...props} />,
        scripts: ["copy.js"],
      };
    },
  });

/** The number of an account's newest runs, besides the sent runs, among which the page looks for earlier runs. */
const EARLIER_RUNS = 100;

/**
 * Returns the submitter's last run before each of the given runs, of the same benchmark and of the same game or test:
 * on the same build if there is one, else on any build.
 * @param sent runs that the caller has submitted
 */
async function findPrevious(
  runViews: Pick<RunViews, "listOfSubmitter">,
  caller: Caller | null,
  sent: readonly Run[],
): Promise<Map<string, PreviousRun>> {
  const known = sent.filter((run) => run.status === "complete" && !isOfUnknownGame(run));
  if (!caller || known.length === 0) return new Map();
  const limit = sent.length + EARLIER_RUNS;
  const { results } = await runViews.listOfSubmitter(caller, { page: 1, limit });
  const pairs = known.flatMap((run): [string, PreviousRun][] => {
    const earlier = results.filter(
      (other) =>
        other.status === "complete" &&
        !other.hidden &&
        other.benchmark_id === run.benchmark_id &&
        other.variant === run.variant &&
        new Date(other.created_at) < run.created_at,
    );
    const found = earlier.find(({ build_id }) => build_id === run.build_id) ?? earlier[0];
    return found ? [[run._id, found]] : [];
  });
  return new Map(pairs);
}
