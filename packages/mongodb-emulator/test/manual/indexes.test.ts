import test from "ava";
import type { Collection, Document, Filter } from "mongodb";
import { errorOf, EXTERNAL_URL, openDatabase, scannedObjects } from "../helpers/server-under-test.ts";

interface Row {
  _id: number;
  [field: string]: unknown;
}

// The test follows the pages "Unique Indexes" and "Error Codes" of MongoDB's manual.
test("a unique index refuses a second document with the same key, and the error names the key", async (t) => {
  const rows = (await openDatabase(t)).collection<Row>("rows");
  await rows.createIndex({ email: 1 }, { unique: true });
  await rows.createIndex({ a: 1, b: -1 }, { unique: true, name: "pair" });
  await rows.insertOne({ _id: 1, email: "x", a: 1, b: 1 });
  const twice = await errorOf(t, () => rows.insertOne({ _id: 2, email: "x", a: 2, b: 2 }));
  t.is(twice["code"], 11000);
  t.deepEqual(twice["keyPattern"], { email: 1 });
  t.deepEqual(twice["keyValue"], { email: "x" });
  const sameId = await errorOf(t, () => rows.insertOne({ _id: 1, email: "z", a: 5, b: 5 }));
  t.deepEqual(sameId["keyPattern"], { _id: 1 });
  t.deepEqual(sameId["keyValue"], { _id: 1 });
  await rows.insertOne({ _id: 2, email: "y", a: 1, b: 2 });
  const byUpdate = await errorOf(t, () => rows.updateOne({ _id: 2 }, { $set: { b: 1 } }));
  t.is(byUpdate["code"], 11000);
  t.deepEqual(byUpdate["keyValue"], { a: 1, b: 1 });
  const byModify = await errorOf(t, () => rows.findOneAndUpdate({ _id: 2 }, { $set: { email: "x" } }));
  t.is(byModify["code"], 11000);
  t.deepEqual(byModify["keyPattern"], { email: 1 });
  t.deepEqual(await rows.find().sort({ _id: 1 }).toArray(), [
    { _id: 1, email: "x", a: 1, b: 1 },
    { _id: 2, email: "y", a: 1, b: 2 },
  ]);
  await rows.updateOne({ _id: 1 }, { $set: { email: "free", a: 9 } });
  await rows.updateOne({ _id: 2 }, { $set: { email: "x", b: 1 } });
  await rows.deleteOne({ _id: 2 });
  await rows.insertOne({ _id: 3, email: "x", a: 1, b: 1 });
  t.is(await rows.countDocuments(), 2);
});

// The test follows the pages "Unique Indexes" (section "Missing Document Field"), "Sparse Indexes", "Partial Indexes"
// and "Multikey Indexes" of MongoDB's manual.
test("unique indexes treat missing fields and arrays as MongoDB does, sparse and partial indexes included", async (t) => {
  const db = await openDatabase(t);
  const plain = db.collection<Row>("plain");
  await plain.createIndex({ u: 1 }, { unique: true });
  await plain.insertOne({ _id: 1 });
  t.deepEqual((await errorOf(t, () => plain.insertOne({ _id: 2 })))["keyValue"], { u: null });

  const sparse = db.collection<Row>("sparse");
  await sparse.createIndex({ u: 1 }, { unique: true, sparse: true });
  await sparse.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3, u: null }]);
  await t.throwsAsync(sparse.insertOne({ _id: 4, u: null }), { message: /E11000/ });
  t.is(await sparse.countDocuments({ u: null }), 3);
  t.is((await sparse.find().sort({ u: 1 }).toArray()).length, 3);

  const partial = db.collection<Row>("partial");
  await partial.createIndex({ u: 1 }, { unique: true, partialFilterExpression: { live: true } });
  await partial.insertMany([
    { _id: 1, u: 1, live: true },
    { _id: 2, u: 1 },
    { _id: 3, u: 1, live: false },
  ]);
  await t.throwsAsync(partial.updateOne({ _id: 3 }, { $set: { live: true } }), { message: /E11000/ });
  await partial.updateOne({ _id: 1 }, { $set: { live: false } });
  await partial.updateOne({ _id: 3 }, { $set: { live: true } });
  t.is(await partial.countDocuments({ u: 1 }), 3);
  t.is(await partial.countDocuments({ u: 1, live: true }), 1);

  const multikey = db.collection<Row>("multikey");
  await multikey.createIndex({ tags: 1 }, { unique: true });
  await multikey.insertOne({ _id: 1, tags: ["a", "b", "a"] });
  t.deepEqual((await errorOf(t, () => multikey.insertOne({ _id: 2, tags: ["c", "b"] })))["keyValue"], {
    tags: "b",
  });
  await multikey.updateOne({ _id: 1 }, { $pull: { tags: "b" } } as never);
  await multikey.insertOne({ _id: 2, tags: ["c", "b"] });
  await multikey.createIndex({ x: 1, y: 1 });
  t.is(
    (await errorOf(t, () => multikey.insertOne({ _id: 3, tags: "z", x: [1, 2], y: [1, 2] })))["code"],
    171,
  );
});

