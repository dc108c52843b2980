import test from "ava";
import { Double, Int32, Long, type Document } from "mongodb";
import { errorOf, openDatabase } from "../helpers/server-under-test.ts";

interface Row {
  _id: number;
  [field: string]: unknown;
}

/**
 * Updates, each with a document before and after it (MongoDB's manual: the page of each operator under "Update
 * Operators").
 */
const cases: readonly (readonly [before: Document, update: Document, after: Document])[] = [
  // Updates with $set and $unset.
  [{ a: 1 }, { $set: { a: 2, b: { c: 1 } } }, { a: 2, b: { c: 1 } }],
  [{ a: { b: 1 } }, { $set: { "a.c.d": 2 } }, { a: { b: 1, c: { d: 2 } } }],
  [{ a: [1, 2] }, { $set: { "a.3": 4 } }, { a: [1, 2, null, 4] }],
  [{ a: [{ b: 1 }] }, { $set: { "a.0.b": 2 } }, { a: [{ b: 2 }] }],
  [{}, { $set: { z: 1, b: 1, "a.10": 1, "a.9": 1 } }, { a: { "9": 1, "10": 1 }, b: 1, z: 1 }],
  [{ a: 1, b: 2 }, { $unset: { a: "", c: "", "d.e": "", "b.x": "" } }, { b: 2 }],
  [{ a: [1, 2, 3] }, { $unset: { "a.1": 1 } }, { a: [1, null, 3] }],
  // Updates with $inc, $mul, $min and $max.
  [{ n: 1 }, { $inc: { n: 2, m: -1 } }, { n: 3, m: -1 }],
  [{ n: 2 }, { $mul: { n: 1.5, m: 3 } }, { n: 3, m: 0 }],
  [
    { a: 5, b: 5, d: new Date(5) },
    { $min: { a: 3, b: 7, c: 1 }, $max: { d: new Date(9) } },
    { a: 3, b: 5, d: new Date(9), c: 1 },
  ],
  [{ a: null }, { $max: { a: 1 } }, { a: 1 }],
  // Updates with $push.
  [{}, { $push: { a: 1 } }, { a: [1] }],
  [{ a: [1] }, { $push: { a: [2] } }, { a: [1, [2]] }],
  [{ a: [1] }, { $push: { a: { $each: [2, 3, 4], $slice: -2 } } }, { a: [3, 4] }],
  [{ a: [1] }, { $push: { a: { $each: [2, 3], $slice: 2 } } }, { a: [1, 2] }],
  [{ a: [1, 2] }, { $push: { a: { $each: [], $slice: 0 } } }, { a: [] }],
  [{ a: [1, 2] }, { $push: { a: { $each: [0], $position: 0 } } }, { a: [0, 1, 2] }],
  // Updates with $addToSet.
  [
    { a: [1, "x"] },
    { $addToSet: { a: { $each: [1.0, "y", "y"] }, b: { c: 1 } } },
    { a: [1, "x", "y"], b: [{ c: 1 }] },
  ],
  // Updates with $pull, $pullAll and $pop.
  [{ a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  [{ a: [1, 5, 1] }, { $pull: { a: 1 } }, { a: [5] }],
  [{ a: [{ x: 1, y: 1 }, { x: 2 }] }, { $pull: { a: { x: 1 } } }, { a: [{ x: 2 }] }],
  [{ a: ["p", "q"] }, { $pull: { a: { $in: ["q"] }, b: 1 } }, { a: ["p"] }],
  [{ a: [1, 2, 3, 1] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
  [{ a: [1, 2, 3], b: [1, 2] }, { $pop: { a: 1, b: -1, c: 1 } }, { a: [1, 2], b: [2] }],
  // Updates with $rename.
  [{ a: 1, b: 2 }, { $rename: { a: "c", x: "y" } }, { b: 2, c: 1 }],
  [{ a: { b: 1 }, d: 5 }, { $rename: { "a.b": "d" } }, { a: {}, d: 1 }],
  // $setOnInsert does not change an existing document.
  [{ a: 1 }, { $setOnInsert: { a: 2, b: 2 }, $set: { c: 1 } }, { a: 1, c: 1 }],
  // An update without operators replaces the whole document.
  [{ a: 1, b: 2 }, { c: 3 }, { c: 3 }],
];

test("each update operator gives the result that MongoDB's manual describes", async (t) => {
  const rows = (await openDatabase(t)).collection<Row>("rows");
  for (const [index, [before, update, after]] of cases.entries()) {
    await rows.insertOne({ _id: index, ...before });
    const isOperators = Object.keys(update)[0]?.startsWith("$") === true;
    const result = isOperators
      ? await rows.updateOne({ _id: index }, update)
      : await rows.replaceOne({ _id: index }, update);
    t.is(result.matchedCount, 1);
    const found = await rows.findOne({ _id: index });
    t.deepEqual(found, { _id: index, ...after }, JSON.stringify(update));
    t.deepEqual(Object.keys(found ?? {}), ["_id", ...Object.keys(after)], `order: ${JSON.stringify(update)}`);
  }
});

// The test follows the pages "Update Operators" and "Error Codes" of MongoDB's manual. A refused update changes
// nothing.
test("the MongoDB server refuses updates that cannot be applied, with MongoDB's error codes", async (t) => {
  const rows = (await openDatabase(t)).collection<Row>("rows");
  const before = { _id: 1, n: 1, s: "text", a: [1], o: { x: 1 }, big: Long.MAX_VALUE };
  await rows.insertOne(before);
  const refused: readonly (readonly [update: Document, code: number])[] = [
    [{ $set: { n: 2, _id: 2 } }, 66],
    [{ $unset: { _id: "" } }, 66],
    [{ $inc: { s: 1 }, $set: { n: 5 } }, 14],
    [{ $inc: { n: "1" } }, 14],
    [{ $inc: { big: 1 } }, 2],
    [{ $push: { n: 1 } }, 2],
    [{ $addToSet: { s: 1 } }, 2],
    [{ $pull: { n: 1 } }, 2],
    [{ $pop: { n: 1 } }, 14],
    [{ $pop: { a: 2 } }, 9],
    [{ $push: { a: { $each: 1 } } }, 2],
    [{ $set: { "s.x": 1 } }, 28],
    [{ $set: { "a.x": 1 } }, 28],
    [{ $set: { "o.x": 1 }, $inc: { "o.x": 1 } }, 40],
    [{ $set: { o: 1, "o.x": 1 } }, 40],
    [{ $rename: { n: "n" } }, 2],
    [{ $rename: { n: "a.0" } }, 2],
    [{ $rename: { "a.0": "z" } }, 2],
    [{ $foo: { n: 1 } }, 9],
    [{ $set: 5 }, 9],
    [{ $set: { "n..x": 1 } }, 56],
    [{ $currentDate: { n: { $type: "year" } } }, 2],
  ];
  for (const [update, code] of refused) {
    const error = await errorOf(t, () => rows.updateOne({ _id: 1 }, update));
    t.is(error["code"], code, JSON.stringify(update));
    t.deepEqual(await rows.findOne({ _id: 1 }, { promoteLongs: false }), before);
  }
});

// The pages "$inc" and "$mul" of MongoDB's manual describe the type of the result.
test("$inc and $mul keep or widen the types of numbers as MongoDB does", async (t) => {
  const rows = (await openDatabase(t, { promoteValues: false })).collection("rows");
  await rows.insertOne({
    i: new Int32(2_147_483_647),
    l: Long.fromNumber(1),
    d: new Double(1),
    j: new Int32(1),
  });
  await rows.updateOne({}, { $inc: { i: new Int32(1), l: new Int32(1), d: new Int32(1), j: new Int32(1) } });
  const { _id, ...found } = (await rows.findOne()) ?? {};
  t.deepEqual(found, {
    i: Long.fromNumber(2_147_483_648),
    l: Long.fromNumber(2),
    d: new Double(2),
    j: new Int32(2),
  });
});

// The test follows the page "$currentDate" of MongoDB's manual.
test("$currentDate sets the time of the server", async (t) => {
  const rows = (await openDatabase(t)).collection("rows");
  await rows.insertOne({});
  await rows.updateOne({}, {
    $currentDate: { a: true, b: { $type: "date" }, c: { $type: "timestamp" } },
  } as Document);
  const row = await rows.findOne();
  t.true(Math.abs(row?.["a"].getTime() - Date.now()) < 60_000);
  t.true(row?.["b"] instanceof Date);
  t.is(row?.["c"]._bsontype, "Timestamp");
});

// The test follows the page "db.collection.updateOne()" of MongoDB's manual, section "Upsert with Operator
// Expressions".
test("an upsert that finds no document inserts one with the values that its filter requires by equality", async (t) => {
  const rows = (await openDatabase(t)).collection("rows");
  const first = await rows.updateOne(
    { _id: 5 as never, a: 1, "b.c": { $eq: 2 }, d: { $gt: 1 }, $and: [{ e: 3 }] },
    { $set: { x: 1 }, $setOnInsert: { y: 2 }, $inc: { a: 1 } },
    { upsert: true },
  );
  t.is(first.upsertedCount, 1);
  t.is(first.matchedCount, 0);
  t.deepEqual(await rows.findOne({ x: 1 }), { _id: 5, a: 2, b: { c: 2 }, e: 3, x: 1, y: 2 } as never);
  const second = await rows.updateOne({ x: 1 }, { $setOnInsert: { y: 9 } }, { upsert: true });
  t.is(second.matchedCount, 1);
  t.is(second.modifiedCount, 0);
  const replaced = await rows.replaceOne({ z: 1 }, { w: 1 }, { upsert: true });
  t.deepEqual(await rows.findOne({ w: 1 }), { _id: replaced.upsertedId, w: 1 } as never);
  t.is(
    (
      await errorOf(t, () => rows.updateOne({ a: 7, $and: [{ a: 8 }] }, { $set: { q: 1 } }, { upsert: true }))
    )["code"],
    54,
  );
  t.is(
    (await errorOf(t, () => rows.updateOne({ _id: 70 as never }, { $set: { _id: 71 } }, { upsert: true })))[
      "code"
    ],
    66,
  );
});

// The test follows the pages "db.collection.updateMany()" and "deleteMany()" of MongoDB's manual.
test("updateMany updates and deleteMany deletes every document that matches the filter", async (t) => {
  const rows = (await openDatabase(t)).collection<Row>("rows");
  await rows.insertMany(Array.from({ length: 450 }, (_, _id) => ({ _id, g: _id % 3 })));
  t.like(await rows.updateMany({ g: 1 }, { $inc: { n: 1 } } as Document), {
    matchedCount: 150,
    modifiedCount: 150,
  });
  t.like(await rows.updateMany({ g: 1 }, { $set: { n: 1 } }), { matchedCount: 150, modifiedCount: 0 });
  t.like(await rows.updateMany({ g: 9 }, { $set: { n: 1 } }, { upsert: true }), {
    matchedCount: 0,
    upsertedCount: 1,
  });
  t.is((await rows.deleteOne({ g: 2 })).deletedCount, 1);
  t.is((await rows.deleteMany({ g: 2 })).deletedCount, 149);
  t.is(await rows.countDocuments(), 301);
});

// The test follows the page "findAndModify" of MongoDB's manual.
test("findOneAndUpdate, findOneAndReplace and findOneAndDelete return the document before or after the change", async (t) => {
  const rows = (await openDatabase(t)).collection<Row>("rows");
  await rows.insertMany([
    { _id: 1, p: 2 },
    { _id: 2, p: 9 },
    { _id: 3, p: 5 },
  ]);
  t.deepEqual(await rows.findOneAndUpdate({}, { $set: { c: 1 } }, { sort: { p: -1 } }), { _id: 2, p: 9 });
  t.deepEqual(
    await rows.findOneAndUpdate({ c: 1 }, { $inc: { p: 1 } } as Document, {
      returnDocument: "after",
      projection: { p: 1 },
    }),
    { _id: 2, p: 10 },
  );
  t.is(await rows.findOneAndUpdate({ c: 7 }, { $set: { p: 1 } }), null);
  t.is(await rows.findOneAndUpdate({ _id: 8 }, { $set: { p: 1 } }, { upsert: true }), null);
  t.deepEqual(
    await rows.findOneAndUpdate({ _id: 9 }, { $set: { p: 1 } }, { upsert: true, returnDocument: "after" }),
    { _id: 9, p: 1 },
  );
  t.deepEqual(await rows.findOneAndReplace({ _id: 9 }, { q: 1 }, { returnDocument: "after" }), {
    _id: 9,
    q: 1,
  });
  t.deepEqual(await rows.findOneAndDelete({ p: { $lt: 6 } }, { sort: { p: -1 } }), { _id: 3, p: 5 });
  const { lastErrorObject } = (await rows.findOneAndUpdate(
    { _id: 10 },
    { $set: { p: 1 } },
    { upsert: true, includeResultMetadata: true },
  )) as Document;
  t.deepEqual(lastErrorObject, { n: 1, updatedExisting: false, upserted: 10 });
});

// The test follows the pages "Bulk Write Operations" and "insertMany" (section "Execution of Operations") of MongoDB's
// manual.
test("insertMany and bulkWrite stop at the first error if ordered, and continue if unordered", async (t) => {
  const rows = (await openDatabase(t)).collection<Row>("rows");
  const documents = [{ _id: 1 }, { _id: 2 }, { _id: 1 }, { _id: 3 }];
  const ordered = await errorOf(t, () => rows.insertMany(documents));
  t.is(ordered["code"], 11000);
  t.is(ordered["result"].insertedCount, 2);
  t.is(await rows.countDocuments(), 2);
  const unordered = await errorOf(t, () => rows.insertMany([...documents, { _id: 2 }], { ordered: false }));
  t.deepEqual(
    unordered["writeErrors"].map(({ index, code }: Document) => ({ index, code })),
    [
      { index: 0, code: 11000 },
      { index: 1, code: 11000 },
      { index: 2, code: 11000 },
      { index: 4, code: 11000 },
    ],
  );
  t.is(await rows.countDocuments(), 3);
  const result = await rows.bulkWrite([
    { insertOne: { document: { _id: 10, a: 1 } } },
    { updateOne: { filter: { _id: 10 }, update: { $inc: { a: 1 } } as Document } },
    { updateOne: { filter: { _id: 11 }, update: { $set: { a: 1 } }, upsert: true } },
    { replaceOne: { filter: { _id: 1 }, replacement: { b: 1 } } },
    { deleteOne: { filter: { _id: 2 } } },
    { updateMany: { filter: { a: { $exists: true } }, update: { $set: { c: 1 } } } },
  ]);
  t.like(result, { insertedCount: 1, matchedCount: 4, modifiedCount: 4, upsertedCount: 1, deletedCount: 1 });
});

// Unordered operations may run at the same time, according to MongoDB's manual: "Bulk Write Operations", section
// "Ordered vs Unordered Operations".
test("an unordered bulk write of many statements counts each statement, and reports the index of each upsert and error", async (t) => {
  const rows = (await openDatabase(t)).collection<{ _id: number; a?: number }>("rows");
  await rows.insertMany(Array.from({ length: 150 }, (_unused, _id) => ({ _id, a: 0 })));
  const updates = Array.from({ length: 250 }, (_unused, _id) => ({
    updateOne: { filter: { _id }, update: { $inc: { a: 1 } }, upsert: true },
  }));
  const broken = {
    updateOne: { filter: { _id: 0 }, update: { $inc: { "_id.x": 1 } } as Document, upsert: true },
  };
  const error = await errorOf(t, () => rows.bulkWrite([...updates, broken], { ordered: false }));
  t.deepEqual(
    error["writeErrors"].map(({ index }: Document) => index),
    [250],
  );
  const { matchedCount, modifiedCount, upsertedCount, upsertedIds } = error["result"];
  t.deepEqual([matchedCount, modifiedCount, upsertedCount], [150, 150, 100]);
  t.deepEqual(upsertedIds, Object.fromEntries(updates.slice(150).map((_update, at) => [at + 150, at + 150])));
  t.is(await rows.countDocuments({ a: 1 }), 250);

  const deletions = Array.from({ length: 250 }, (_unused, _id) => ({ deleteMany: { filter: { _id } } }));
  const removed = await rows.bulkWrite(deletions, { ordered: false });
  t.is(removed.deletedCount, 250);
});
