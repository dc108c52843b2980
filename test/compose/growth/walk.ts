import { fileForm, smallCapture } from "../../faults/results.ts";
import type { ExecutionContext } from "ava";
import type { Upload } from "../../../src/benchmarks/records/uploads.ts";
import { correctStoredBytes } from "../../../src/benchmarks/recover/correct-stored-bytes.ts";
import { productKinds } from "../../../src/products/index.ts";
import { READER_VERSION } from "../../../src/readers/index.ts";
import type { Client } from "../../helpers/client.ts";
import type { startGithub } from "../../helpers/github-provider.ts";
import type { TestService } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";
import { accessRequests } from "../../http/access-requests.ts";
import { loadProducts, resourcesOf } from "../../http/access-resources.ts";

interface Walk {
  service: TestService;
  github: Pick<Awaited<ReturnType<typeof startGithub>>, "grant">;
}

/**
 * Uses the whole service while its workers run: sends a request to every route of the API, opens the pages, measures
 * parts in builds of several accounts, and does the work of the scripts and sweeps.
 */
export async function walkThrough(t: ExecutionContext, { service, github }: Walk): Promise<void> {
  await loadProducts(service);
  const measured = await measureProducts(service);
  // Each request is sent with a session of its own, because some requests end their session.
  const signIn = async () => {
    const owner = await service.signIn("walker", "unlimited");
    return { owner, make: resourcesOf({ service, github, owner }) };
  };
  for (const [route, requests] of Object.entries(accessRequests))
    for (const { send, status, isUnowned } of requests) {
      if (route === "DELETE /me" || isUnowned) continue;
      const { owner, make } = await signIn();
      const answer = await send(owner, make);
      t.is(answer.status, status, `${route}: ${answer.text}`);
    }
  const { owner, make } = await signIn();
  await askFurther(t, owner, measured);
  t.is((await service.services.builds.findByName("measured", { page: 1, limit: 1 })).results.length, 1);
  t.is((await service.services.accounts.findByName("measurer", { page: 1, limit: 1 })).results.length, 1);
  const build_id = await make.unownedBuild();
  t.is((await owner.add({ build_id, benchmarks: { id: 15, runs: [900] } })).status, 200);
  await readPages(t, owner, await make.runWithFrames());
  await moderateEverything(t, service);
  await leaveUnfinished(service);
  await doWorkOfScripts(service);
  t.is((await owner.send("DELETE", "/me")).status, 204);
}

/** The ids of a CPU and a GPU. Builds with results contain both. */
interface MeasuredParts {
  cpu: number;
  gpu: number;
}

/**
 * Submits results for builds of several accounts with the same parts, so that the parts get medians and the builds get
 * ranks.
 */
async function measureProducts(service: TestService): Promise<MeasuredParts> {
  const { db } = service.services.stores.mongo;
  const [cpu, faster] = await db
    .collection("products")
    .find({ kind: "cpu" }, { sort: { _id: 1 }, limit: 2 })
    .toArray();
  const gpu = await db.collection("products").findOne({ kind: "gpu" });
  for (let person = 0; person < 6; person += 1) {
    const client = await service.signIn(`measurer ${person}`, "unlimited");
    for (const [place, part] of [cpu, faster].entries()) {
      const build = await client.post("/builds", {
        name: "measured",
        parts: { cpu: part?.["id"], gpu: gpu?.["id"] },
      });
      const build_id = build.body.build.build_id as number;
      const runs = [1000 * (place + 1) + person, person === 0 ? 20_000 : 1000 * (place + 1)];
      await client.add({ build_id, benchmarks: { id: 15, runs } });
    }
  }
  return { cpu: Number(cpu?.["id"]), gpu: Number(gpu?.["id"]) };
}

