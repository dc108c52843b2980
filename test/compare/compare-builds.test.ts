import { readFileSync } from "node:fs";
import test from "ava";
import { METRIC_RUNS } from "../../src/compare/compare-builds.ts";
import { startTestService } from "../helpers/service.ts";
import { untilRanked } from "../helpers/until-ranked.ts";
import { madeCapture, submitFiles, submitScores } from "./captures.ts";

const service = await startTestService(test);
const R23 = { id: 15, name: "Cinebench R23", unit: "points" };
const compare = (query: string, headers?: Record<string, string>) =>
  service.anonymous.get(`/compare?${query}`, headers);

/** Returns the run with the highest score among the runs with the given ids. */
const bestOf = async (runIds: readonly string[]) => {
  const answers = await Promise.all(runIds.map((id) => service.anonymous.get(`/benchmarks/runs/${id}`)));
  const runs = answers.map(({ body }) => body as { run_id: string; score: number });
  return runs.toSorted((a, b) => b.score - a.score)[0]?.run_id;
};

test("builds are compared by their scores: each has a verdict and Welch's confidence interval, in percent of the first build's mean", async (t) => {
  const client = await service.signIn("scores");
  const first = await client.makeBuild("first");
  const faster = await client.makeBuild("faster");
  const alike = await client.makeBuild("alike");
  const single = await client.makeBuild("single");
  await submitScores(client, first, [15_240, 15_310, 15_198]);
  await submitScores(client, faster, [15_790, 15_655, 15_802, 15_721]);
  await submitScores(client, alike, [15_100, 15_250, 15_400]);
  await submitScores(client, single, [20_000]);
  const few = await client.makeBuild("few");
  await submitScores(client, few, [15_100, 15_400]);
  const { status, body, text } = await compare(`builds=${first},${faster}&builds=${alike}&builds=${single}`);
  t.is(status, 200, text);
  const { tier: _tier, ...owner } = (await client.get("/me")).body.account;
  t.deepEqual(body.compared[0], { build_id: first, name: "first", owner, parts: {} });
  t.is(body.total, 1);
  const [{ score, ...benchmark }] = body.results;
  t.deepEqual(benchmark, {
    benchmark_id: 15,
    benchmark: R23,
    variant: null,
    title: null,
    metrics: [],
    captures: [],
  });
  t.like(score, { figure: "score", unit: "points", higher_is_better: true });
  const [own, other, close, alone] = score.values;
  t.like(own, {
    build_id: first,
    runs: 3,
    unranked_runs: 0,
    best: 15_310,
    mean: 15_249.333333333334,
    difference: null,
  });
  t.true(Math.abs(own.stdev - 56.580326382) < 1e-6, String(own.stdev));
  t.like(other, { build_id: faster, runs: 4, best: 15_802, mean: 15_742 });
  // The expected interval of the difference in points comes from scipy 1.17.1: ttest_ind(other, first,
  // equal_var=False).confidence_interval(0.95).
  const percent = (points: number) => (100 * points) / own.mean;
  const { interval, ...difference } = other.difference;
  t.true(Math.abs(difference.percent - percent(492.6666666666667)) < 1e-9);
  t.true(Math.abs(interval.low_percent - percent(370.40759912405167)) < 1e-9);
  t.true(Math.abs(interval.high_percent - percent(614.9257342092804)) < 1e-9);
  t.is(difference.verdict, "faster");
  t.is(close.difference.verdict, "no real difference");
  t.like(alone, { runs: 1, mean: 20_000, stdev: null });
  t.like(alone.difference, { interval: null, verdict: null });
  const { body: ofFew } = await compare(`builds=${first},${few}`);
  t.is(ofFew.results[0].score.values[1].difference.verdict, "too few runs to tell");
  const { body: turned } = await compare(`builds=${faster},${first}`);
  t.is(turned.results[0].score.values[1].difference.verdict, "slower");
});

