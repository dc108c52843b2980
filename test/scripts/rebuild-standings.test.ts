import { isDeepStrictEqual } from "node:util";
import test from "ava";
import type { Entry } from "../../src/standings/model/entry.ts";
import { adminCommandsOf } from "../helpers/admin-command.ts";
import { startTestService } from "../helpers/service.ts";
import { untilRanked } from "../helpers/until-ranked.ts";
import {
  inOrder,
  referenceEntries,
  referenceRanks,
  storedEntries,
  storedRanks,
} from "../standings/reference-standings.ts";

const service = await startTestService(test);
const { db, redis, keyPrefix } = service.stores;

const admin = adminCommandsOf(service, { LOG_LEVEL: "info" });
const rebuild = async (...args: string[]) => admin("rebuild-standings", ...args);

test("after a rebuild of the ranks, ranking entries that were missing or wrong agree with runs and builds again", async (t) => {
  for (const [n, score] of [300, 100, 200].entries()) {
    const client = await service.signIn(`rebuilt ${n}`);
    const build_id = await client.makeBuild();
    await client.add({ build_id, benchmarks: { id: 15, runs: [score] } });
  }
  await untilRanked(service.stores);
  t.is((await storedEntries(db)).length, 3);
  // Two of the three entries are missing, one names an unknown run, and one belongs to a build that does not exist. The
  // runs lack the field `ranking`, as before the collection `standings` existed.
  const [first] = await db.collection<Entry>("standings").find().sort({ build_id: 1 }).toArray();
  if (!first) throw new Error("three were ranked");
  await db.collection("runs").updateMany({}, { $unset: { ranking: true } });
  await db.collection("standings").deleteMany({ build_id: { $ne: first.build_id } });
  await db
    .collection<Entry>("standings")
    .updateOne({ _id: first._id }, { $set: { run_id: "nobody's", value: 9e9 } as never });
  await db.collection<Entry>("standings").insertOne({ ...first, _id: "999:x", build_id: 999, category: "x" });
  const done = await rebuild();
  t.is(done.code, 0, done.stderr);
  t.regex(done.stdout, /^ranked 3 runs and \d entries again, and filled the ranks in Redis$/m);
  const expected = await referenceEntries(db);
  t.is(expected.length, 3);
  t.deepEqual(inOrder(await storedEntries(db)), inOrder(expected));
  t.true(isDeepStrictEqual(await storedRanks(redis, keyPrefix), referenceRanks(expected)));
  const again = await rebuild();
  t.is(again.code, 0, again.stderr);
  t.deepEqual(inOrder(await storedEntries(db)), inOrder(expected));
});

test("the command rebuild-standings prints its usage with --help, and refuses other arguments", async (t) => {
  t.regex((await rebuild("--help")).stdout, /^Usage: npm run admin -- rebuild-standings\n/);
  const refused = await rebuild("--all");
  t.is(refused.code, 2);
  t.regex(refused.stderr, /expected no arguments, found --all/);
});
