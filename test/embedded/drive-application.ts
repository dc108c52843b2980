import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { formOf, type Client, type SentFile } from "../helpers/client.ts";
import { runProgram } from "../helpers/processes.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { projectUrl } from "../helpers/project-files.ts";

const capture: SentFile = { name: "a.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };
const timeSpy: SentFile = {
  name: "time-spy.xml",
  content: readFileSync(projectUrl("test/fixtures/3dmark/time-spy.xml")),
};
/** The id of the benchmark for a graphics test that the export `timeSpy` lacks. */
const MISSING_GRAPHICS_TEST = 18;

const ADMIN = "scripts/admin.ts";
const TIER_LIMITS = '{"free":100,"one":1}';
const CPU_HEADER =
  "source_id,make,model,cores,threads,base_clock_mhz,boost_clock_mhz,socket,ram_types,price_usd,price_date";
const PRICE_HEADER = "name,price,core_count,core_clock,boost_clock,microarchitecture,tdp,graphics";

/** Runs the service on a MongoDB at a URL, and uses every route, every sweep and every script once. */
export async function driveApplication(t: ExecutionContext, mongodbUrl: string): Promise<void> {
  const service = await startTestService(t, {
    env: {
      MONGODB_URL: mongodbUrl,
      SWEEP_INTERVAL_MS: "200",
      SWEEP_AGE_MS: "50",
      UPLOAD_AGE_MS: "60000",
      TIER_LIMITS,
    },
  });
  const client = await service.signIn("driver");
  const buildId = await client.makeBuild();
  const runIds = await submit(t, client, buildId);
  await read(t, service, client, buildId, runIds);
  await refuseAll(t, service, buildId);
  await importAndSearch(t, service);
  await runAdminScripts(t, service, client);
  await remove(t, client, buildId, runIds);
  await leaveUnfinished(service);
  await sleep(1500); // Wait long enough for the sweeps to run.
  t.is((await client.post("/logout")).status, 204);
}

async function submit(t: ExecutionContext, client: Client, build_id: number): Promise<string[]> {
  const scores = await client.add({ build_id, benchmarks: { id: 15, runs: [900, 901] } });
  t.is(scores.status, 200, scores.text);
  const files = await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
  const failing = await client.add({ build_id, benchmarks: { id: MISSING_GRAPHICS_TEST }, files: [timeSpy] });
  t.is(files.status, 200, files.text);
  t.is(failing.status, 200, failing.text);
  const ids = [scores, files, failing].flatMap(({ body }) => body.runs as { run_id: string }[]);
  const states: string[] = [];
  for (const { run_id } of ids) states.push((await client.waitForRun(run_id)).body.status);
  t.deepEqual(states, ["complete", "complete", "complete", "failed"]);
  const form = { build_id, benchmarks: { id: 16 }, files: [capture] };
  const send = () => client.addForm(formOf(form), { "Idempotency-Key": "once" });
  const parallel = await Promise.all([send(), send(), send()]);
  const first = parallel.find(({ status }) => status === 200);
  t.is((await send()).text, String(first?.text));
  const other = { build_id, benchmarks: { id: 15, runs: [1] } };
  t.is((await client.addForm(formOf(other), { "Idempotency-Key": "once" })).status, 422);
  return ids.map(({ run_id }) => run_id);
}

async function read(
  t: ExecutionContext,
  { anonymous }: TestService,
  client: Client,
  buildId: number,
  runIds: readonly string[],
): Promise<void> {
  const complete = `/benchmarks/runs/${runIds[2]}`;
  for (const path of ["/file", "/frames", "/chart.svg"])
    t.is((await client.get(`${complete}${path}`)).status, 200, path);
  for (const path of [
    "/me",
    "/builds",
    `/builds/${buildId}`,
    `/builds/${buildId}/runs?limit=2&page=2`,
    `/builds/${buildId}/runs?benchmark_id=16`,
    "/health/ready",
  ])
    t.is((await client.get(path)).status, 200, path);
  t.is((await anonymous.get(`/benchmarks/runs/${"x".repeat(3000)}`)).status, 404);
  t.is((await client.send("PATCH", `/builds/${buildId}`, { name: "renamed" })).status, 200);
}

/**
 * Sends requests that are refused because the account has no runs left, or because the build belongs to another
 * account.
 */
async function refuseAll(t: ExecutionContext, service: TestService, build_id: number): Promise<void> {
  const client = await service.signIn("poor", "one");
  const own = await client.makeBuild();
  const answer = await client.add({ build_id: own, benchmarks: { id: 15, runs: [1, 2] } });
  t.is(answer.status, 402, answer.text);
  const stranger = await client.send("PATCH", `/builds/${build_id}`, { name: "stolen" });
  t.is(stranger.status, 403, stranger.text);
}

/** Imports, changes and removes products, sets prices, and sends each kind of search once. */
async function importAndSearch(t: ExecutionContext, service: TestService): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "drive-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, lines: readonly string[]): string => {
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
    return join(folder, name);
  };
  // CSV rows of 150 products, which are more than MongoDB returns in the first batch of a cursor.
  const models = Array.from(
    { length: 150 },
    (_, n) => `${n},AMD,Ryzen 5 ${3600 + n},6,12,3600,4200,AM4,DDR4,199,`,
  );
  const all = write("cpus.csv", [CPU_HEADER, ...models]);
  const fewer = write("fewer.csv", [
    CPU_HEADER,
    ...models.slice(0, 1).map((row) => row.replace("199,", "149.50,")),
  ]);
  const prices = write("prices.csv", [PRICE_HEADER, "AMD Ryzen 5 3600,120.00,6,3.6,4.2,Zen 2,65,"]);
  const source = ["--kind", "cpu", "--source", "drive", "--file"];
  await mustRun(t, service, "scripts/import-products.ts", ...source, all);
  await mustRun(t, service, "scripts/import-products.ts", ...source, fewer, "--delete-missing", "--yes");
  await mustRun(
    t,
    service,
    "scripts/import-products.ts",
    "--kind",
    "cpu",
    "--format",
    "pc-part-prices",
    "--price-date",
    "today",
    "--file",
    prices,
  );
  const builds = write("builds.csv", [
    "build_id,name,cpu,gpu,ram,motherboard",
    "900001,Test bench,amd-ryzen-5-3600,,,",
  ]);
  await mustRun(t, service, "scripts/import-builds.ts", "--file", builds);
  await mustRun(t, service, "scripts/reindex.ts", "--kind", "cpu");
  const found = await service.anonymous.post("/products/cpu", { page: 1, limit: 5, query: "3600" });
  t.is(found.body.total, 1, found.text);
  const cpu = await service.anonymous.get("/products/cpu/amd-ryzen-5-3600");
  t.is(cpu.status, 200, cpu.text);
  const stored = await service.services.stores.mongo.db.collection("products").findOne({ removed: false });
  const client = await service.signIn("driver");
  const build = await client.post("/builds", { name: "with a part", parts: { cpu: stored?.["id"] } });
  t.is(build.status, 201, build.text);
}