test("builds are compared in every statistic of their captures, and steadier frame times are not called faster", async (t) => {
  const client = await service.signIn("captures");
  const [first, other] = [await client.makeBuild("first"), await client.makeBuild("other")];
  const files = (slower: number) => [1, 2, 3].map((seed) => madeCapture({ seed: seed * 7919, slower }));
  const ofFirst = await submitFiles(client, first, files(1));
  const ofOther = await submitFiles(client, other, [...files(1.25), files(1.25)[0] ?? madeCapture({})]);
  const { body } = await compare(`builds=${first},${other}`);
  t.deepEqual(body.results[0].captures, [
    { build_id: first, run_id: await bestOf(ofFirst) },
    { build_id: other, run_id: await bestOf(ofOther.slice(0, 3)) },
  ]);
  const [{ variant, score, metrics }] = body.results;
  t.is(variant, "harbour");
  // The comparison counts three runs of the second build: its first file was submitted twice and counts once.
  t.like(score.values[1], { runs: 3, difference: { verdict: "slower" } });
  const isShare = ({ figure }: { figure: string }) => /_percent$|^display_latency_ms$/.test(figure);
  t.deepEqual(
    metrics.filter(isShare).map(({ figure }: { figure: string }) => figure),
    ["stutter_percent", "time_below_30_fps_percent", "time_below_60_fps_percent", "display_latency_ms"],
  );
  const ofFrames = metrics.filter((metric: { figure: string }) => !isShare(metric));
  t.deepEqual(
    ofFrames.map(({ figure }: { figure: string }) => figure),
    [
      "average_fps",
      "median_fps",
      "p5_fps",
      "p1_fps",
      "p0_1_fps",
      "low_1_fps",
      "low_0_1_fps",
      "min_fps",
      "max_fps",
      "stdev_ms",
    ],
  );
  for (const { figure, higher_is_better, values } of ofFrames) {
    const [{ mean, runs }, { difference, mean: otherMean }] = values;
    t.is(runs, 3);
    const expected = figure === "stdev_ms" ? 25 : -20;
    t.true(Math.abs(difference.percent - expected) < 0.1, `${figure}: ${difference.percent}`);
    t.true(Math.abs(difference.percent - (100 * (otherMean - mean)) / mean) < 1e-9);
    t.is(higher_is_better, figure !== "stdev_ms");
    if (difference.interval) t.is(difference.verdict, figure === "stdev_ms" ? "less steady" : "slower");
  }
});

test("the baseline of a comparison can be any compared build; for a value that the baseline lacks, the first build with the value is the baseline", async (t) => {
  const client = await service.signIn("baselines");
  const builds = [await client.makeBuild("a"), await client.makeBuild("b"), await client.makeBuild("c")];
  const [a = 0, b = 0, c = 0] = builds;
  await submitScores(client, a, [10_000, 10_010]);
  await submitScores(client, b, [11_000, 11_010]);
  const percentsOf = async (query: string) => {
    const { values } = (await compare(`builds=${builds.join()}${query}`)).body.results[0].score;
    return values.map(({ difference }: { difference: { percent: number } | null }) =>
      difference ? Math.round(difference.percent) : null,
    );
  };
  t.deepEqual(await percentsOf(""), [null, 10]);
  t.deepEqual(await percentsOf(`&baseline=${b}`), [-9, null]);
  t.deepEqual(await percentsOf(`&baseline=${c}`), [null, 10], "the build c has no score");
});

test("the response to a comparison marks rows in which both sides have a result of the same file", async (t) => {
  const client = await service.signIn("copies");
  const [first, other] = [await client.makeBuild("first"), await client.makeBuild("other")];
  const file = madeCapture({ seed: 77 });
  const [original] = await submitFiles(client, first, [file]);
  const [copy] = await submitFiles(client, other, [file]);
  const ofBuilds = (await compare(`builds=${first},${other}`)).body.results[0];
  t.is(ofBuilds.same_file, true);
  t.is((await compare(`runs=${original},${copy}`)).body.results[0].same_file, true);
  const third = await client.makeBuild("third");
  const [own] = await submitFiles(client, third, [madeCapture({ seed: 78 })]);
  t.false("same_file" in (await compare(`builds=${first},${third}`)).body.results[0]);
  t.false("same_file" in (await compare(`runs=${original},${own}`)).body.results[0]);
});

