import test from "ava";
import { startTestService } from "../../helpers/service.ts";
import { storedState } from "../../helpers/stored-state.ts";

const service = await startTestService(test, {
  hasWorkers: false,
  env: { TIER_LIMITS: '{"free":100,"tiny":10,"unlimited":null}' },
});

test("GET /benchmarks/types lists the active benchmarks", async (t) => {
  const { status, body } = await service.anonymous.get("/benchmarks/types");
  t.is(status, 200);
  t.deepEqual(
    body.results.map(({ id, kind, file_format }: Record<string, unknown>) => [id, kind, file_format]),
    [
      [15, "score", null],
      [3, "score", null],
      [7, "file", "3dmark-xml"],
      [17, "file", "3dmark-xml"],
      [18, "file", "3dmark-xml"],
      [16, "file", "frame-csv"],
    ],
  );
  t.is(body.total, body.results.length);
  t.deepEqual(body.types, body.results, "the list under its original name is the same list");
  t.deepEqual(body.results[0], {
    id: 15,
    name: "Cinebench R23",
    kind: "score",
    file_required: false,
    file_format: null,
    unit: "points",
    higher_is_better: true,
  });
});

test("runs of typed-in scores are complete at once, count as used, and appear in the statistics of the build", async (t) => {
  const client = await service.signIn("scores");
  const build_id = await client.makeBuild();
  const answer = await client.add({ build_id, benchmarks: { id: 15, runs: [15_000, 15_200.5] } });
  t.is(answer.status, 200);
  t.is(answer.headers.get("location"), null, "a submission of two runs has no single address");
  const { runs, usage, ...rest } = answer.body;
  const benchmark = { id: 15, name: "Cinebench R23", unit: "points" };
  const message = "Benchmark added successfully";
  t.deepEqual(rest, { message, build_id, benchmark_id: 15, benchmark });
  t.deepEqual(
    runs.map(({ status, score }: Record<string, unknown>) => [status, score]),
    [
      ["complete", 15_000],
      ["complete", 15_200.5],
    ],
  );
  t.is(runs[0].url, `http://bench.test/benchmarks/runs/${runs[0].run_id}`);
  t.is(usage.used, 2);
  t.deepEqual((await client.get("/me")).body.usage, usage);

  const run = await service.anonymous.get(`/benchmarks/runs/${runs[1].run_id}`);
  t.is(run.status, 200);
  t.is(run.body.score, 15_200.5);
  t.is(run.body.file, null);
  const { body } = await service.anonymous.get(`/builds/${build_id}`);
  t.deepEqual(
    body.results.map(({ name, runs: count, best, mean }: Record<string, unknown>) => [
      name,
      count,
      best,
      mean,
    ]),
    [["Cinebench R23", 2, 15_200.5, 15_100.25]],
  );
});

test("the response to a submission of a single run has a Location header", async (t) => {
  const client = await service.signIn("single");
  const { body, headers } = await client.add({
    build_id: await client.makeBuild(),
    benchmarks: { id: 3, runs: [9000] },
  });
  t.is(headers.get("location"), body.runs[0].url);
  t.is(body.runs[0].url, `http://bench.test/benchmarks/runs/${body.runs[0].run_id}`);
});

test("any account may attach results to a build without an owner", async (t) => {
  const client = await service.signIn("guest");
  const build = { _id: 900_001, name: "Test bench", parts: {} };
  t.true(await service.services.builds.saveOwnerless(build));
  const answer = await client.add({ build_id: build._id, benchmarks: { id: 15, runs: [1] } });
  t.is(answer.status, 200);
  const { body } = await client.get(`/builds/${build._id}`);
  t.is(body.build.owner, null);
  t.is(body.results[0].runs, 1);
});

test("with a limit of 10 runs, exactly 10 of 200 parallel requests are accepted and 190 are refused with 402", async (t) => {
  const client = await service.signIn("crowd", "tiny");
  const build_id = await client.makeBuild();
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => client.add({ build_id, benchmarks: { id: 15, runs: [1] } })),
  );
  const statuses = answers.map(({ status }) => status);
  t.is(statuses.filter((status) => status === 200).length, 10);
  t.is(statuses.filter((status) => status === 402).length, 190);
  const refused = answers.find(({ status }) => status === 402);
  const { period, resets_at } = (await client.get("/me")).body.usage;
  t.like(refused?.body, { status: 402, tier: "tiny", limit: 10, used: 10, requested: 1, resets_at });
  t.regex(refused?.body.type, /\/problems\/run-limit-reached$/);
  const mine = { account_id: (await client.get("/me")).body.account.account_id, period };
  t.is(await service.stores.db.collection("submissions").countDocuments(mine), 10);
  t.is((await client.get(`/builds/${build_id}`)).body.results[0].runs, 10);
});

test.serial("a submission of more runs than the account has left is refused as a whole", async (t) => {
  const client = await service.signIn("greedy", "tiny");
  const build_id = await client.makeBuild();
  await client.add({ build_id, benchmarks: { id: 15, runs: [1, 2, 3, 4, 5, 6, 7] } });
  const before = await storedState(service, client);
  const { status, body } = await client.add({ build_id, benchmarks: { id: 15, runs: [1, 2, 3, 4] } });
  t.is(status, 402);
  t.like(body, { used: 7, requested: 4, limit: 10 });
  t.deepEqual(await storedState(service, client), before);
  t.is((await client.add({ build_id, benchmarks: { id: 15, runs: [1, 2, 3] } })).status, 200);
});

test("runs count as used also for an account that has no limit of runs", async (t) => {
  const client = await service.signIn("endless", "unlimited");
  const build_id = await client.makeBuild();
  const runs = Array.from({ length: 100 }, (_unused, i) => i + 1);
  for (let request = 1; request <= 2; request += 1) {
    const { body } = await client.add({ build_id, benchmarks: { id: 15, runs } });
    t.is(body.usage.used, 100 * request);
    t.is(body.usage.limit, null);
  }
});

test("a request for an unknown run is refused with 404, and a wait that is no whole number of seconds from 1 to 30 with 422", async (t) => {
  t.is((await service.anonymous.get("/benchmarks/runs/nothing")).status, 404);
  for (const wait of ["0", "31", "soon", "-1", "1.5"]) {
    const { status, body } = await service.anonymous.get(`/benchmarks/runs/nothing?wait=${wait}`);
    t.is(status, 422, wait);
    t.is(body.errors[0].pointer, "/wait");
  }
});