// The test follows the pages "createIndexes", "listIndexes" and "dropIndexes" of MongoDB's manual.
test("creating an index that exists changes nothing in MongoDB, and indexes can be listed and dropped", async (t) => {
  const db = await openDatabase(t);
  const rows = db.collection<Row>("rows");
  t.is((await errorOf(t, () => rows.indexes()))["code"], 26);
  await rows.insertMany([
    { _id: 1, a: 1 },
    { _id: 2, a: 1 },
  ]);
  t.is((await errorOf(t, () => rows.createIndex({ a: 1 }, { unique: true })))["code"], 11000);
  t.is(await rows.createIndex({ a: 1, "b.c": -1 }), "a_1_b.c_-1");
  t.is(await rows.createIndex({ a: 1, "b.c": -1 }), "a_1_b.c_-1");
  t.is((await errorOf(t, () => rows.createIndex({ a: 1, "b.c": -1 }, { name: "other" })))["code"], 85);
  t.is((await errorOf(t, () => rows.createIndex({ z: 1 }, { name: "a_1_b.c_-1" })))["code"], 86);
  await rows.createIndex({ at: 1 }, { expireAfterSeconds: 3600, sparse: true });
  const listed = await rows.indexes();
  t.deepEqual(
    listed.map(({ name }) => name),
    ["_id_", "a_1_b.c_-1", "at_1"],
  );
  t.like(listed[2], { key: { at: 1 }, expireAfterSeconds: 3600, sparse: true });
  await rows.dropIndex("at_1");
  t.is((await errorOf(t, () => rows.dropIndex("at_1")))["code"], 27);
  t.is((await errorOf(t, () => rows.dropIndex("_id_")))["code"], 72);
  await rows.dropIndexes();
  t.is((await rows.indexes()).length, 1);
});

// The page "Partial Indexes" of MongoDB's manual lists the allowed operators in its section "Create A Partial Index".
test("the filter of a partial index of MongoDB allows fewer operators than other filters", async (t) => {
  const rows = (await openDatabase(t)).collection<Row>("rows");
  const filters: readonly (readonly [filter: Document, isTaken: boolean])[] = [
    [{ a: 1 }, true],
    [{ a: { $gt: 1 }, b: { $exists: true } }, true],
    [{ a: { $gte: 1 } }, true],
    [{ a: { $type: "string" } }, true],
    [{ $and: [{ a: { $lte: 1 } }, { b: { $eq: 2 } }] }, true],
    [{ a: { $ne: 1 } }, false],
    [{ a: { $nin: [1] } }, false],
    [{ a: { $exists: false } }, false],
    [{ a: { $not: { $gt: 1 } } }, false],
    [{ a: /x/ }, false],
    [{ $nor: [{ a: 1 }] }, false],
    [{ $and: [{ a: { $ne: 1 } }] }, false],
  ];
  for (const [index, [partialFilterExpression, isTaken]] of filters.entries()) {
    const create = (): Promise<string> =>
      rows.createIndex({ n: 1 }, { name: `i${index}`, partialFilterExpression });
    if (isTaken) await t.notThrowsAsync(create, JSON.stringify(partialFilterExpression));
    else t.is((await errorOf(t, create))["code"], 67, JSON.stringify(partialFilterExpression));
  }
});

