import test, { type ExecutionContext } from "ava";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import { storeCopies } from "../../helpers/stored-runs.ts";
import type { Client } from "../../helpers/client.ts";
import { temporaryFolder } from "../../helpers/processes.ts";
import { patience } from "../../helpers/patience.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { createStoreMeter, type StoreUse } from "./store-meter.ts";

/**
 * The number of runs of a small build: enough to fill eight pages of every list, because lists of fewer pages lack the
 * field for a page number.
 */
const FEW = 160;
/** The number of entries that a test requests as one page of a list. */
const PAGE = 10;
/** The number of runs of a large build. The default is lower than the 5,000 runs that a build may have. */
// oxlint-disable-next-line node/no-process-env -- set by hand for measurements
const MANY = Number(process.env["GROWTH_RUNS"] ?? 1500);
/**
 * The number of bytes by which responses may differ, because numbers have more digits in a large build and in a larger
 * collection.
 */
const DIGITS = 200;
/**
 * The requests that compute the statistics of a build or count its runs, and may therefore read a row for each run from
 * an index.
 */
const computing: ReadonlySet<string> = new Set([
  "GET /builds/<id>",
  "GET /builds/<id>/runs",
  "GET /builds/<id>/runs, last page",
  "page /b/<id>",
]);
const BYTES_A_ROW = 300;

/** The maximum number of times that the test measures the same work, if the measurements of two builds differ. */
const MAX_TRIES = 5;

type Measured = StoreUse & { answerBytes: number };

async function startMeasured(t: ExecutionContext) {
  const meter = createStoreMeter();
  const mongodb = await startServer({
    port: 0,
    dir: temporaryFolder(t),
    expiryIntervalMs: 3_600_000,
    onExchange: meter.onExchange,
  });
  t.teardown(() => mongodb.close());
  // The settings `patience` have long time limits, because a single call of this test stores many runs, which takes a
  // busy machine longer than any call of the service.
  const env = { MONGODB_URL: mongodb.url, ...patience };
  const service = await startTestService(t, { hasWorkers: false, env });
  meter.watch(service.services.stores.redis);
  return { meter, service };
}

type World = Awaited<ReturnType<typeof startMeasured>>;

/** Makes a build with `runs` runs, and updates its ranks. */
async function makeBuild({ services }: TestService, client: Client, runs: number) {
  const build_id = await client.makeBuild();
  const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [100] } });
  const runId = body.runs[0].run_id as string;
  await services.standings.update(build_id, 15);
  await services.stores.mongo.db
    .collection<{ _id: string }>("runs")
    .updateOne({ _id: runId }, { $unset: { ranking_due: "", ranking_step: "", ranking_was: "" } });
  await storeCopies(services.stores.mongo.db, runId, runs - 1);
  return { build_id, runId };
}

/** A function that sends a request, or runs a sweep, that reads data of a build. Resolves with the response as text. */
type Work = () => Promise<string>;

/** Makes a build with `runs` runs. Returns the requests and sweeps that read its data, by their names. */
async function worksOn({ service }: World, runs: number): Promise<Map<string, Work>> {
  const client = await service.signIn(`${runs} runs`, "unlimited");
  const { build_id, runId } = await makeBuild(service, client, runs);
  const get = (path: string) => async () => {
    const { status, text } = await client.get(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return text;
  };
  const page = (path: string) => async () =>
    (await client.get(path, { Accept: "text/html", "Accept-Encoding": "identity" })).text;
  const submit = async () => {
    const { status, text } = await client.add({ build_id, benchmarks: { id: 15, runs: [90] } });
    if (status !== 200) throw new Error(text);
    return text;
  };
  // Send each request once before measuring, because the first requests may update stored data, such as the counter of
  // the month.
  await get(`/builds/${build_id}`)();
  await get("/me")();
  const { sweeps } = service.services;
  for (const { run } of sweeps) await run();
  return new Map<string, Work>([
    ["GET /builds/<id>", get(`/builds/${build_id}`)],
    ["GET /builds/<id>/runs", get(`/builds/${build_id}/runs?limit=${PAGE}`)],
    ["GET /builds/<id>/runs, last page", get(`/builds/${build_id}/runs?limit=1&page=${FEW}`)],
    ["GET /builds", get("/builds")],
    ["GET /me", get("/me")],
    ["GET /benchmarks/runs/<id>", get(`/benchmarks/runs/${runId}`)],
    ["GET /benchmarks/<id>/ranking", get("/benchmarks/15/ranking?limit=1")],
    ["page /b/<id>", page(`/b/${build_id}`)],
    ["page /", page("/")],
    ["POST /benchmarks/add", submit],
    ...sweeps.map(({ name, run }): [string, Work] => [
      `sweep ${name}`,
      async () => {
        await run();
        return "";
      },
    ]),
  ]);
}

async function measure({ meter }: World, work: Work): Promise<Measured> {
  let answerBytes = 0;
  const use = await meter.measure(async () => (answerBytes = Buffer.byteLength(await work())));
  return { ...use, answerBytes };
}

/**
 * Returns the names of the measurements in which the work on a build with many runs differs from the same work on a
 * build with few runs by more than permitted.
 * @param rows the permitted number of additional rows, one for each further run of which statistics are computed
 */
function differencesOf(few: Measured, many: Measured, rows: number): string[] {
  const more = { bytes: DIGITS + rows * BYTES_A_ROW, answerBytes: DIGITS };
  return [
    ...(["commands", "documents", "redisCommands"] as const).filter((what) => few[what] !== many[what]),
    ...(["bytes", "answerBytes"] as const).filter((what) => many[what] > few[what] + more[what]),
  ];
}

test("the work of the stores for requests and sweeps does not grow with a build's runs, except that statistics read one row for each run", async (t) => {
  t.timeout(1_200_000);
  const world = await startMeasured(t);
  await world.service.services.ranks.refill();
  // Run all work once, so that data that a process reads only once, such as the variants of scores, is read before the
  // measurements.
  for (const work of (await worksOn(world, 2)).values()) await measure(world, work);
  const worksOfFew = await worksOn(world, FEW);
  const worksOfMany = await worksOn(world, MANY);
  for (const [name, workOfFew] of worksOfFew) {
    const workOfMany = worksOfMany.get(name) ?? workOfFew;
    const rows = computing.has(name) ? MANY - FEW : 0;
    let differences: string[] = [];
    // Background work of the service may add to any measurement. So the work counts as growing with a build's runs only
    // if the measurements differ in every try.
    for (let tries = 0; tries === 0 || (differences.length > 0 && tries < MAX_TRIES); tries += 1) {
      const few = await measure(world, workOfFew);
      const many = await measure(world, workOfMany);
      t.log(`${name}: ${JSON.stringify(few)} with ${FEW} runs, ${JSON.stringify(many)} with ${MANY}`);
      differences = differencesOf(few, many, rows);
    }
    t.deepEqual(differences, [], name);
  }
});
