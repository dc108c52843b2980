import test from "ava";
import { migrations } from "../../src/compose/migrations.ts";
import { systemClock } from "../../src/infra/clock.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { runMigrations } from "../../src/infra/migrations.ts";
import { newRandomId } from "../../src/infra/new-id.ts";
import type { Entry } from "../../src/standings/model/entry.ts";
import { startTestService } from "../helpers/service.ts";
import {
  inOrder,
  referenceEntries,
  referenceRanks,
  storedEntries,
  storedRanks,
} from "./reference-standings.ts";

const service = await startTestService(test, { hasWorkers: false });
const { db, redis, keyPrefix } = service.stores;
const { catalogue, ranks, standings } = service.services;

const update = async () => {
  while ((await standings.sweep.run()) > 0);
};

test("the migration replaces an older version's standings by product ids with standings by chip and model", async (t) => {
  await catalogue.save("cpu", "test", [
    { sourceId: "boxed", fields: { make: "AMD", model: "Ryzen 7 7700" } },
    { sourceId: "tray", fields: { make: "AMD", model: "Ryzen 7 7700 Tray" } },
  ]);
  await ranks.refill();
  for (const cpu of [1, 2]) {
    const client = await service.signIn(`owner ${cpu}`);
    const made = await client.post("/builds", { name: "measured", parts: { cpu } });
    const { build_id } = made.body.build as { build_id: number };
    await client.add({ build_id, benchmarks: { id: 15, runs: [900 + cpu] } });
  }
  await update();

  const entries = db.collection<Entry>("standings");
  const builds = await db.collection("builds").find().toArray();
  for (const { _id, parts } of builds)
    await entries.updateOne(
      { build_id: Number(_id) },
      { $set: { parts, pair: `${parts.cpu}:`, cohorts: ["all", `cpu=${parts.cpu}`] as never } },
    );
  await ranks.refill({ isForced: true });
  const older = Object.keys((await storedRanks(redis, keyPrefix)) ?? {});
  t.true(
    older.some((key) => key.endsWith(":cpu=1")),
    "the older version ranked by ids",
  );
  await db.collection("products").updateMany({}, { $unset: { compared_as: true, scores_due: true } });
  await db.collection<{ _id: number }>("migrations").deleteMany({ _id: { $gte: 4 } });

  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  await runMigrations({ db, clock: systemClock, newId: newRandomId, logger, migrations });
  await update();
  const expected = await referenceEntries(db);
  t.deepEqual(
    expected.map(({ parts }) => parts.cpu),
    ["amd-ryzen-7-7700", "amd-ryzen-7-7700"],
  );
  t.deepEqual(inOrder(await storedEntries(db)), inOrder(expected));
  t.deepEqual(await storedRanks(redis, keyPrefix), referenceRanks(expected));
  t.is(await db.collection("products").countDocuments({ scores_due: true }), 2);
});