async function runAdminScripts(t: ExecutionContext, service: TestService, client: Client): Promise<void> {
  const account = (await client.get("/me")).body.account.account_id as string;
  const { db } = service.services.stores.mongo;
  await db.collection("runs").updateMany({ status: "complete" }, { $set: { reader_version: 0 } });
  await mustRun(t, service, ADMIN, "reprocess");
  const [failed] = await db.collection("runs").find({ status: "failed" }).toArray();
  await mustRun(t, service, ADMIN, "retry-failed", "--code", failed?.["error"].code);
  await mustRun(t, service, ADMIN, "retry-failed", "--run", String(failed?._id));
  await mustRun(t, service, ADMIN, "reconcile-usage");
  await mustRun(t, service, ADMIN, "rebuild-standings");
  await mustRun(t, service, ADMIN, "set-tier", "--account", account, "--tier", "free");
}

async function mustRun(
  t: ExecutionContext,
  { stores, config }: TestService,
  file: string,
  ...args: string[]
): Promise<void> {
  const env = {
    ...process.env,
    ...stores.env,
    MONGODB_URL: config.MONGODB_URL,
    TIER_LIMITS,
    LOG_LEVEL: "silent",
  };
  const program = runProgram(t, file, { args, env });
  t.is(await program.ended, 0, `${file} ${args.join(" ")}\n${program.output.stderr}`);
}

/**
 * Stores states that processes leave when they die between two steps, and runs the sweeps that finish the interrupted
 * work.
 */
async function leaveUnfinished({ services }: TestService): Promise<void> {
  const { db } = services.stores.mongo;
  const long = new Date(Date.now() - 3_600_000);
  await db.collection("submissions").updateMany({}, { $set: { runs_created: false, created_at: long } });
  await db.collection("runs").updateOne({ status: "failed" }, { $set: { refund_due: true } });
  await db.collection("runs").insertOne({
    _id: "overdue" as never,
    build_id: 900_001,
    benchmark_id: 16,
    status: "queued",
    fencing_token: 0,
    attempts: 0,
    touched_at: long,
  });
  const uploads = ["open", "deleting"].map((state) => ({
    _id: `left ${state}` as never,
    submission_id: "never-stored",
    state,
    touched_at: long,
  }));
  await db.collection("uploads").insertMany(uploads);
  await db.collection("builds").updateMany({ deleted_at: { $exists: true } }, { $set: { deleted_at: long } });
}

async function remove(
  t: ExecutionContext,
  client: Client,
  buildId: number,
  runIds: readonly string[],
): Promise<void> {
  t.is((await client.send("DELETE", `/benchmarks/runs/${runIds[2]}`)).status, 204);
  t.is((await client.send("DELETE", `/builds/${buildId}`)).status, 204);
}
