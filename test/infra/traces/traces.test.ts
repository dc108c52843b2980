import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { fileForm } from "../../faults/results.ts";
import { createSystem, signIn } from "../../faults/system.ts";
import { formOf } from "../../helpers/client.ts";
import { temporaryFolder } from "../../helpers/processes.ts";
import { testStores } from "../../helpers/stores.ts";
import { until } from "../../helpers/until.ts";
import { startCollector, type CollectedSpan } from "./collector.ts";

/**
 * Returns the URLs of the scripts that a process has loaded, and the paths of the modules that the build has bundled
 * into these scripts. Reads the folder to which Node writes this coverage data when the process ends.
 */
function loadedScripts(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as { result: { url: string }[] };
    return result.flatMap(({ url }) => [url].concat(joinedModules(url)));
  });
}

/** Returns the paths of the modules in a bundled file: the build writes the path of each module into a comment. */
function joinedModules(url: string): string[] {
  if (!url.startsWith("file:") || url.includes("/node_modules/")) return [];
  const comments = readFileSync(fileURLToPath(url), "utf8").matchAll(/^\/\/ (node_modules\/\S+)$/gm);
  return [...comments].map(([, path]) => `/${path}`);
}

/**
 * Starts web and worker, sends a file, waits until the file is read, and ends both processes. Returns the id of the
 * run, the processes, and the scripts that each has loaded.
 */
async function passUpload(
  t: ExecutionContext,
  settings: Record<string, string>,
  beforeStop: () => Promise<void> = async () => undefined,
) {
  const stores = await testStores(t);
  const folder = temporaryFolder(t);
  const coverage = (name: string) => {
    mkdirSync(join(folder, name));
    return { NODE_V8_COVERAGE: join(folder, name) };
  };
  const system = createSystem(t, { ...stores.env, LOG_LEVEL: "info", ...settings });
  const [web, worker] = await Promise.all([
    system.startWeb(coverage("web")),
    system.startWorker(coverage("worker")),
  ]);
  const client = await signIn(web.url, "traced");
  const build_id = await client.makeBuild();
  const added = await client.addForm(formOf(fileForm(build_id)), { "X-Request-Id": "the-upload" });
  t.is(added.status, 200, added.text);
  const runId = added.body.runs[0].run_id as string;
  t.is((await client.waitForRun(runId)).body.status, "complete");
  await worker.until(new RegExp(`"run_id":"${runId}".*"job complete"`));
  await beforeStop();
  for (const one of [web, worker]) {
    one.signal("SIGTERM");
    t.is(await one.ended, 0);
  }
  return {
    runId,
    web,
    worker,
    loaded: { web: loadedScripts(join(folder, "web")), worker: loadedScripts(join(folder, "worker")) },
  };
}

/**
 * Returns the scripts of OpenTelemetry except its API package: the metrics client always loads the API package, which
 * does nothing without the other packages.
 */
const ofOpenTelemetry = (scripts: readonly string[]) =>
  scripts.filter((url) => /\/(?:@opentelemetry\/(?!api\/)|bullmq-otel\/)|open-telemetry/.test(url));

/** Returns the span of the request that sends the file. */
const requestIn = (spans: readonly CollectedSpan[]) =>
  spans.find(({ facts }) => facts["request_id"] === "the-upload" && facts["http.route"]);

/** Returns whether the span of the job that completes the run has arrived. */
const isJobSent = (spans: readonly CollectedSpan[]) =>
  spans.some(({ name, facts }) => name === "process parse-run" && facts["job.outcome"] === "complete");

test("without TRACES_URL no process loads OpenTelemetry", async (t) => {
  t.timeout(900_000);
  const { loaded } = await passUpload(t, {});
  for (const [name, scripts] of Object.entries(loaded)) {
    t.true(
      scripts.some((url) => url.includes("/bullmq/")),
      `the scripts of ${name} are known`,
    );
    t.deepEqual(ofOpenTelemetry(scripts), [], name);
  }
});

test("an upload is one trace, from the request through the queue to the stored result", async (t) => {
  t.timeout(900_000);
  const collector = await startCollector(t);
  // Wait for the spans before web and worker stop: a process that ends tries only briefly to send its last spans.
  const areSent = async () => requestIn(collector.spans) !== undefined && isJobSent(collector.spans);
  const { runId, web, worker, loaded } = await passUpload(t, { TRACES_URL: collector.url }, () =>
    until(areSent, "the spans of the request and of the job have arrived"),
  );
  t.true(ofOpenTelemetry(loaded.web).length > 0 && ofOpenTelemetry(loaded.worker).length > 0);
  const { spans } = collector;

  const request = requestIn(spans);
  t.like(request, { name: "POST /benchmarks/add", service: "pc-benchmarks-web", kind: 2, parentSpanId: "" });
  t.like(request?.facts, { "http.response.status_code": 200, "http.route": "/benchmarks/add" });
  const trace = spans.filter(({ traceId }) => traceId === request?.traceId);
  const find = (
    name: RegExp,
    parent: CollectedSpan | undefined,
    service: string,
    isWanted: (span: CollectedSpan) => boolean = () => true,
  ) => {
    const found = trace
      .filter(isWanted)
      .findLast(
        (span) => name.test(span.name) && span.parentSpanId === parent?.spanId && span.service === service,
      );
    t.truthy(found, `${name} under ${parent?.name}, among ${trace.map((span) => span.name).join(", ")}`);
    return found;
  };
  const added = find(/^add parse-run/, request, "pc-benchmarks-web");
  // On a slow machine the job may be returned to the queue or run twice; only one attempt completes the run.
  const job = find(/^process parse-run$/, added, "pc-benchmarks-worker", (span) => isJobSent([span]));
  t.is(job?.kind, 5);
  t.like(job?.facts, { "job.outcome": "complete", run_id: runId, request_id: "the-upload" });
  const reading = find(/^read file$/, job, "pc-benchmarks-worker");
  t.true(Number(reading?.facts["file.bytes"]) > 0);
  find(/^mongodb insert/, request, "pc-benchmarks-web");
  find(/^redis /, added, "pc-benchmarks-web");
  find(/^mongodb update/, job, "pc-benchmarks-worker");

  const ids = new Set(spans.map(({ spanId }) => spanId));
  for (const { name, parentSpanId } of trace.filter((span) => span !== request))
    t.true(ids.has(parentSpanId), `the parent of ${name} was sent`);
  for (const { name, kind } of spans.filter(({ parentSpanId }) => parentSpanId === ""))
    t.true([2, 4, 5].includes(kind), `${name} must not begin a trace`);
  // Every log line about the upload must contain the id of its trace.
  for (const one of [web, worker])
    t.true(one.lines.some((line) => line.includes(String(request?.traceId)) && line.includes("the-upload")));
});

test("health checks are not traced, a sample of 0 % sends nothing, and the collector may be unavailable", async (t) => {
  t.timeout(900_000);
  const collector = await startCollector(t);
  const { env } = await testStores(t);
  const system = createSystem(t, env);
  const away = "http://127.0.0.1:1/v1/traces";
  for (const [TRACES_URL, TRACES_SAMPLE_PERCENT, path] of [
    [collector.url, "100", "/health/live"],
    [collector.url, "0", "/benchmarks/types"],
    [away, "100", "/benchmarks/types"],
  ] as const) {
    const web = await system.startWeb({ TRACES_URL, TRACES_SAMPLE_PERCENT });
    t.is((await fetch(`${web.url}${path}`)).status, 200);
    web.signal("SIGTERM");
    t.is(await web.ended, 0);
  }
  t.deepEqual(collector.spans, []);
});