test("benchmarks with result files are compared by variant, and variants that only one build has are listed", async (t) => {
  const client = await service.signIn("variants");
  const [first, other] = [await client.makeBuild("first"), await client.makeBuild("other")];
  const export3d = { name: "a.xml", content: readFileSync("data/samples/3dmark-time-spy.xml") };
  for (const build of [first, other]) await submitFiles(client, build, [export3d], { id: 7 });
  await submitFiles(client, first, [
    madeCapture({ application: "A.exe" }),
    madeCapture({ application: "b.exe", seed: 3 }),
  ]);
  await submitFiles(client, other, [madeCapture({ application: "b.exe", seed: 4 })]);
  await submitScores(client, other, [9000, 9100]);
  await untilRanked(service.stores);
  const { body } = await compare(`builds=${first},${other}`);
  const names = body.results.map(({ benchmark_id, variant, title }: Record<string, unknown>) => [
    benchmark_id,
    variant,
    title,
  ]);
  t.deepEqual(names, [
    [7, "Time Spy", "Time Spy"],
    [16, "b", "b.exe"],
  ]);
  t.deepEqual(
    body.results[0].metrics.map(({ figure }: { figure: string }) => figure),
    ["graphics_score", "overall_score", "cpu_score"],
  );
  t.deepEqual(body.only_in_one.results, [
    { build_id: other, benchmark_id: 15, benchmark: R23, variant: null, title: null, runs: 2 },
    {
      build_id: first,
      benchmark_id: 16,
      benchmark: { id: 16, name: "Game benchmark", unit: "fps" },
      variant: "a",
      title: "A.exe",
      runs: 1,
    },
  ]);
  t.is(body.only_in_one.total, 2);
  const { body: second } = await compare(`builds=${first},${other}&page=2&limit=1`);
  t.deepEqual([second.results.length, second.results[0].variant, second.total], [1, "b", 2]);
});

test("a comparison of builds reports unranked runs and leaves them out of all statistics", async (t) => {
  const client = await service.signIn("unranked");
  const [first, other] = [await client.makeBuild("first"), await client.makeBuild("other")];
  const [id = ""] = await submitScores(client, first, [30_000, 10_000, 10_100]);
  await submitScores(client, other, [10_050, 10_020]);
  const before = await compare(`builds=${first},${other}`);
  t.like(before.body.results[0].score.values[0], { runs: 3, best: 30_000 });
  await service.services.reviews.decide(id, { decision: "rejected", reason: "not this computer" });
  const { body } = await compare(`builds=${first},${other}`);
  t.like(body.results[0].score.values[0], { runs: 2, unranked_runs: 1, best: 10_100, mean: 10_050 });
  t.is(body.results[0].score.values[1].difference.verdict, "too few runs to tell");
});

test("a build whose runs are all unranked is shown, and other builds are compared with the next build instead", async (t) => {
  const client = await service.signIn("all unranked");
  const builds = [await client.makeBuild("a"), await client.makeBuild("b"), await client.makeBuild("c")];
  const [id = ""] = await submitScores(client, builds[0] ?? 0, [30_000]);
  await submitScores(client, builds[1] ?? 0, [10_000, 10_010]);
  await submitScores(client, builds[2] ?? 0, [11_000, 11_010]);
  await service.services.reviews.decide(id, { decision: "rejected", reason: "not this computer" });
  const { values } = (await compare(`builds=${builds.join()}`)).body.results[0].score;
  t.like(values[0], { runs: 0, unranked_runs: 1, best: null, mean: null, stdev: null, difference: null });
  t.is(values[1].difference, null);
  t.is(values[2].difference.verdict, "faster");
});