/** Sends kinds of requests that `accessRequests` lacks: filters, further pages, repeated requests, changes of parts. */
async function askFurther(t: ExecutionContext, owner: Client, { cpu, gpu }: MeasuredParts): Promise<void> {
  const build_id = await owner.makeBuild();
  const key = { "Idempotency-Key": "walk" };
  for (const _time of [1, 2]) await owner.post("/builds", { name: "once" }, key);
  const { body } = await owner.add({ build_id, benchmarks: { id: 15, runs: [900, 950] } });
  for (const path of [
    `/builds?limit=1&page=2`,
    `/builds/${build_id}/runs?benchmark_id=15`,
    `/benchmarks/runs/${body.runs[0].run_id}`,
    "/benchmarks/16/variants?query=game",
    "/benchmarks/runs/unknown",
    "/products/cpu?sort_by=performance",
    "/products/chip/nvidia-voodoo",
    `/compare?runs=${body.runs[0].run_id},${body.runs[1].run_id}`,
  ])
    t.true((await owner.get(path)).status < 500, path);
  const ranking = `/benchmarks/15/ranking?cpu=${cpu}&gpu=${gpu}`;
  const isRanked = async () => (await owner.get(ranking)).body.total > 0;
  await until(isRanked, "the builds with the given parts are ranked");
  const parts = { parts: { cpu } };
  t.is((await owner.send("PATCH", `/builds/${build_id}`, parts)).status, 200);
  for (const { run_id } of body.runs.toReversed()) await owner.send("DELETE", `/benchmarks/runs/${run_id}`);
  await keepLargeFile(t, owner, build_id);
  t.is((await owner.send("DELETE", `/builds/${build_id}`)).status, 204);
}

/** Submits a file that is too large to be stored in its submission, downloads the file, and deletes its run. */
async function keepLargeFile(t: ExecutionContext, owner: Client, build_id: number): Promise<void> {
  const content = String(smallCapture.content).repeat(30);
  const { body } = await owner.add(fileForm(build_id, { name: "large.csv", content }));
  const path = `/benchmarks/runs/${body.runs[0].run_id}`;
  t.is((await owner.get(`${path}/file`)).text, content);
  t.is((await owner.send("DELETE", path)).status, 204);
}

async function readPages(t: ExecutionContext, owner: Client, runId: string): Promise<void> {
  const { body } = await owner.get(`/benchmarks/runs/${runId}`);
  const build = body.build_id as number;
  for (const path of [
    "/",
    "/search?query=ryzen",
    "/search?query=measured",
    "/search/suggestions?query=measured",
    "/state",
    "/feed.xml",
    "/sitemap.xml",
    "/sitemap/pages.xml",
    "/sitemap/chips.xml",
    "/sitemap/cpu-1.xml",
    "/rankings",
    "/rankings/15",
    "/rankings/16?query=game",
    "/submit",
    "/submit/build",
    `/submit?build_id=${build}`,
    "/me",
    `/compare?builds=${build}`,
    "/compare?build=measured",
    "/compare?products=cpu/amd-ryzen-7-5800x,cpu/intel-core-i5-13600k",
    `/b/${build}`,
    `/b/${build}?benchmark_id=15`,
    `/u/${body.build.owner.account_id}`,
    `/r/${runId}`,
    "/hardware",
    "/hardware/cpu",
  ]) {
    const page = await owner.get(path, { Accept: "text/html" });
    t.true(page.status < 500, `${path}: ${page.text}`);
  }
}

/** Hides and restores results, suspends an account, and lists and exports what the audit trail has about it. */
async function moderateEverything(t: ExecutionContext, service: TestService): Promise<void> {
  const { builds, reviews, moderation, auditTrail } = service.services;
  const owner = await service.signIn("moderated");
  const { account_id } = (await owner.get("/me")).body.account;
  const build_id = await owner.makeBuild();
  const { body } = await owner.add({ build_id, benchmarks: { id: 15, runs: [900] } });
  const { run_id } = body.runs[0];
  await reviews.hide(run_id, "walk");
  await builds.hide(build_id, "walk");
  for (const client of [service.anonymous, owner]) {
    for (const path of ["/", `/b/${build_id}`, `/r/${run_id}`])
      t.true((await client.get(path, { Accept: "text/html" })).status < 500, path);
    for (const query of ["", "?benchmark_id=15"])
      t.true((await client.get(`/builds/${build_id}/runs${query}`)).status < 500);
  }
  await builds.restore(build_id);
  await reviews.restore(run_id);
  t.is((await service.anonymous.get(`/builds/${build_id}/runs?benchmark_id=15`)).body.total, 1);
  await moderation.suspend(account_id, "walk");
  await moderation.resetName(account_id);
  await builds.deleteAllOf(account_id);
  for await (const _event of auditTrail.since(new Date(0)));
  t.is((await owner.get("/me/export")).status, 200);
  t.is((await owner.send("DELETE", "/me")).status, 204);
  t.is((await service.anonymous.post("/login/dev", { name: "moderated" })).status, 403);
  t.true(await moderation.lift(account_id));
}

