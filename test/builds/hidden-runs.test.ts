import { readFileSync } from "node:fs";
import test from "ava";
import { createBenchmarkRoutes } from "../../src/benchmarks/routes.ts";
import { createRunFinder } from "../../src/benchmarks/runs/find-run.ts";
import type { Run } from "../../src/benchmarks/model/run.ts";
import type { Route } from "../../src/http/route.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { projectUrl } from "../helpers/project-files.ts";

const service = await startTestService(test, { hasWorkers: false });
const { runParser, sweeps } = service.services;
const runs = service.stores.db.collection<Run>("runs");

const capture = { name: "capture.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };
const timeSpy = {
  name: "time-spy.xml",
  content: readFileSync(projectUrl("test/fixtures/3dmark/time-spy.xml")),
};
const sweep = async () => {
  for (const { run } of sweeps) await run();
};

test("a run that is being deleted is in no list, no count and no statistics, and cannot be read", async (t) => {
  const client = await service.signIn("being deleted");
  const build_id = await client.makeBuild();
  const { body } = await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
  const runId = body.runs[0].run_id as string;
  await runParser.parse(runId);
  await client.add({ build_id, benchmarks: { id: 15, runs: [1] } });
  const list = `/builds/${build_id}/runs`;
  t.is((await client.get(list)).body.total, 2);
  await service.services.runsRepository.markDeleting([runId]);
  for (const query of ["", "?benchmark_id=16"]) {
    const answer = await client.get(`${list}${query}`);
    const ids = answer.body.results.map(({ run_id }: { run_id: string }) => run_id) as string[];
    t.false(ids.includes(runId));
    t.is(answer.body.total, query === "" ? 1 : 0);
  }
  const { results } = (await client.get(`/builds/${build_id}`)).body;
  t.deepEqual(
    results.map(({ benchmark_id }: { benchmark_id: number }) => benchmark_id),
    [15],
  );
  for (const rest of ["", "?wait=1", "/frames", "/chart.svg", "/file"])
    t.is((await client.get(`/benchmarks/runs/${runId}${rest}`)).status, 404, rest);
  t.is((await client.send("DELETE", `/benchmarks/runs/${runId}`)).status, 404);
  await sweep();
  t.is(await runs.countDocuments({ build_id }), 1);
});

test("a request for a run gets a 404 if the run's build is deleted during the request", async (t) => {
  const client = await service.signIn("deleted meanwhile");
  const build_id = await client.makeBuild();
  const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [1] } });
  const { run_id } = body.runs[0];
  const { services } = service;
  const stored = services.runsRepository;
  const findThenDelete = async (runId: string) => {
    const run = await stored.find(runId);
    t.is((await client.send("DELETE", `/builds/${build_id}`)).status, 204);
    return run;
  };
  const find = createRunFinder({ ...services, runsRepository: { ...stored, find: findThenDelete } });
  const routes = createBenchmarkRoutes({ ...services, runs: { ...services.runs, find } });
  const route = routes.find(({ path, method }) => method === "GET" && path === "/benchmarks/runs/:run_id");
  const asked = { params: { run_id }, query: {}, caller: null } as unknown as Parameters<Route["handler"]>[0];
  await t.throwsAsync(async () => route?.handler(asked), { message: `There is no run ${run_id}.` });
});

test("failed runs and runs that are not read yet are in lists, but in no statistics", async (t) => {
  const client = await service.signIn("failed");
  const build_id = await client.makeBuild();
  const broken = { name: "broken.csv", content: "Application,MsBetweenPresents\n" };
  const { body } = await client.add({ build_id, benchmarks: { id: 16 }, files: [broken] });
  await runParser.parse(body.runs[0].run_id as string);
  t.is((await client.get(`/benchmarks/runs/${body.runs[0].run_id}`)).body.status, "failed");
  await client.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
  t.deepEqual((await client.get(`/builds/${build_id}`)).body.results, []);
  t.is((await client.get(`/builds/${build_id}/runs`)).body.total, 2);
});

test("a file that is submitted several times for a build counts once for each benchmark", async (t) => {
  const client = await service.signIn("same file");
  const build_id = await client.makeBuild();
  const warnings: number[] = [];
  const runIds: string[] = [];
  for (const id of [7, 17, 7]) {
    const { body } = await client.add({ build_id, benchmarks: { id }, files: [timeSpy] });
    const runId = body.runs[0].run_id as string;
    runIds.push(runId);
    await runParser.parse(runId);
    const { body: run } = await client.get(`/benchmarks/runs/${runId}`);
    warnings.push(run.warnings.filter((text: string) => text.includes("same file")).length);
  }
  t.deepEqual(warnings, [0, 0, 1]);
  const counts = async () =>
    (await client.get(`/builds/${build_id}`)).body.results.map(
      (summary: { benchmark_id: number; runs: number; latest: { run_id: string } }) => [
        summary.benchmark_id,
        summary.runs,
        summary.latest.run_id,
      ],
    );
  t.deepEqual(await counts(), [
    [7, 1, runIds[0]],
    [17, 1, runIds[1]],
  ]);
  await client.send("DELETE", `/benchmarks/runs/${runIds[0]}`);
  t.deepEqual(
    await counts(),
    [
      [7, 1, runIds[2]],
      [17, 1, runIds[1]],
    ],
    "the other run of the same file counts now",
  );
});

test("the runs of a deleted account are removed from the statistics of builds without an owner", async (t) => {
  await service.services.builds.saveOwnerless({ _id: 700_001, name: "shared", parts: {} });
  const [leaving, staying] = [await service.signIn("leaving"), await service.signIn("staying")];
  await leaving.add({ build_id: 700_001, benchmarks: { id: 15, runs: [5, 9] } });
  await staying.add({ build_id: 700_001, benchmarks: { id: 15, runs: [3] } });
  t.is((await staying.get("/builds/700001")).body.results[0].runs, 3);
  t.is((await leaving.send("DELETE", "/me")).status, 204);
  const [summary] = (await staying.get("/builds/700001")).body.results;
  t.deepEqual([summary.runs, summary.best, summary.latest.score], [1, 3, 3]);
  t.is((await staying.get("/builds/700001/runs")).body.total, 1);
});

test("the builds of a deleted account are hidden while its runs are removed, and the request for the deletion does not wait for this removal", async (t) => {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const slow = await startTestService(t, {
    hasWorkers: false,
    constants: { ACCOUNT_DELETION_WAIT_MS: 1 },
    overrides: {
      runsRepository: (records) => ({
        ...records,
        removeDeleted: async (...args) => {
          await opened;
          await records.removeDeleted(...args);
        },
      }),
    },
  });
  const client = await slow.signIn("slow");
  const builds = slow.stores.db.collection("builds");
  const build_id = await client.makeBuild();
  const other = await client.makeBuild();
  await client.add({ build_id, benchmarks: { id: 15, runs: [1] } });
  t.is((await client.send("DELETE", "/me")).status, 204);
  for (const id of [build_id, other])
    await until(async () => (await client.get(`/builds/${id}`)).status === 404, "the build is hidden");
  t.is(await builds.countDocuments(), 2, "the builds are hidden but not removed yet");
  open();
  await until(async () => (await builds.countDocuments()) === 0, "the builds are removed");
  await until(async () => (await slow.stores.db.collection("accounts").countDocuments()) === 0, "it is gone");
});
