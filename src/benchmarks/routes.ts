import { buildIdParams } from "../validation/build-id.ts";
import { NotAllowedError, NotFoundError } from "../errors.ts";
import { pagingQuery } from "../validation/paging.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { DeleteRuns } from "./runs/delete-run.ts";
import type { FileStore } from "./records/file-store.ts";
import type { FindFrames } from "./frames/frames.ts";
import type { FindRun } from "./runs/find-run.ts";
import { createFrameRoutes } from "./frames/routes.ts";
import { presentRun, presentType } from "./presenter.ts";
import type { ReceiveSubmission } from "./submit/receive-submission.ts";
import type { RunWaiter } from "./runs/run-waiter.ts";
import type { RunsRepository } from "./records/runs-repository.ts";
import {
  addAnswer,
  buildRunsQuery,
  runAnswer,
  runParams,
  runQuery,
  runsAnswer,
  typesAnswer,
} from "./schemas.ts";
import { benchmarkTypes } from "./model/benchmark-types.ts";

interface BenchmarkRoutesParts {
  runs: Pick<RunsRepository, "listOf">;
  files: Pick<FileStore, "has" | "open">;
  deleteRuns: DeleteRuns;
  /** @throws NotFoundError */
  requireBuild: (buildId: number) => Promise<unknown>;
  waiter: RunWaiter;
  findRun: FindRun;
  findFrames: FindFrames;
  receiveSubmission: ReceiveSubmission;
}

/** What can be submitted, submitting it, and reading what came of it. */
export function createBenchmarkRoutes(parts: BenchmarkRoutesParts): Route[] {
  return [
    listTypes(),
    addBenchmark(parts),
    getRun(parts),
    listRuns(parts),
    getFile(parts),
    deleteRun(parts),
    ...createFrameRoutes(parts),
  ];
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
      const { json, location } = await receiveSubmission(context, caller);
      return { status: 200, json, ...(location !== null && { headers: { Location: location } }) };
    },
  });

const getRun = ({ findRun, waiter }: BenchmarkRoutesParts) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id",
    summary: "A run, and what its file says; ?wait holds the answer until it is complete or failed",
    auth: "optional",
    params: runParams,
    query: runQuery,
    responses: { 200: runAnswer },
    handler: async ({ params: { run_id }, query: { wait }, caller }) => {
      const run = await findRun(run_id);
      const isFinal = run.status === "complete" || run.status === "failed";
      const waited = wait === undefined || isFinal ? null : await waiter.wait(run_id, wait * 1000);
      // A wait that ran out is answered with what is known now, not with what was known at its beginning.
      const present = waited ?? (wait === undefined || isFinal ? run : await findRun(run_id));
      return { status: 200, body: presentRun(present, caller?.account_id ?? null) };
    },
  });

const listRuns = ({ runs, requireBuild }: BenchmarkRoutesParts) =>
  defineRoute({
    method: "GET",
    path: "/builds/:build_id/runs",
    summary: "The runs of a build, newest first",
    auth: "optional",
    params: buildIdParams,
    query: buildRunsQuery.extend(pagingQuery.shape),
    responses: { 200: runsAnswer },
    handler: async ({ params: { build_id }, query, caller }) => {
      await requireBuild(build_id);
      const { runs: found, total } = await runs.listOf(build_id, query);
      const results = found.map((run) => presentRun(run, caller?.account_id ?? null));
      return { status: 200, body: { results, total } };
    },
  });

const getFile = ({ findRun, files }: BenchmarkRoutesParts) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id/file",
    summary: "The file of a run as it was sent, for its submitter",
    auth: "session",
    params: runParams,
    responses: { 200: null },
    handler: async ({ params: { run_id }, caller, context }) => {
      const run = await findRun(run_id);
      if (run.account_id !== caller.account_id) {
        throw new NotAllowedError("Only the account that submitted a file may have it back.");
      }
      if (!run.file) throw new NotFoundError(`Run ${run_id} has no file: its score was typed in.`);
      if (run.file.is_removed)
        throw new NotFoundError(`Nothing of the archive of run ${run_id} could be kept.`);
      if (!(await files.has(run.file.file_id))) throw new NotFoundError(`The file of run ${run_id} is lost.`);
      const { name, bytes } = run.file.kept_as ?? run.file;
      context.attachment(name);
      return {
        status: 200,
        body: files.open(run.file.file_id),
        headers: { "Content-Type": "application/octet-stream", "Content-Length": String(bytes) },
      };
    },
  });

const deleteRun = ({ findRun, deleteRuns }: BenchmarkRoutesParts) =>
  defineRoute({
    method: "DELETE",
    path: "/benchmarks/runs/:run_id",
    summary: "Delete a run of one's own, with its file",
    auth: "session",
    params: runParams,
    responses: { 204: null },
    handler: async ({ params: { run_id }, caller }) => {
      await deleteRuns.byOwner(await findRun(run_id), caller.account_id);
      return { status: 204 };
    },
  });