test("the response to a faulty request for a comparison of builds names every fault", async (t) => {
  const client = await service.signIn("faults");
  const known = await client.makeBuild("known");
  const deleted = await client.makeBuild("deleted");
  await client.send("DELETE", `/builds/${deleted}`);
  const faultsOf = async (query: string) => {
    const { status, body } = await compare(query);
    t.is(status, 422, query);
    return (body.errors as { pointer: string; detail: string }[]).map(
      ({ pointer, detail }) => `${pointer} ${detail}`,
    );
  };
  t.deepEqual(await faultsOf(`builds=${known},${deleted},999999999`), [
    `/builds/1 There is no build ${deleted}.`,
    "/builds/2 There is no build 999999999.",
  ]);
  t.deepEqual(await faultsOf("builds=1,x,0,1"), [
    '/builds/1 Expected a whole number from 1, found "x".',
    '/builds/2 Expected a whole number from 1, found "0".',
    "/builds/3 Expected each id once, found 1 again.",
  ]);
  t.regex((await faultsOf("builds=1"))[0] ?? "", /^\/builds Expected at least 2 entries, found 1 entry/);
  t.regex((await faultsOf("runs=a,b,c,d,e,f,g,h,i"))[0] ?? "", /^\/runs Expected at most 8 entries/);
  t.regex(
    (await faultsOf(""))[0] ?? "",
    /Expected builds or runs with 2 to 8 ids, or products with 2 to 4 names, found none of them/,
  );
  t.regex((await faultsOf("builds=1,2&runs=a,b"))[0] ?? "", /found several of them/);
  t.deepEqual(await faultsOf("builds=1,2&baseline=3"), [
    '/baseline Expected one of the compared ids, found "3".',
  ]);
  t.regex(
    (await faultsOf("builds=1,2&format=pdf"))[0] ?? "",
    /^\/format Expected one of "json", "csv", "markdown"/,
  );
  t.is((await faultsOf("builds=1,2&limit=11&page=0")).length, 2);
});

test("a new run of a build changes the ETag of the build's comparison", async (t) => {
  const client = await service.signIn("etag");
  const builds = [await client.makeBuild("a"), await client.makeBuild("b")];
  for (const build of builds) await submitScores(client, build, [100, 110]);
  const path = `builds=${builds.join()}`;
  const { headers } = await compare(path);
  t.regex(headers.get("vary") ?? "", /(?:^|, )Accept(?:,|$)/);
  // Without a Cache-Control header of the caller, fetch would send no-cache, which asks for the whole response in any
  // case.
  const known = { "If-None-Match": headers.get("etag") ?? "", "Cache-Control": "max-age=0" };
  t.is((await compare(path, known)).status, 304);
  t.is((await compare(path, { ...known, Accept: "text/csv" })).status, 200);
  await submitScores(client, builds[0] ?? 0, [120]);
  t.is((await compare(path, known)).status, 200);
});

test("in a comparison of builds, values other than the score come from the newest runs of a build, and the response says from how many runs", async (t) => {
  const client = await service.signIn("newest", "unlimited");
  const builds = [await client.makeBuild("a"), await client.makeBuild("b")];
  for (const build of builds) await submitFiles(client, build, [madeCapture({ seed: build + 5 })]);
  await compare(`builds=${builds.join()}`);
  const { runsRepository } = service.services;
  const [run] = await runsRepository.listOf(builds[0] ?? 0, { page: 1, limit: 1 });
  if (!run?.file) throw new Error("the run has to be stored");
  const { file } = run;
  const copies = Array.from({ length: METRIC_RUNS + 5 }, (_, index) => ({
    ...run,
    _id: `${run._id}-${index}`,
    file: { ...file, sha256: `${index}` },
    created_at: new Date(run.created_at.getTime() + 1000 * (index + 1)),
    score: 100 + index,
    metrics: { ...run.metrics, average_fps: 100 + index },
  }));
  await runsRepository.insertMissing(copies);
  const { score, metrics } = (await compare(`builds=${builds.join()}`)).body.results[0];
  t.is(score.values[0].runs, METRIC_RUNS + 6);
  t.like(metrics[0].values[0], { runs: METRIC_RUNS, best: 100 + METRIC_RUNS + 4 });
});
