import test, { type ExecutionContext } from "ava";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import { storeCopies } from "../../../scripts/bench/stored-runs.ts";
import type { Client } from "../../helpers/client.ts";
import { temporaryFolder } from "../../helpers/processes.ts";
import { patience } from "../../helpers/patience.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { createStoreMeter, type StoreUse } from "./store-meter.ts";

/** As many as fill a page of every list. */
const FEW = 100;
/** Entries of a page that a request asks for. */
const PAGE = 10;
/** The tests take a small number; a build takes 5,000. */
// oxlint-disable-next-line node/no-process-env -- whoever measures sets it
const MANY = Number(process.env["GROWTH_RUNS"] ?? 1500);
/** Numbers have more digits in a large build, and in a larger collection. */
const DIGITS = 200;
/** What computes the figures of a build, or counts its runs, gets a row for each run out of an index: nothing else may grow. */
const computing: ReadonlySet<string> = new Set([
  "GET /builds/<id>",
  "GET /builds/<id>/runs",
  "GET /builds/<id>/runs, last page",
  "page /b/<id>",
]);
const BYTES_A_ROW = 300;

type Measured = Record<string, StoreUse & { answerBytes: number }>;

async function startMeasured(t: ExecutionContext) {
  const meter = createStoreMeter();
  const mongodb = await startServer({
    port: 0,
    dir: temporaryFolder(t),
    expiryIntervalMs: 3_600_000,
    onExchange: meter.onExchange,
  });
  t.teardown(() => mongodb.close());
  // One call here stores many runs, which takes a busy machine longer than any call of the service.
  const env = { MONGODB_URL: mongodb.url, ...patience };
  const service = await startTestService(t, { hasWorkers: false, env });
  meter.watch(service.services.stores.redis);
  return { meter, service };
}

type World = Awaited<ReturnType<typeof startMeasured>>;

/** Makes a build with so many runs, whose standings are up to date. */
async function makeBuild({ services }: TestService, client: Client, runs: number) {
  const build_id = await client.makeBuild();
  const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [100] } });
  const runId = body.runs[0].run_id as string;
  await services.standings.follow(build_id, 15);
  await services.stores.mongo.db
    .collection<{ _id: string }>("runs")
    .updateOne({ _id: runId }, { $unset: { ranking_due: "", ranking_step: "", ranking_was: "" } });
  await storeCopies(services.stores.mongo.db, runId, runs - 1);
  return { build_id, runId };
}

/** Measures what a person and the sweeps ask of the stores about a build of so many runs. */
async function measureBuild({ meter, service }: World, runs: number): Promise<Measured> {
  const client = await service.signIn(`${runs} runs`, "unlimited");
  const { build_id, runId } = await makeBuild(service, client, runs);
  const measured: Measured = {};
  const note = async (name: string, work: () => Promise<string>) => {
    let answerBytes = 0;
    const use = await meter.measure(async () => (answerBytes = Buffer.byteLength(await work())));
    measured[name] = { ...use, answerBytes };
  };
  const get = (path: string) => async () => {
    const { status, text } = await client.get(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return text;
  };
  const page = (path: string) => async () =>
    (await client.get(path, { Accept: "text/html", "Accept-Encoding": "identity" })).text;
  // The first answers may bring something up to date, such as the counter of the month.
  await get(`/builds/${build_id}`)();
  await get("/me")();
  await note("GET /builds/<id>", get(`/builds/${build_id}`));
  await note("GET /builds/<id>/runs", get(`/builds/${build_id}/runs?limit=${PAGE}`));
  await note("GET /builds/<id>/runs, last page", get(`/builds/${build_id}/runs?limit=1&page=${FEW}`));
  await note("GET /builds", get("/builds"));
  await note("GET /me", get("/me"));
  await note("GET /benchmarks/runs/<id>", get(`/benchmarks/runs/${runId}`));
  await note("GET /benchmarks/<id>/ranking", get("/benchmarks/15/ranking?limit=1"));
  await note("page /b/<id>", page(`/b/${build_id}`));
  await note("page /", page("/"));
  await note("POST /benchmarks/add", async () => {
    const { status, text } = await client.add({ build_id, benchmarks: { id: 15, runs: [90] } });
    if (status !== 200) throw new Error(text);
    return text;
  });
  for (const { run } of service.services.sweeps) await run();
  // The counters of accounts are compared that have submitted lately: here nobody has.
  const sums = service.services.stores.mongo.db.collection("charge_sums");
  await sums.updateMany({}, { $set: { changed_at: new Date(0) } });
  for (const { name, run } of service.services.sweeps)
    await note(`sweep ${name}`, async () => {
      await run();
      return "";
    });
  return measured;
}

test("what requests and sweeps ask of the stores does not grow with the runs of a build, but for a row of each in its figures", async (t) => {
  t.timeout(1_200_000);
  const world = await startMeasured(t);
  await world.service.services.ranks.refill();
  // What a process reads once, such as the variants of scores, is read by now.
  await measureBuild(world, 2);
  const few = await measureBuild(world, FEW);
  const many = await measureBuild(world, MANY);
  for (const [name, small] of Object.entries(few)) {
    const large = many[name];
    t.log(`${name}: ${JSON.stringify(small)} with ${FEW} runs, ${JSON.stringify(large)} with ${MANY}`);
    t.is(large?.commands, small.commands, `${name}: commands`);
    const rows = computing.has(name) ? MANY - FEW : 0;
    t.is(large?.documents, small.documents + rows, `${name}: documents`);
    t.is(large?.redisCommands, small.redisCommands, `${name}: commands of Redis`);
    const more = { bytes: DIGITS + rows * BYTES_A_ROW, answerBytes: DIGITS };
    for (const what of ["bytes", "answerBytes"] as const)
      t.true(
        (large?.[what] ?? 0) <= small[what] + more[what],
        `${name}: ${what} ${small[what]} and ${large?.[what]}`,
      );
  }
});
