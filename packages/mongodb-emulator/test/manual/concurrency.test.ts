import test from "ava";
import { errorOf, openDatabase } from "../helpers/server-under-test.ts";

interface Job {
  _id: number;
  status: string;
  attempt: number;
  owner?: number;
}

// A write to one document is atomic (MongoDB's manual: "Atomicity and Transactions").
test("50 clients of MongoDB that claim 100 documents at the same time get each document once", async (t) => {
  const jobs = (await openDatabase(t, { maxPoolSize: 50 })).collection<Job>("jobs");
  await jobs.createIndex({ status: 1 });
  await jobs.insertMany(Array.from({ length: 100 }, (_, _id) => ({ _id, status: "queued", attempt: 0 })));
  const claimed: number[] = [];
  await Promise.all(
    Array.from({ length: 50 }, async (_, owner) => {
      for (;;) {
        const job = await jobs.findOneAndUpdate(
          { status: "queued" },
          { $set: { status: "processing", owner }, $inc: { attempt: 1 } },
        );
        if (job === null) return;
        claimed.push(job._id);
      }
    }),
  );
  t.is(claimed.length, 100);
  t.is(new Set(claimed).size, 100);
  t.is(await jobs.countDocuments({ status: "processing", attempt: 1 }), 100);
});

test("exactly one of many clients that compare and set the same document succeeds", async (t) => {
  const jobs = (await openDatabase(t, { maxPoolSize: 50 })).collection<Job>("jobs");
  await jobs.insertOne({ _id: 1, status: "queued", attempt: 3 });
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, owner) =>
      jobs.updateOne(
        { _id: 1, status: { $in: ["queued", "processing"] }, attempt: 3 },
        { $set: { status: "processing", owner }, $inc: { attempt: 1 } },
      ),
    ),
  );
  t.is(results.filter(({ matchedCount }) => matchedCount === 1).length, 1);
  t.is((await jobs.findOne())?.attempt, 4);
});

test("200 parallel $inc updates of one field add up, and parallel $addToSet updates add each value once", async (t) => {
  const rows = (await openDatabase(t, { maxPoolSize: 50 })).collection<{
    _id: number;
    n: number;
    refunded: number[];
  }>("rows");
  await rows.insertOne({ _id: 1, n: 0, refunded: [] });
  await Promise.all(Array.from({ length: 200 }, () => rows.updateOne({ _id: 1 }, { $inc: { n: 1 } })));
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      rows.updateOne(
        { _id: 1, refunded: { $ne: index % 10 } },
        { $push: { refunded: index % 10 }, $inc: { n: -1 } },
      ),
    ),
  );
  const row = await rows.findOne();
  t.is(row?.n, 190);
  t.is(row?.refunded.length, 10);
});

// The test follows the page "db.collection.updateOne()" of MongoDB's manual, section "Upsert with Unique Index".
test("500 simultaneous upserts on 5 unique keys leave 5 documents", async (t) => {
  const rows = (await openDatabase(t, { maxPoolSize: 50 })).collection<{ key: number; n: number }>("rows");
  await rows.createIndex({ key: 1 }, { unique: true });
  await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      rows.updateOne({ key: index % 5 }, { $inc: { n: 1 } }, { upsert: true }),
    ),
  );
  const found = await rows.find().sort({ key: 1 }).toArray();
  t.deepEqual(
    found.map(({ key, n }) => [key, n]),
    [0, 1, 2, 3, 4].map((key) => [key, 100]),
  );
});

test("exactly one of many inserts with the same unique key is acknowledged", async (t) => {
  const rows = (await openDatabase(t, { maxPoolSize: 50 })).collection<{ key: number }>("rows");
  await rows.createIndex({ key: 1 }, { unique: true });
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => rows.insertOne({ key: 1 })));
  t.is(results.filter(({ status }) => status === "fulfilled").length, 1);
  t.is(await rows.countDocuments(), 1);
  t.is((await errorOf(t, () => rows.insertOne({ key: 1 })))["code"], 11000);
});

test("a MongoDB index that is created during inserts contains every document", async (t) => {
  const rows = (await openDatabase(t, { maxPoolSize: 20 })).collection<{ n: number }>("rows");
  await rows.insertMany(Array.from({ length: 500 }, (_, n) => ({ n })));
  await Promise.all([
    ...Array.from({ length: 200 }, (_, n) => rows.insertOne({ n: 500 + n })),
    rows.createIndex({ n: 1 }),
    ...Array.from({ length: 100 }, (_, n) => rows.deleteOne({ n })),
  ]);
  t.is((await rows.find({ n: { $gte: 0 } }).toArray()).length, 600);
  t.is(
    (
      await rows
        .find({ n: { $gte: 0 } })
        .sort({ n: 1 })
        .toArray()
    ).length,
    600,
  );
});

test("a write that fails leaves no data behind in MongoDB and does not affect concurrent writes", async (t) => {
  const rows = (await openDatabase(t, { maxPoolSize: 50 })).collection<{ _id: number; n: number; k: number }>(
    "rows",
  );
  await rows.insertMany(Array.from({ length: 50 }, (_, _id) => ({ _id, n: _id, k: _id % 49 })));
  // The server writes the index entries of the first 49 documents before it finds that the last document is a
  // duplicate.
  const failing = (): Promise<unknown> => errorOf(t, () => rows.createIndex({ k: 1 }, { unique: true }));
  for (let round = 0; round < 10; round++)
    await Promise.all([
      failing(),
      ...Array.from({ length: 10 }, (_, at) => rows.insertOne({ _id: 100 + round * 10 + at, n: 1, k: 100 })),
      failing(),
      ...Array.from({ length: 10 }, (_, _id) => rows.updateOne({ _id }, { $inc: { n: 1 } })),
      errorOf(t, () => rows.insertOne({ _id: 7, n: 0, k: 0 })),
    ]);
  t.is((await rows.indexes()).length, 1);
  await rows.createIndex({ k: 1 });
  for (const [k, found] of [
    [0, 2],
    [48, 1],
    [100, 100],
  ] as const)
    t.is((await rows.find({ k }).toArray()).length, found, `k ${k}`);
  t.deepEqual(
    (await rows.find({ _id: { $lt: 10 } }).toArray()).map(({ n }) => n),
    Array.from({ length: 10 }, (_, _id) => _id + 10),
  );
});

test("a reader that pauses during writes sees each document exactly once, unless it was deleted", async (t) => {
  const rows = (await openDatabase(t)).collection<{ _id: number; n: number }>("rows");
  await rows.createIndex({ n: 1 });
  await rows.insertMany(Array.from({ length: 600 }, (_, _id) => ({ _id, n: _id })));
  const seen: number[] = [];
  for await (const { _id } of rows.find({ n: { $gte: 0 } }).batchSize(20)) {
    seen.push(_id);
    if (_id % 50 === 0) await rows.updateMany({ _id: { $in: [_id, _id + 1] } }, { $inc: { n: 1000 } });
    if (_id % 60 === 0) await rows.insertOne({ _id: 10_000 + _id, n: -5 });
  }
  t.is(new Set(seen).size, seen.length);
  t.is(seen.filter((_id) => _id < 600).length, 600);
});
