import { randomUUID } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import test from "ava";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import { BSON } from "mongodb";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { temporaryFolder } from "../../helpers/processes.ts";
import { startTestService } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";
import { rankAll } from "./published.ts";

/** How many results are stored, in batches of 200, and how long their texts are: more than all buffers together. */
const RESULTS = 6000;
const LONG = "x".repeat(8000);

test("a client that leaves after a few lines ends the cursor of MongoDB, which has sent only a part of the results", async (t) => {
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
  t.teardown(() => mongodb.close());
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
      Array.from({ length: 500 }, () => ({ ...run, _id: randomUUID(), settings: { driver: LONG } })),
    );

  isCounted = true;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${service.url}/benchmarks/15/results`, resolve).on("error", reject);
  });
  t.is(response.statusCode, 200);
  await new Promise((resolve) => response.once("readable", resolve));
  t.truthy(response.read(), "the first lines arrive");
  response.destroy();
  await until(async () => commands["killCursors"] !== undefined, "the cursor of MongoDB is closed");
  const { find = 0, getMore = 0 } = commands;
  t.is(find, 1);
  t.true(getMore < RESULTS / 200 / 2, `${getMore} further batches were read`);
});
