import type { BenchRow, BenchSetup, Duel } from "../row.ts";
import { startBenchService } from "../bench-service.ts";
import { startChild } from "../child-process.ts";
import type { ScoresTask } from "../submit/bare-scores.ts";
import { requireSameCalls, type CallCounts } from "../submit/count-calls.ts";
import type { LoadResult, LoadTask } from "../submit/submission-load.ts";

/** How many submissions of scores the web process takes, as long as it has something to do. */
export const submitScores: BenchRow = {
  name: "submit-scores",
  path: "score submission, 32 in flight",
  yardstick: "a bare loop of the same store calls, same write concern",
  figures: { submissions_per_second: { judged: "ratio", goal: { atLeast: 0.7 } } },
  open: openScores,
};

const AT_ONCE = 32;

/** What `submit` in submit/bare-scores.ts sends for one submission. */
const callsOfScore: CallCounts = {
  "mongodb find": 8,
  "mongodb insert": 1,
  "mongodb update": 2,
  "redis evalsha": 4,
};

async function openScores(setup: BenchSetup): Promise<Duel> {
  const service = await startBenchService(setup, { hasWorker: false });
  const { url, cookie, accountId, buildId } = service;
  const client = startChild<LoadTask, LoadResult>(setup, "scripts/bench/submit/submission-load", service.env);
  const bare = startChild<ScoresTask, { ms: number }>(setup, "scripts/bench/submit/bare-scores", service.env);
  const count = setup.size === "full" ? 1000 : 8;
  const task: LoadTask = {
    url,
    cookie,
    buildId,
    count,
    atOnce: AT_ONCE,
    file: null,
    waitFor: "none",
    isCleared: false,
  };
  // The first submission makes the counter of the account, and tells Redis the scripts.
  await client.ask({ ...task, count: 1 });
  const few = { count: 4, work: () => client.ask({ ...task, count: 4 }) };
  await requireSameCalls(service.metricsUrl, callsOfScore, few);
  const perSecond = ({ ms }: { ms: number }) => ({ submissions_per_second: count / (ms / 1000) });
  return {
    ours: async () => perSecond(await client.ask(task)),
    yardstick: async () => perSecond(await bare.ask({ accountId, buildId, count, atOnce: AT_ONCE })),
  };
}
