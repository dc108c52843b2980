import test from "ava";
import { calculateObjectSize, Double, Int32, Long, ObjectId } from "bson";
import { readArguments } from "../../scripts/simulate/arguments.ts";
import { entryBytes, recordIdBytes } from "../../scripts/simulate/index-entry.ts";
import { shapesOfService } from "../../scripts/simulate/measured-service.ts";
import type { Shape } from "../../scripts/simulate/measure-shapes.ts";
import { reportOf } from "../../scripts/simulate/report.ts";
import { hashOfKey, shardOf } from "../../scripts/simulate/shard-hash.ts";
import { simulateInstallation } from "../../scripts/simulate/simulate-installation.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { env: { SWEEP_INTERVAL_MS: "300" } });

/** Fewer keys than the script draws, because other tests wait for the processor. */
const KEYS = 5000;
const size = { accounts: 2000, runs: 100_000, shards: 4, seed: 7, files: "gridfs" as const };

/** Runs of each kind, as if they were measured. */
const madeShapes: Shape[] = ["score", "capture", "export", "failed"].map((kind) => ({
  collection: "runs",
  kind,
  documentBytes: 500,
  indexes: [{ name: "_id_", entries: 1, entryBytes: 40 }],
  measured: 3,
}));

/** The collections that grow with neither accounts nor runs, or are empty but for moments. */
const constant = new Set([
  "account_deletions",
  "counters",
  "judged_cohorts",
  "leases",
  "login_starts",
  "migrations",
  "product_score_variants",
  "products",
  "search_indexes",
  "standing_categories",
  "used_id_tokens",
  "used_units_of_deleted_accounts",
]);

test("the same seed simulates the same installation, whose runs are as many as was asked for", (t) => {
  const one = simulateInstallation(madeShapes, size, KEYS);
  t.deepEqual(simulateInstallation(madeShapes, size, KEYS), one);
  t.notDeepEqual(simulateInstallation(madeShapes, { ...size, seed: 8 }, KEYS), one);
  const { scoreRuns, captureRuns, exportRuns, accounts, builds } = one.totals;
  t.is(scoreRuns + captureRuns + exportRuns, size.runs);
  t.is(accounts, size.accounts);
  t.true(builds >= accounts);
  t.is(one.collections[0]?.documents, size.runs);
  t.is(one.collections[0]?.bytes, 500 * size.runs);
  t.is(one.collections[0]?.indexBytes, (40 + recordIdBytes(size.runs)) * size.runs);
  t.regex(reportOf(one), /\| runs +\| 100,000 +\| 50\.0 MB +\| 500 /);
});

test("keys are hashed as MongoDB hashes them, and hashed keys are spread evenly", (t) => {
  // The example in the source of MongoDB's command _hashBSONElement.
  t.is(hashOfKey("hashthis", 1), 6_271_151_123_721_111_923n);
  t.deepEqual(
    [-(2n ** 63n), -1n, 0n, 2n ** 63n - 1n].map((hash) => shardOf(hash, 4)),
    [0, 1, 2, 3],
  );
  const { balances } = simulateInstallation(madeShapes, size, KEYS);
  for (const { key, most, least } of balances.filter(({ isChosen }) => isChosen)) {
    t.true(most < 1.1 && least > 0.9, key);
  }
});

test("an entry of an index has the bytes of its values by the rule that the simulation states", (t) => {
  const behind = 3;
  for (const [value, bytes] of [
    [null, 1],
    [true, 1],
    ["abc", 5],
    [new Int32(0), 1],
    [new Int32(127), 2],
    [new Int32(128), 3],
    [Long.fromNumber(2 ** 40), 7],
    [new Double(0.5), 9],
    [new Date(0), 9],
    [new ObjectId(), 13],
  ] as const)
    t.is(entryBytes([value]), bytes + behind, String(value));
  t.deepEqual([1, 1023, 1024, 1e8, 1e10].map(recordIdBytes), [2, 2, 3, 5, 5]);
});

test("what a service makes is measured: each collection that grows has a shape, with the bytes of its BSON", async (t) => {
  t.timeout(900_000);
  const { db } = service.stores;
  const shapes = await shapesOfService({ url: service.url, db });
  const collections = (await db.listCollections().toArray()).map(({ name }) => name);
  const { collections: grown } = simulateInstallation(shapes, size, KEYS);
  const known = new Set([...grown.map(({ collection }) => collection), ...constant]);
  t.deepEqual(
    collections.filter((name) => !known.has(name)),
    [],
    "each collection grows, or stands in the list above",
  );
  const [account] = await db.collection("accounts").find().limit(1).toArray();
  const shape = shapes.find(({ collection }) => collection === "accounts");
  t.true(Math.abs((shape?.documentBytes ?? 0) - calculateObjectSize(account ?? {})) < 10);
  const chunks = grown.find(({ collection }) => collection === "files.chunks");
  const inS3 = simulateInstallation(shapes, { ...size, files: "s3" }, KEYS);
  t.is(inS3.objectStoreBytes, chunks?.bytes ?? Number.NaN);
  t.false(inS3.collections.some(({ collection }) => collection.startsWith("files.")));
});

test("numbers of arguments may be written with an exponent, and wrong ones are named", (t) => {
  const given = readArguments(["--accounts", "1e6", "--runs", "1.5e8", "--json"]);
  t.deepEqual(given, { accounts: 1e6, runs: 1.5e8, shards: 4, seed: 1, files: "gridfs", json: true });
  for (const wrong of ["0", "1.5", "-1", "many", "1e99"])
    t.throws(() => readArguments([`--runs=${wrong}`]), { message: /--runs: expected a whole number/ });
  t.throws(() => readArguments(["--files", "disk"]), { message: /--files: expected gridfs or s3/ });
});
