import test from "ava";
import type { Document } from "mongodb";
import { connect, errorOf, EXTERNAL_URL, openDatabase, startForTest } from "../helpers/server-under-test.ts";

// The test follows the pages "Database Commands" and "Error Codes" of MongoDB's manual.
test("the MongoDB server answers ping, hello, buildInfo and serverStatus", async (t) => {
  const db = await openDatabase(t);
  t.like(await db.command({ ping: 1 }), { ok: 1 });
  t.like(await db.command({ hello: 1 }), { isWritablePrimary: true, maxBsonObjectSize: 16_777_216 });
  t.regex((await db.command({ buildInfo: 1 }))["version"], /^\d+\.\d+\.\d+/);
  t.is(typeof Number((await db.admin().serverStatus())["metrics"].queryExecutor.scannedObjects), "number");
});

// The test follows the pages "create", "drop", "dropDatabase", "listCollections" and "listDatabases" of MongoDB's
// manual.
test("the MongoDB server creates, lists and drops collections and databases", async (t) => {
  const db = await openDatabase(t);
  await db.createCollection("made");
  await db.collection("grown").insertMany(Array.from({ length: 700 }, (_, n) => ({ n })));
  t.is((await errorOf(t, () => db.createCollection("made")))["code"], 48);
  const names = async (): Promise<string[]> =>
    (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
  t.deepEqual(await names(), ["grown", "made"]);
  t.is((await db.listCollections({ name: "made" }).toArray()).length, 1);
  t.true((await db.admin().listDatabases()).databases.some(({ name }) => name === db.databaseName));
  await db.dropCollection("grown");
  t.deepEqual(await names(), ["made"]);
  t.is(await db.collection("grown").countDocuments(), 0);
  await db.collection("grown").insertOne({ n: 1 });
  t.is(await db.collection("grown").countDocuments(), 1);
  await db.dropDatabase();
  t.deepEqual(await names(), []);
  t.deepEqual(await db.collection("never").find().toArray(), []);
  t.is(await db.collection("never").estimatedDocumentCount(), 0);
  t.is((await db.collection("never").deleteMany({})).deletedCount, 0);
});

// The test follows the page "Error Codes" of MongoDB's manual.
test("the MongoDB server refuses unknown commands and commands with unknown options", async (t) => {
  const db = await openDatabase(t);
  await db.collection("rows").insertOne({ a: 1 });
  const refused: readonly (readonly [command: Document, code: number])[] = [
    [{ foo: 1 }, 59],
    [{ find: "rows", foo: 1 }, 40415],
    [{ find: "rows", filter: 5 }, 14],
    [{ find: 5 }, 73],
    [{ find: "rows", limit: "x" }, 14],
    [{ insert: "rows", documents: [] }, 21],
    [{ update: "rows", updates: [{ q: {}, u: { a: 1 }, multi: true }] }, 9],
    [{ delete: "rows", deletes: [{ q: {}, limit: 2 }] }, 9],
    [{ findAndModify: "rows", query: {} }, 9],
    [{ createIndexes: "rows", indexes: [{ key: { a: 5 }, name: "x" }] }, 67],
    [{ createIndexes: "rows", indexes: [{ key: { a: 1 }, name: "x", foo: 1 }] }, 197],
    [{ createIndexes: "rows", indexes: [{ key: { a: 1, b: 1 }, name: "x", expireAfterSeconds: 1 }] }, 67],
  ];
  for (const [command, code] of refused) {
    const answer: Document = await db.command(command).catch((error: Document) => error);
    t.is(answer["code"] ?? answer["writeErrors"]?.[0]?.code, code, JSON.stringify(command));
  }
});

// The test follows the pages "Sessions", "Read Concern" and "Write Concern" of MongoDB's manual.
test("the MongoDB server accepts commands with sessions, read concerns and write concerns", async (t) => {
  const client = await connect(t, await startForTest(t));
  const db = client.db("conformance_sessions");
  t.teardown(() => db.dropDatabase());
  const rows = db.collection("rows", {
    writeConcern: { w: "majority", j: true },
    readConcern: { level: "majority" },
  });
  await client.withSession(async (session) => {
    await rows.insertOne({ a: 1 }, { session, maxTimeMS: 5000, comment: "why" });
    t.is((await rows.find({}, { session, readPreference: "secondaryPreferred" }).toArray()).length, 1);
  });
  await rows.insertOne({ a: 2 }, { writeConcern: { w: 0 } });
  await rows.findOne();
});

// The test follows the pages "Write Concern" and "endSessions" of MongoDB's manual.
test("every write accepts the write concern majority, and a client that disconnects ends its sessions", async (t) => {
  const url = await startForTest(t);
  const client = await connect(t, url, { writeConcern: { w: "majority" } });
  const db = client.db(`conformance_majority_${process.pid}`);
  const rows = db.collection("rows");
  await rows.createIndex({ a: 1 });
  await rows.insertMany([{ a: 1 }, { a: 2 }], { ordered: false });
  await rows.bulkWrite(
    [
      { updateOne: { filter: { a: 1 }, update: { $set: { b: 1 } } } },
      { updateOne: { filter: { a: 2 }, update: { $set: { b: 1 } } } },
    ],
    { ordered: false },
  );
  t.like(await rows.findOneAndUpdate({ a: 1 }, { $inc: { b: 1 } }, { returnDocument: "after" }), { b: 2 });
  t.is((await rows.deleteOne({ a: 2 })).deletedCount, 1);
  t.is(await rows.countDocuments(), 1);
  await db.dropDatabase();
  await client.close();
  t.like(await (await connect(t, url)).db("admin").command({ ping: 1 }), { ok: 1 });
});

// A standalone server, such as the emulator, supports no transactions (MongoDB's manual: "Transactions").
(EXTERNAL_URL === undefined ? test : test.skip)("a standalone MongoDB refuses a transaction", async (t) => {
  const client = await connect(t, await startForTest(t));
  const rows = client.db("conformance_transactions").collection("rows");
  const session = client.startSession();
  session.startTransaction();
  const error = await errorOf(t, () => rows.insertOne({ a: 1 }, { session }));
  // The driver replaces the server's error by its own advice to switch off retries of writes.
  t.is((error["originalError"] ?? error)["code"], 20);
  await session.endSession();
  t.is(await rows.countDocuments(), 0);
});

// A real MongoDB has the features that this test expects to be refused, so the test runs against the emulator only.
(EXTERNAL_URL === undefined ? test : test.skip)(
  "the MongoDB emulator refuses features that it lacks, and never ignores them",
  async (t) => {
    const db = await openDatabase(t);
    const rows = db.collection("rows");
    await rows.insertOne({ a: ["x"] });
    const attempts: readonly (readonly [run: () => Promise<unknown>, code: number])[] = [
      [() => rows.find({}, { collation: { locale: "de" } }).toArray(), 115],
      [() => rows.find({}, { hint: { a: 1 } }).toArray(), 115],
      [() => rows.find({}, { min: { a: 1 } }).toArray(), 115],
      [() => rows.find({}, { max: { a: 1 } }).toArray(), 115],
      [() => rows.find({}, { returnKey: true }).toArray(), 115],
      [() => rows.find({}, { showRecordId: true }).toArray(), 115],
      [() => rows.find({}, { tailable: true }).toArray(), 115],
      [() => rows.find({}, { noCursorTimeout: true }).toArray(), 115],
      [() => rows.find({}, { let: { x: 1 } }).toArray(), 115],
      [() => rows.find({}, { readConcern: { level: "snapshot" } }).toArray(), 123],
      [() => db.command({ find: "rows", readConcern: { level: "nonsense" } }), 2],
      [() => rows.find({}).explain(), 59],
      [() => rows.find({ $where: "true" }).toArray(), 2],
      [() => rows.find({ $text: { $search: "x" } }).toArray(), 2],
      [() => rows.find({ $expr: { $eq: ["$a", 1] } }).toArray(), 2],
      [() => rows.find({ a: { $near: [1, 2] } }).toArray(), 2],
      [() => rows.find({ a: { $regex: "\\Ax" } }).toArray(), 51091],
      [
        () =>
          rows
            .find()
            .sort({ $natural: 1 } as never)
            .toArray(),
        2,
      ],
      [() => rows.find({}, { projection: { a: { $slice: 1 } } }).toArray(), 31325],
      [() => rows.updateOne({ a: "x" }, { $set: { "a.$": "y" } }), 115],
      [() => rows.updateOne({}, [{ $set: { a: 1 } }]), 115],
      [() => rows.updateOne({}, { $set: { "a.$[e]": 1 } }, { arrayFilters: [{ e: 1 }] }), 115],
      [() => rows.updateOne({}, { $set: { "a.$[]": 1 } }), 115],
      [() => rows.findOneAndUpdate({}, { $set: { b: 1 } }, { arrayFilters: [{ e: 1 }] }), 115],
      [() => rows.updateOne({}, { $set: { b: 1 } }, { hint: { a: 1 } }), 115],
      [() => rows.updateOne({}, { $set: { b: 1 } }, { collation: { locale: "de" } }), 115],
      [() => rows.updateOne({}, { $set: { b: 1 } }, { let: { x: 1 } }), 115],
      [() => rows.updateOne({}, { $set: { b: 1 } }, { sort: { a: 1 } }), 40415],
      [() => rows.updateOne({}, { $set: { b: 1 } }, { writeConcern: { w: 3 } }), 2],
      [() => rows.updateOne({}, { $set: { b: 1 } }, { writeConcern: { w: "other rack" as never } }), 2],
      [() => rows.deleteOne({}, { hint: { a: 1 } }), 115],
      [() => rows.deleteOne({}, { collation: { locale: "de" } }), 115],
      [() => rows.updateOne({}, { $push: { a: { $each: [1], $sort: 1 } } } as never), 2],
      [() => rows.updateOne({}, { $bit: { n: { and: 1 } } }), 9],
      [() => rows.aggregate([{ $out: "other" }]).toArray(), 40324],
      [() => rows.aggregate([{ $lookup: {} }]).toArray(), 40324],
      [() => rows.watch().next(), 40324],
      [() => db.createCollection("capped", { capped: true, size: 1000 }), 115],
      [() => db.createCollection("view", { viewOn: "rows", pipeline: [] }), 115],
      [() => rows.createIndex({ a: "text" }), 67],
      [() => rows.createIndex({ a: "hashed" }), 67],
      [() => rows.createIndex({ a: "2dsphere" }), 67],
      [() => rows.createIndex({ "$**": 1 }), 67],
      [() => rows.createIndex({ a: 1 }, { version: 1 }), 67],
      [() => rows.createIndex({ a: 1 }, { expireAfterSeconds: 3e9 }), 67],
      [() => rows.createIndex({ a: 1 }, { collation: { locale: "de" } }), 197],
      [() => rows.createIndex({ a: 1 }, { hidden: true }), 197],
      [() => rows.createIndex({ a: 1 }, { wildcardProjection: { a: 1 } }), 197],
      [() => rows.createIndex({ a: 1 }, { commitQuorum: "majority" }), 115],
      [() => db.createCollection("checked", { validator: { a: 1 } }), 115],
      [() => rows.insertOne({ big: "x".repeat(3000), _id: "y".repeat(3000) as never }), 17280],
      [() => db.command({ mapReduce: "rows" }), 59],
      [() => rows.rename("other"), 59],
    ];
    for (const [index, [run, code]] of attempts.entries())
      t.is((await errorOf(t, run))["code"], code, `attempt ${index}`);
    t.deepEqual(await rows.find({}, { projection: { _id: 0 } }).toArray(), [{ a: ["x"] }]);
    t.is((await rows.indexes()).length, 1);
  },
);

(EXTERNAL_URL === undefined ? test : test.skip)(
  "a findAndModify whose projection fails changes nothing",
  async (t) => {
    const rows = (await openDatabase(t)).collection<{ _id: number; n: number; x?: number }>("rows");
    await rows.insertOne({ _id: 1, n: 0 });
    const projection = { share: { $divide: [1, "$n"] } };
    await errorOf(t, () => rows.findOneAndUpdate({ _id: 1 }, { $set: { x: 1 } }, { projection }));
    await errorOf(t, () => rows.findOneAndDelete({ _id: 1 }, { projection }));
    t.deepEqual(await rows.findOne(), { _id: 1, n: 0 });
  },
);
