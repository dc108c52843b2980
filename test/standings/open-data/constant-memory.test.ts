import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { createGunzip } from "node:zlib";
import test, { type ExecutionContext } from "ava";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import { BSON } from "mongodb";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { temporaryFolder } from "../../helpers/processes.ts";
import { startTestService } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";
import { rankAll } from "./published.ts";

/**
 * The number of stored results. Even compressed, their texts take more bytes than all buffers on the way to the client.
 */
const RESULTS = 6000;
const TEXT_BYTES = 4000;
/** The number of results that MongoDB sends at a time. */
const BATCH = 200;

/** Starts a service with many results and its own MongoDB, and counts the commands about runs that MongoDB receives. */
async function startWithResults(t: ExecutionContext) {
  const commands: Record<string, number> = {};
  let isCounted = false;
  const mongodb = await startServer({
    port: 0,
    dir: temporaryFolder(t),
    onExchange: ({ body }) => {
      const command = BSON.deserialize(body.bytes, { promoteBuffers: true });
      const [name = ""] = Object.keys(command);
      const isOfRuns = command["collection"] === "runs" || command[name] === "runs";
      if (isCounted && isOfRuns) commands[name] = (commands[name] ?? 0) + 1;
    },
  });
  let closing: Promise<void> | null = null;
  const stopMongodb = () => (closing ??= mongodb.close());
  t.teardown(stopMongodb);
  const service = await startTestService(t, {
    hasWorkers: false,
    env: { MONGODB_URL: mongodb.url },
    constants: { OPEN_DATA_DELAY_MS: 0 },
  });
  const client = await service.signIn("ada");
  const build_id = await client.makeBuild();
  await client.add({ build_id, benchmarks: { id: 15, runs: [900] } });
  await rankAll(service);
  const runs = service.services.stores.mongo.db.collection<Run>("runs");
  const run = await runs.findOne({ build_id });
  if (!run) throw new Error("the run is stored");
  for (let stored = 0; stored < RESULTS; stored += 500)
    await runs.insertMany(
      Array.from({ length: 500 }, () => ({
        ...run,
        _id: randomUUID(),
        settings: { driver: randomBytes(TEXT_BYTES).toString("hex") },
      })),
    );
  isCounted = true;
  return { service, stopMongodb, commands };
}

/** Begins a download of open data. Returns the response when its headers have arrived, without reading the body. */
async function beginDownload(url: string, encoding: string): Promise<IncomingMessage> {
  const headers = { "Accept-Encoding": encoding };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/benchmarks/15/results`, { headers }, resolve).on("error", reject);
  });
  await new Promise((resolve) => response.once("readable", resolve));
  return response;
}

/** Downloads open data to the end. Returns the number of lines. */
async function countLines(url: string, encoding: string): Promise<number> {
  const response = await beginDownload(url, encoding);
  let lines = 0;
  for await (const chunk of encoding === "gzip" ? response.pipe(createGunzip()) : response)
    lines += String(chunk).split("\n").length - 1;
  return lines;
}

for (const encoding of ["identity", "gzip"])
  test.serial(
    `a download of open data that the client leaves early ends MongoDB's cursor, a whole one has all results, and one whose query MongoDB ends breaks off (${encoding})`,
    async (t) => {
      const { service, stopMongodb, commands } = await startWithResults(t);
      const left = await beginDownload(service.url, encoding);
      t.is(left.statusCode, 200);
      t.is(left.headers["content-encoding"], encoding === "identity" ? undefined : encoding);
      t.truthy(left.read(), "the first lines arrive");
      left.destroy();
      await until(async () => commands["killCursors"] !== undefined, "the cursor of MongoDB is closed");
      const { find = 0, getMore = 0 } = commands;
      t.is(find, 1);
      t.true(getMore < RESULTS / BATCH / 2, `${getMore} further batches were read`);

      t.is(await countLines(service.url, encoding), RESULTS + 1);

      const brokenOff = await beginDownload(service.url, encoding);
      await stopMongodb();
      const [error] = (await once(brokenOff.resume(), "error")) as [NodeJS.ErrnoException];
      t.is(error.code, "ECONNRESET");
    },
  );