// The test follows the page "TTL Indexes" of MongoDB's manual, and waits for the background task that deletes expired
// documents: on a real server, that task runs every 60 seconds.
test("a TTL index deletes expired documents", async (t) => {
  t.timeout(600_000);
  const rows = (await openDatabase(t)).collection<Row>("rows");
  await rows.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
  await rows.createIndex({ until: 1 }, { expireAfterSeconds: 0 });
  const now = Date.now();
  await rows.insertMany([
    { _id: 1, at: new Date(now - 61_000) },
    { _id: 2, at: new Date(now) },
    { _id: 3, until: new Date(now + 300) },
    { _id: 4, until: new Date(now + 600_000), at: "not a date" },
    { _id: 5, at: [new Date(now), new Date(now - 100_000)] },
    { _id: 6 },
  ]);
  const deadline = Date.now() + (EXTERNAL_URL === undefined ? 60_000 : 90_000);
  while ((await rows.countDocuments()) > 3 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setTimeout(resolve, 300));
  t.deepEqual(
    (await rows.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id),
    [2, 4, 6],
  );
});

// The test follows the pages "serverStatus" (`metrics.queryExecutor.scannedObjects`) and "Create Indexes to Support
// Your Queries" of MongoDB's manual.
test("searches with an index examine no more documents than they find", async (t) => {
  const db = await openDatabase(t);
  const rows = db.collection<Row>("rows");
  const start = Date.UTC(2026, 0);
  await rows.insertMany(
    Array.from({ length: 2000 }, (_, _id) => ({
      _id,
      kind: `k${_id % 20}`,
      rank: _id,
      at: new Date(start + _id * 1000),
      runs: [{ run_id: `r${_id}` }, { run_id: `s${_id}` }],
      ...(_id % 100 === 0 && { dirty: true }),
    })),
  );
  await rows.createIndex({ kind: 1, rank: -1 });
  await rows.createIndex({ at: 1 });
  await rows.createIndex({ "runs.run_id": 1 });
  await rows.createIndex({ dirty: 1 }, { partialFilterExpression: { dirty: true } });
  const examined = async (run: (collection: Collection<Row>) => Promise<unknown>): Promise<number> => {
    const before = await scannedObjects(db);
    await run(rows);
    return (await scannedObjects(db)) - before;
  };
  const cases: readonly (readonly [filter: Document, most: number, found: number])[] = [
    [{ _id: 7 }, 1, 1],
    [{ _id: { $in: [1, 2, 3, 5000] } }, 3, 3],
    [{ _id: 7, kind: "k9" }, 1, 0],
    [{ _id: { $gte: 1990 } }, 10, 10],
    [{ kind: "k3" }, 100, 100],
    [{ kind: { $in: ["k3", "k4", "none"] } }, 200, 200],
    [{ kind: "k3", rank: { $gt: 1000, $lte: 1043 } }, 3, 3],
    [{ kind: "k3", rank: 3 }, 1, 1],
    [{ $and: [{ kind: "k3" }, { rank: { $lt: 30 } }] }, 2, 2],
    [{ at: { $lt: new Date(start + 5000) } }, 5, 5],
    [{ at: { $gte: new Date(start + 5000), $lt: new Date(start + 8000) } }, 3, 3],
    [{ "runs.run_id": "s77" }, 1, 1],
    [{ runs: { $elemMatch: { run_id: "r5" } } }, 1, 1],
    [{ dirty: true }, 20, 20],
    [{ kind: "none" }, 0, 0],
  ];
  for (const [filter, most, found] of cases) {
    let length = -1;
    const count = await examined(async () => {
      ({ length } = await rows.find(filter as Filter<Row>).toArray());
    });
    t.is(length, found, JSON.stringify(filter));
    t.true(count <= most, `${JSON.stringify(filter)} examined ${count}`);
  }
  t.true((await examined((c) => c.find().sort({ at: -1 }).limit(5).toArray())) <= 6);
  t.true((await examined((c) => c.find({ kind: "k3" }).sort({ rank: 1 }).limit(5).toArray())) <= 6);
  t.true(
    (await examined((c) => c.find({ kind: "k3" }).sort({ kind: 1, rank: -1 }).skip(5).limit(5).toArray())) <=
      11,
  );
  t.true(
    (await examined((c) =>
      c.aggregate([{ $match: { kind: "k3" } }, { $sort: { rank: -1 } }, { $limit: 3 }]).toArray(),
    )) <= 4,
  );
  t.true((await examined((c) => c.countDocuments({ kind: "k3" }))) <= 100);
  t.true((await examined((c) => c.updateOne({ _id: 5 }, { $set: { x: 1 } }))) <= 1);
  t.true(
    (await examined((c) => c.findOneAndUpdate({ kind: "k3" }, { $set: { x: 1 } }, { sort: { rank: -1 } }))) <=
      2,
  );
});

