import test from "ava";
import { storeCopies } from "../../helpers/stored-runs.ts";
import type { Answer, Client } from "../../helpers/client.ts";
import { startServiceOnOwnMongodb } from "../../helpers/own-mongodb.ts";

const service = await startServiceOnOwnMongodb(test);
const { db } = service.services.stores.mongo;

const MANY = 10_000;
const PAGE = 20;

/** Returns how many documents MongoDB examines for a request. */
async function examined(send: () => Promise<Answer>, status: number): Promise<number> {
  const read = async () =>
    Number((await db.admin().command({ serverStatus: 1 }))["metrics"].queryExecutor.scannedObjects);
  const before = await read();
  const answer = await send();
  if (answer.status !== status) throw new Error(`expected ${status}, found ${answer.status}: ${answer.text}`);
  return (await read()) - before;
}

/** Makes a build with a run and copies of it; returns how many documents each request about it examines. */
async function examineBuild(client: Client, copies: number) {
  const build_id = await client.makeBuild();
  const add = () => client.add({ build_id, benchmarks: { id: 15, runs: [100] } });
  const runId = (await add()).body.runs[0].run_id as string;
  await client.get(`/builds/${build_id}`);
  await storeCopies(db, runId, copies);
  const build = `/builds/${build_id}`;
  const other = await client.makeBuild();
  await client.add({ build_id: other, benchmarks: { id: 15, runs: [100] } });
  const counts = {
    build: await examined(() => client.get(build), 200),
    runs: await examined(() => client.get(`${build}/runs?limit=${PAGE}`), 200),
    oneRun: await examined(() => client.get(`${build}/runs?limit=1`), 200),
    runsOfBenchmark: await examined(() => client.get(`${build}/runs?limit=${PAGE}&benchmark_id=3`), 200),
    tooFar: await examined(() => client.get(`${build}/runs?limit=${PAGE}&page=${MANY / PAGE + 1}`), 422),
    compared: await examined(() => client.get(`/compare?builds=${build_id},${other}`), 200),
    run: await examined(() => client.get(`/benchmarks/runs/${runId}`), 200),
    submission: await examined(add, 200),
    buildAfterwards: await examined(() => client.get(build), 200),
    deletedRun: await examined(() => client.send("DELETE", `/benchmarks/runs/${runId}`), 204),
  };
  const { body } = await client.get(build);
  const listed = await client.get(`${build}/runs?limit=1`);
  const totals = [body.results[0].runs, listed.body.total];
  return {
    counts: { ...counts, deletedBuild: await examined(() => client.send("DELETE", build), 204) },
    totals,
  };
}

test.serial("requests about a build examine as few documents with 10,000 runs as with one", async (t) => {
  const client = await service.signIn("large", "unlimited");
  const small = await examineBuild(client, 0);
  const large = await examineBuild(client, MANY);
  t.deepEqual(small.totals, [1, 1]);
  t.deepEqual(large.totals, [MANY + 1, MANY + 1]);
  t.log({ small: small.counts, large: large.counts });
  const { runs, oneRun } = large.counts;
  t.is(runs - oneRun, PAGE - 1, "the build and its owner are looked up once for a page, not for each run");
  // A page more, and now and then a document of something that happens beside the request; never one for each run.
  for (const [name, count] of Object.entries(small.counts)) {
    const found = large.counts[name as keyof typeof large.counts];
    t.true(found <= count + PAGE, `${name}: ${found} with many runs, ${count} with one`);
  }
});

test.serial(
  "the last page that a list gives has its entries, and a page behind it is refused with what to do",
  async (t) => {
    const client = await service.signIn("far pages", "unlimited");
    const build_id = await client.makeBuild();
    const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [100] } });
    await client.get(`/builds/${build_id}`);
    await storeCopies(db, body.runs[0].run_id as string, MANY);
    const last = await client.get(`/builds/${build_id}/runs?limit=${PAGE}&page=${MANY / PAGE}`);
    t.is(last.status, 200, last.text);
    t.deepEqual([last.body.results.length, last.body.total], [PAGE, MANY + 1]);
    t.is((await client.get(`/builds/${build_id}/runs?limit=1000&page=10`)).status, 200);
    for (const query of [`limit=${PAGE}&page=${MANY / PAGE + 1}`, "limit=1000&page=11&benchmark_id=15"]) {
      const behind = await client.get(`/builds/${build_id}/runs?${query}`);
      t.is(behind.status, 422);
      t.is(behind.body.errors[0].pointer, "/page");
      t.regex(
        behind.body.errors[0].detail,
        /^Expected a page that ends at or before entry 10000 .* found \d+ × \d+ = \d+\./,
      );
    }
  },
);
