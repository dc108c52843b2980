import { cachedHeaders, cacheableReply } from "../http/cacheable-reply.ts";
import { requestIdOf } from "../http/request-id.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { SecurityEvents } from "../infra/security-events.ts";
import { buildIdParams } from "../validation/build-id.ts";
import { pagingQuery } from "../validation/paging.ts";
import { runParams } from "../validation/run-id.ts";
import { runExample, submissionExample } from "./examples.ts";
import { benchmarkTypes } from "./model/benchmark-types.ts";
import { isFinal } from "./model/run.ts";
import { presentTypes } from "./presenter.ts";
import type { RunViews } from "./runs/run-views.ts";
import type { Runs } from "./runs/runs.ts";
import {
  addAnswer,
  buildRunsQuery,
  runAnswer,
  runQuery,
  runsAnswer,
  submissionForm,
  typesAnswer,
} from "./schemas.ts";
import { changeRunBody } from "./submit/details-schema.ts";
import type { Submissions } from "./submit/submissions.ts";

export { createInspectionRoutes } from "./inspect/routes.ts";
export { createPreviewRoutes } from "./preview/routes.ts";

interface BenchmarkRoutesDeps {
  submissions: Submissions;
  runs: Runs;
  runViews: RunViews;
  securityEvents: SecurityEvents;
}

/** Creates the routes of benchmark types, submissions, runs and their files. */
export function createBenchmarkRoutes(deps: BenchmarkRoutesDeps): Route[] {
  return [
    listTypes(),
    addBenchmark(deps),
    getRun(deps),
    listRuns(deps),
    getFile(deps),
    changeRun(deps),
    deleteRun(deps),
  ];
}

const listTypes = () =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/types",
    summary: "The active benchmark types",
    action: "read what is public",
    auth: "none",
    responses: { 200: { json: typesAnswer, headers: cachedHeaders } },
    handler: async () => cacheableReply(presentTypes(benchmarkTypes)),
  });

const addBenchmark = ({ submissions }: BenchmarkRoutesDeps) =>
  defineRoute({
    method: "POST",
    path: "/benchmarks/add",
    summary: "Attach a benchmark result to a build",
    action: "attach a result to a build",
    auth: "session",
    isIdempotent: true,
    form: submissionForm,
    example: { form: { benchmarks: { id: 15, runs: [15_240, 15_310] }, files: [] } },
    problems: [
      "runLimitReached",
      "failedRunLimitReached",
      "waitingLimitReached",
      "uploadLimitReached",
      "storageFull",
      "notAllowed",
      "notFound",
    ],
    limit: "submissions",
    responses: {
      200: { json: addAnswer, headers: { Location: "sometimes" }, example: submissionExample },
    },
    handler: async ({ caller, form, key, context }) => {
      const sent = { form, key, address: context.ip, requestId: requestIdOf(context) };
      const { json, location } = await submissions.receive(caller, sent);
      return { status: 200, json, ...(location !== null && { headers: { Location: location } }) };
    },
  });

const getRun = ({ runs, runViews }: BenchmarkRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id",
    summary: "A run, and what its file says; with ?wait, the answer comes once the run is complete or failed",
    action: "read what is public",
    auth: "optional",
    params: runParams,
    query: runQuery,
    responses: { 200: { json: runAnswer, headers: { ETag: "sometimes" }, example: runExample } },
    handler: async ({ params: { run_id }, query: { wait }, caller, hold }) => {
      const found = await (wait === undefined
        ? runs.find(run_id, caller)
        : hold((clientGone) => runs.waitFor(run_id, { timeoutMs: wait * 1000, clientGone, viewer: caller })));
      const body = await runViews.present(found, caller);
      // No answer about an unfinished run may be cached, because its result may appear at any moment.
      return isFinal(found.run)
        ? cacheableReply(body, { isPrivate: caller !== null })
        : { status: 200, body };
    },
  });

const listRuns = ({ runViews }: BenchmarkRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/builds/:build_id/runs",
    summary: "The runs of a build, newest first",
    action: "read what is public",
    auth: "optional",
    params: buildIdParams,
    query: pagingQuery.safeExtend(buildRunsQuery.shape),
    responses: { 200: { json: runsAnswer, headers: cachedHeaders } },
    handler: async ({ params: { build_id }, query, caller }) => {
      const list = await runViews.listOf(build_id, query, caller);
      return cacheableReply(list, { isPrivate: caller !== null });
    },
  });

const getFile = ({ runs }: BenchmarkRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id/file",
    summary: "The file of a run as it was sent, for its submitter",
    action: "download the file of a run",
    auth: "session",
    params: runParams,
    problems: ["notAllowed", "gone"],
    responses: {
      200: { other: { "application/octet-stream": null }, headers: { "Content-Disposition": "always" } },
    },
    handler: async ({ params: { run_id }, caller, context }) => {
      const { name, bytes, content } = await runs.fileOf(run_id, caller);
      context.attachment(name);
      return {
        status: 200,
        body: content,
        headers: { "Content-Type": "application/octet-stream", "Content-Length": String(bytes) },
      };
    },
  });

const changeRun = ({ runs, runViews }: BenchmarkRoutesDeps) =>
  defineRoute({
    method: "PATCH",
    path: "/benchmarks/runs/:run_id",
    summary: "Change the label, the typed game or the typed settings of a run of one's own",
    action: "change a run",
    auth: "session",
    params: runParams,
    body: changeRunBody,
    example: { body: { label: "fans at 60 %", settings: { preset: "Ultra", notes: "" } } },
    problems: ["notAllowed"],
    responses: { 200: { json: runAnswer, example: runExample } },
    handler: async ({ params: { run_id }, body, caller }) => ({
      status: 200,
      body: await runViews.present(await runs.change(run_id, caller, body), caller),
    }),
  });

const deleteRun = ({ runs }: BenchmarkRoutesDeps) =>
  defineRoute({
    method: "DELETE",
    path: "/benchmarks/runs/:run_id",
    summary: "Delete a run of one's own, with its file",
    action: "delete a run",
    auth: "session",
    params: runParams,
    problems: ["notAllowed"],
    responses: { 204: {} },
    handler: async ({ params: { run_id }, caller, context }) => {
      await runs.delete(run_id, caller, context.ip);
      return { status: 204 };
    },
  });
