import { NotFoundError } from "../errors.ts";
import { defineRoute } from "../http/route.ts";
import type { Route } from "../http/route.ts";
import { presentRun, presentType } from "./presenter.ts";
import type { ReceiveSubmission } from "./receive-submission.ts";
import type { RunWaiter } from "./run-waiter.ts";
import type { RunsRepository } from "./runs-repository.ts";
import { addAnswer, runAnswer, runParams, runQuery, typesAnswer } from "./schemas.ts";
import { benchmarkTypes } from "./types.ts";

interface BenchmarkRoutesParts {
  runs: Pick<RunsRepository, "find">;
  waiter: RunWaiter;
  receiveSubmission: ReceiveSubmission;
}

/** What can be submitted, submitting it, and reading what came of it. */
export function createBenchmarkRoutes(parts: BenchmarkRoutesParts): Route[] {
  return [listTypes(), addBenchmark(parts), getRun(parts)];
}

const listTypes = () =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/types",
    summary: "The active benchmark types",
    auth: "none",
    responses: { 200: typesAnswer },
    handler: async () => ({ status: 200, body: { types: benchmarkTypes.map(presentType) } }),
  });

const addBenchmark = ({ receiveSubmission }: BenchmarkRoutesParts) =>
  defineRoute({
    method: "POST",
    path: "/benchmarks/add",
    summary: "Attach a benchmark result to a build",
    auth: "session",
    responses: { 200: addAnswer },
    handler: async ({ caller, context }) => {
      const { answer, runs } = await receiveSubmission(context, caller);
      const [only, ...others] = runs;
      const isSingle = only !== undefined && others.length === 0;
      return {
        status: 200,
        json: answer,
        ...(isSingle && { headers: { Location: `/benchmarks/runs/${only.run_id}` } }),
      };
    },
  });

const getRun = ({ runs, waiter }: BenchmarkRoutesParts) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id",
    summary: "A run, and what its file says; ?wait holds the answer until it is complete or failed",
    auth: "optional",
    params: runParams,
    query: runQuery,
    responses: { 200: runAnswer },
    handler: async ({ params: { run_id }, query: { wait }, caller }) => {
      const run = await runs.find(run_id);
      if (!run) throw new NotFoundError(`There is no run ${run_id}.`);
      const isFinal = run.status === "complete" || run.status === "failed";
      const waited = wait === undefined || isFinal ? null : await waiter.wait(run_id, wait * 1000);
      // A wait that ran out is answered with what is known now, not with what was known at its beginning.
      const present = waited ?? (wait === undefined || isFinal ? run : await runs.find(run_id)) ?? run;
      return { status: 200, body: presentRun(present, caller?.account_id ?? null) };
    },
  });
