import { startChild } from "../child-process.ts";
import type { BenchRow, BenchSetup, Duel } from "../row.ts";
import { startBenchService } from "../services.ts";
import type { ScoresTask } from "../submit/bare-scores.ts";
import { callsOfWork } from "../submit/count-calls.ts";
import { signInWithBuild } from "../submit/sign-in.ts";
import type { LoadTask } from "../submit/submission-load.ts";

/** Measures how many submissions of scores the web process accepts per second under constant load. */
export const submitScores: BenchRow = {
  name: "submit-scores",
  path: "score submission, 32 in flight",
  yardstick: "a bare loop of as many store calls of each kind, same write concern",
  figures: { submissions_per_second: { judged: "ratio", goal: { atLeast: 0.75 } } },
  open: openScores,
};

const AT_ONCE = 32;

async function openScores(setup: BenchSetup): Promise<Duel> {
  const { url, env, metricsUrl } = await startBenchService(setup, { hasWorker: false });
  const { cookie, accountId, buildId } = await signInWithBuild(url);
  const client = startChild<LoadTask, { ms: number }>(setup, "scripts/bench/submit/submission-load", env);
  const bare = startChild<ScoresTask, { ms: number }>(setup, "scripts/bench/submit/bare-scores", env);
  const count = setup.size === "full" ? 1000 : 8;
  const task: LoadTask = { url, cookie, buildId, count, atOnce: AT_ONCE, file: null, isRead: false };
  // Send one submission before measuring: the first submission creates the run counter of the account, and loads the
  // Lua scripts into Redis.
  await client.ask({ ...task, count: 1 });
  const few = { count: 4, work: () => client.ask({ ...task, count: 4 }) };
  const calls = await callsOfWork(metricsUrl, few);
  setup.say(`a submission makes these calls: ${JSON.stringify(calls)}`);
  const perSecond = ({ ms }: { ms: number }) => ({ submissions_per_second: count / (ms / 1000) });
  return {
    ours: async () => perSecond(await client.ask(task)),
    yardstick: async () => perSecond(await bare.ask({ accountId, calls, count, atOnce: AT_ONCE })),
  };
}