/** Creates states that sweeps rarely find, such as an upload that never ended, and runs every sweep. */
async function leaveUnfinished({ services }: TestService): Promise<void> {
  const { db } = services.stores.mongo;
  const submission = await db.collection<{ _id: string }>("submissions").findOne({ _id: { $gt: "" } });
  await db.collection<Upload>("uploads").insertOne({
    _id: "f".repeat(24),
    state: "open",
    submission_id: submission?._id ?? "",
    touched_at: new Date(0),
  });
  // `markOutliers` is called directly, because the outlier check finds outliers only in groups of compared builds with
  // results of twenty accounts.
  const marking = { outlier: { detail: "", public_detail: "" }, mark: { by: "cohort" as const } };
  const inCategory = { buildId: 1, category: "category" };
  await services.runsRepository.markOutliers({ ...inCategory, categories: 1, value: { $gt: 1 } }, marking);
  await services.runsRepository.markOutliers({ ...inCategory, categories: 1, value: { $lt: 1 } }, marking);
  await services.runsRepository.markOutliers({ ...inCategory, value: { $gt: 1 } }, marking);
  await services.runsRepository.findBestUnmarked(1, "category");
  await services.runsRepository.clearOutliers(["a run"]);
  await services.buildsRepository.findSomeRanked([1]);
  for (const kind of ["cpu", "gpu"]) await services.buildsRepository.markStandingDueWith(kind, 999);
  for (const { run } of services.sweeps) await run();
  // Pass the present time, so that the correction of stored bytes also covers bytes that were added a moment ago.
  await correctStoredBytes(services, services.clock());
}

/**
 * Calls the functions that the scripts call, in this process, without the reading of arguments and the output of the
 * scripts.
 */
async function doWorkOfScripts({ services }: TestService): Promise<void> {
  const { customersRepository, runs, runParser, reviews, runsRepository, usage, standings, catalogue } =
    services;
  for (const runId of [undefined, "unknown"])
    for await (const _run of runs.retryFailed({ codes: ["reader_crashed"], runId, isDryRun: true }));
  const selection = { belowVersion: READER_VERSION + 1 };
  await runParser.countReprocessable(selection);
  for await (const run of runParser.findReprocessable(selection))
    await runParser.reprocess(run, { isDryRun: true });
  await reviews.findUndecided(10);
  for await (const _run of runsRepository.findUnfinished(services.clock()));
  // The service has no Stripe here, so the steps of a payment are called directly.
  await customersRepository.add("unknown", "cus_unknown");
  await customersRepository.setPaidTier({ _id: "unknown", billing_revision: 1 }, "plus");
  await usage.sweep.run();
  await standings.rebuildAll(() => undefined);
  await catalogue.markAllScoresDue("cpu");
  // Store a past day as the day of the last price check, so that the product sync looks for prices that have become
  // old.
  await services.stores.mongo.db
    .collection("search_indexes")
    .updateMany({}, { $set: { prices_old_before: "2000-01-01" } });
  for (const kind of productKinds) await services.productSync.sync(kind);
  for await (const { products } of catalogue.chunks("ram")) {
    const [some] = products;
    if (!some) continue;
    const { source, source_id } = some;
    await catalogue.setPrices("ram", [
      { key: { source, source_id }, price_usd: 1, price_date: "2030-01-01" },
    ]);
    await catalogue.remove("ram", source, [source_id]);
    await catalogue.identities("ram", source);
  }
}