test("a search with a partial index on a nested path returns documents in the order of a sort by that path", async (t) => {
  const db = await openDatabase(t);
  const rows = db.collection<Row>("rows");
  await rows.insertMany([
    { _id: 1, o: { n: 3 } },
    { _id: 2, o: {} },
    { _id: 3, o: { n: 1 } },
    { _id: 4, o: { n: 2 } },
  ]);
  await rows.createIndex({ "o.n": 1 }, { partialFilterExpression: { "o.n": { $exists: true } } });
  for (const [direction, expected] of [
    [1, [3, 4]],
    [-1, [1, 4]],
  ] as const) {
    const before = EXTERNAL_URL === undefined ? await scannedObjects(db) : 0;
    const found = await rows
      .find({ "o.n": { $gte: 0 } })
      .sort({ "o.n": direction })
      .limit(2)
      .toArray();
    t.deepEqual(
      found.map(({ _id }) => _id),
      [...expected],
    );
    if (EXTERNAL_URL === undefined) t.true((await scannedObjects(db)) - before <= 3);
  }
});

// The test follows the pages "Multikey Indexes" and "Use Indexes to Sort Query Results" of MongoDB's manual.
test("an index with an array serves a sort by the field after the array, but no sort by the array itself", async (t) => {
  const db = await openDatabase(t);
  const rows = db.collection<Row>("rows");
  await rows.createIndex(
    { owner: 1, "rank.lists": 1, "rank.value": -1, _id: 1 },
    { partialFilterExpression: { "rank.value": { $exists: true } } },
  );
  await rows.insertMany(
    Array.from({ length: 200 }, (_, _id) => ({
      _id,
      owner: 1,
      ...(_id < 100 && { rank: { lists: _id % 2 === 0 ? ["a"] : ["b", "a", "c"], value: _id % 50 } }),
    })),
  );
  const inList = (list: string) =>
    rows.find({ owner: 1, "rank.lists": list, "rank.value": { $exists: true } });
  const before = EXTERNAL_URL === undefined ? await scannedObjects(db) : 0;
  const best = await inList("a").sort({ "rank.value": -1, _id: 1 }).limit(3).toArray();
  t.deepEqual(
    best.map(({ _id }) => _id),
    [49, 99, 48],
  );
  if (EXTERNAL_URL === undefined) t.true((await scannedObjects(db)) - before <= 4);
  const byArray = await rows
    .find({ owner: 1, "rank.lists": { $in: ["b", "a"] }, "rank.value": { $gte: 48 } })
    .sort({ "rank.lists": 1, _id: 1 })
    .toArray();
  t.deepEqual(
    byArray.map(({ _id }) => _id),
    [48, 49, 98, 99],
  );
});
