import test, { type ExecutionContext } from "ava";
import { Decimal128, Long, type Collection, type Document, type Filter } from "mongodb";
import { errorOf, openDatabase } from "../helpers/server-under-test.ts";

interface Row {
  _id: number;
  [field: string]: unknown;
}

const storedRows: Row[] = [
  {
    _id: 1,
    a: 1,
    tags: ["x", "y"],
    runs: [
      { run_id: "r1", n: 1 },
      { run_id: "r2", n: 5 },
    ],
  },
  { _id: 2, a: 2.5, tags: [], at: new Date(100), deep: { b: { c: 1 } } },
  { _id: 3, a: null, tags: "x", at: new Date(200) },
  { _id: 4, name: "Ryzen 7 5800X", runs: [{ run_id: "r3", n: 3 }], deep: [{ b: { c: 2 } }, 7] },
  { _id: 5, a: "1", tags: [["z"]], a2: Long.fromNumber(1) },
  { _id: 6, a: [1, 10], name: "line\nbreak" },
];

async function filled(t: ExecutionContext): Promise<Collection<Row>> {
  const rows = (await openDatabase(t)).collection<Row>("rows");
  await rows.insertMany(storedRows);
  return rows;
}

async function ids(rows: Collection<Row>, filter: Document): Promise<number[]> {
  return (
    await rows
      .find(filter as Filter<Row>)
      .sort({ _id: 1 })
      .toArray()
  ).map(({ _id }) => _id);
}

/**
 * Filters, each with the ids of the documents that match. The tests run each filter with and without indexes,
 * which must not change a result.
 */
const cases: readonly (readonly [filter: Document, expected: readonly number[]])[] = [
  // Cases from the pages "Query Documents" and "$eq" of MongoDB's manual.
  [{}, [1, 2, 3, 4, 5, 6]],
  [{ a: 1 }, [1, 6]],
  [{ a: 1.0 }, [1, 6]],
  [{ a: Decimal128.fromString("2.50") }, [2]],
  [{ a: { $eq: "1" } }, [5]],
  [{ a: [1, 10] }, [6]],
  [{ a: [10, 1] }, []],
  [{ _id: 2, a: 2.5 }, [2]],
  // Cases from the page "Query for Null or Missing Fields" of MongoDB's manual.
  [{ a: null }, [3, 4]],
  [{ a: { $ne: null } }, [1, 2, 5, 6]],
  [{ a: { $exists: false } }, [4]],
  [{ a: { $exists: true } }, [1, 2, 3, 5, 6]],
  [{ "deep.b.c": null }, [1, 3, 5, 6]],
  [{ "deep.b.c": { $exists: false } }, [1, 3, 5, 6]],
  // Cases from the pages "$gt" and "$lt" (type bracketing) of MongoDB's manual.
  [{ a: { $gt: 1 } }, [2, 6]],
  [{ a: { $gte: 1, $lt: 2 } }, [1, 6]],
  [{ a: { $gt: 2, $lt: 9 } }, [2, 6]],
  [{ a: { $lt: "2" } }, [5]],
  [{ a: { $lte: null } }, [3, 4]],
  [{ at: { $gt: new Date(100) } }, [3]],
  [{ at: { $gte: new Date(100), $lte: new Date(200) } }, [2, 3]],
  [{ at: { $lt: 1000 } }, []],
  // Cases from the pages "$in", "$nin" and "$ne" of MongoDB's manual.
  [{ a: { $in: [1, "1", null] } }, [1, 3, 4, 5, 6]],
  [{ a: { $in: [] } }, []],
  [{ a: { $nin: [1, null] } }, [2, 5]],
  [{ _id: { $nin: [1, 2, 3] } }, [4, 5, 6]],
  [{ _id: { $in: [5, 1, 1, 99] } }, [1, 5]],
  [{ a: { $ne: 1 } }, [2, 3, 4, 5]],
  [{ name: { $in: [/^ryz/i] } }, [4]],
  // Cases from the pages "$and", "$or", "$nor" and "$not" of MongoDB's manual.
  [{ $or: [{ a: 2.5 }, { tags: "y" }] }, [1, 2]],
  [{ $and: [{ a: 1 }, { tags: "x" }] }, [1]],
  [{ $nor: [{ a: 1 }, { a: null }] }, [2, 5]],
  [{ a: { $not: { $gt: 1 } } }, [1, 3, 4, 5]],
  // Cases from the pages "Query an Array", "$all", "$size" and "$elemMatch" of MongoDB's manual.
  [{ tags: "x" }, [1, 3]],
  [{ tags: ["z"] }, [5]],
  [{ tags: [] }, [2]],
  [{ tags: { $size: 0 } }, [2]],
  [{ tags: { $size: 1 } }, [5]],
  [{ tags: { $all: ["y", "x"] } }, [1]],
  [{ tags: { $all: [] } }, []],
  [{ "tags.0": "x" }, [1]],
  [{ "tags.1": { $exists: true } }, [1]],
  [{ a: { $elemMatch: { $gt: 5 } } }, [6]],
  [{ a: { $elemMatch: { $gt: 2, $lt: 9 } } }, []],
  // Cases from the page "Query an Array of Embedded Documents" of MongoDB's manual.
  [{ "runs.run_id": "r2" }, [1]],
  [{ "runs.0.n": 3 }, [4]],
  [{ "runs.run_id": "r1", "runs.n": 5 }, [1]],
  [{ runs: { $elemMatch: { run_id: "r1", n: 5 } } }, []],
  [{ runs: { $elemMatch: { run_id: "r2", n: { $gte: 5 } } } }, [1]],
  [{ "deep.b.c": { $gte: 1 } }, [2, 4]],
  [{ deep: { b: { c: 1 } } }, [2]],
  // Cases from the pages "$type" and "$regex" of MongoDB's manual.
  [{ a: { $type: "string" } }, [5]],
  [{ a: { $type: "number" } }, [1, 2, 6]],
  [{ tags: { $type: "array" } }, [1, 2, 5]],
  [{ name: /5800x/i }, [4]],
  [{ name: { $regex: "^ryzen", $options: "i" } }, [4]],
  [{ name: { $regex: "^break", $options: "m" } }, [6]],
  [{ name: { $regex: "e.b" } }, []],
  [{ name: { $regex: "e.b", $options: "s" } }, [6]],
  [{ name: { $not: /ryzen/i } }, [1, 2, 3, 5, 6]],
];

test("each filter finds the documents that MongoDB's manual describes", async (t) => {
  const rows = await filled(t);
  for (const [filter, expected] of cases)
    t.deepEqual(await ids(rows, filter), expected, JSON.stringify(filter));
});

test("each filter finds the same documents when all paths have indexes", async (t) => {
  const rows = await filled(t);
  const paths = ["a", "tags", "at", "name", "deep.b.c", "runs.run_id", "runs.n"];
  for (const path of paths) await rows.createIndex({ [path]: 1 });
  await rows.createIndex({ a: -1, _id: 1 });
  await rows.createIndex({ at: -1 }, { sparse: true, name: "sparse" });
  await rows.createIndex({ name: 1, _id: -1 }, { partialFilterExpression: { name: { $exists: true } } });
  for (const [filter, expected] of cases)
    t.deepEqual(await ids(rows, filter), expected, JSON.stringify(filter));
});

// The test follows the pages "Query Predicates" and "Error Codes" of MongoDB's manual.
test("the MongoDB server refuses unknown operators and wrong operands of filters", async (t) => {
  const rows = await filled(t);
  const refused: readonly (readonly [filter: Document, code: number])[] = [
    [{ a: { $foo: 1 } }, 2],
    [{ $foo: [] }, 2],
    [{ a: { $gt: 1, b: 2 } }, 2],
    [{ a: { $in: 5 } }, 2],
    [{ $or: [] }, 2],
    [{ $and: {} }, 2],
    [{ a: { $size: -1 } }, 2],
    [{ a: { $regex: "(" } }, 51091],
    [{ a: { $elemMatch: 1 } }, 2],
    [{ a: { $not: 1 } }, 2],
    [{ a: { $type: "colour" } }, 2],
  ];
  for (const [filter, code] of refused)
    t.is(
      (await errorOf(t, () => rows.find(filter as Filter<Row>).toArray()))["code"],
      code,
      JSON.stringify(filter),
    );
});

// The test follows the page "Project Fields to Return from Query" of MongoDB's manual.
test("a projection returns the fields that it includes, or all but those that it excludes", async (t) => {
  const rows = await filled(t);
  const one = async (_id: number, projection: Document): Promise<unknown> =>
    rows.findOne({ _id }, { projection });
  t.deepEqual(await one(1, { a: 1 }), { _id: 1, a: 1 });
  t.deepEqual(await one(1, { _id: 0, tags: 1 }), { tags: ["x", "y"] });
  t.deepEqual(await one(1, { _id: 0, "runs.n": 1 }), { runs: [{ n: 1 }, { n: 5 }] });
  t.deepEqual(await one(2, { tags: 0, at: 0, "deep.b.c": 0 }), { _id: 2, a: 2.5, deep: { b: {} } });
  t.deepEqual(await one(4, { _id: 0, "deep.b": 1 }), { deep: [{ b: { c: 2 } }] });
  t.deepEqual(await one(4, { _id: 1 }), { _id: 4 });
  t.is((await errorOf(t, () => one(1, { a: 1, tags: 0 })))["code"], 31254);
});

// The test follows the pages "cursor.sort()", "cursor.skip()", "cursor.limit()" and "Cursor Batches" of MongoDB's
// manual.
test("a find command applies its sort, skip, limit and batch size", async (t) => {
  const many = (await openDatabase(t)).collection<{ _id: number; g: number }>("many");
  await many.insertMany(Array.from({ length: 350 }, (_, _id) => ({ _id, g: _id % 7 })));
  t.is((await many.find().toArray()).length, 350);
  t.is((await many.find().batchSize(13).toArray()).length, 350);
  t.deepEqual(
    (await many.find().sort({ g: -1, _id: 1 }).skip(1).limit(2).toArray()).map(({ _id }) => _id),
    [13, 20],
  );
  await many.createIndex({ g: 1, _id: -1 });
  t.deepEqual(
    (await many.find().sort({ g: -1, _id: 1 }).skip(1).limit(2).toArray()).map(({ _id }) => _id),
    [13, 20],
  );
  t.deepEqual(
    (
      await many
        .find({ g: { $in: [5, 2] } })
        .sort({ g: 1, _id: -1 })
        .limit(1)
        .toArray()
    ).map(({ _id }) => _id),
    [345],
  );
  t.deepEqual(
    (
      await many
        .find({ g: { $in: [2, 5] } })
        .sort({ g: -1, _id: 1 })
        .limit(1)
        .toArray()
    ).map(({ _id }) => _id),
    [5],
  );
  const cursor = many.find().batchSize(10);
  await cursor.next();
  const { id } = cursor;
  await cursor.close();
  const gone = await errorOf(t, () => many.db.command({ getMore: id, collection: "many" }));
  t.is(gone["code"], 43);
});

// According to MongoDB's manual ("Sort", "Arrays"), an ascending sort compares the least element of an array, a
// descending sort the greatest; an empty array comes first.
test("a sort compares an array by its least element, or by its greatest if descending", async (t) => {
  const rows = (await openDatabase(t)).collection<Row>("rows");
  await rows.insertMany([
    { _id: 1, v: [5, 1] },
    { _id: 2, v: [] },
    { _id: 3, v: null },
    { _id: 4, v: 3 },
  ]);
  const order = async (direction: 1 | -1): Promise<number[]> =>
    (await rows.find().sort({ v: direction }).toArray()).map(({ _id }) => _id);
  t.deepEqual(await order(1), [2, 3, 1, 4]);
  t.deepEqual(await order(-1), [1, 4, 3, 2]);
  await rows.createIndex({ v: 1 });
  t.deepEqual(await order(1), [2, 3, 1, 4]);
  // A sort compares the least of all elements of an array, even if that element does not match the filter.
  const above = await rows
    .find({ v: { $gte: 3 } })
    .sort({ v: 1 })
    .toArray();
  t.deepEqual(
    above.map(({ _id }) => _id),
    [1, 4],
  );
});

// According to MongoDB's manual, `maxTimeMS` limits the time that the server takes; the pauses of the client do not
// count.
test("the pauses of a reader do not count towards the time limit of its search", async (t) => {
  const rows = (await openDatabase(t)).collection<Row>("rows");
  await rows.insertMany(Array.from({ length: 2000 }, (_, _id) => ({ _id })));
  const cursor = rows.find({}, { maxTimeMS: 3000, batchSize: 100 });
  await cursor.next();
  await new Promise((resolve) => setTimeout(resolve, 3300));
  t.is((await cursor.toArray()).length, 1999);
});

// The emulator limits the length of index keys, but not the length of the texts in a filter.
test("a filter with a text longer than the maximum index key finds documents like any other filter", async (t) => {
  const rows = (await openDatabase(t)).collection<{ _id: string; s: string }>("rows");
  await rows.createIndex({ s: 1 });
  await rows.createIndex({ u: -1, s: 1 });
  const stored = ["a", "x".repeat(500), "x".repeat(600), "xy", "z"];
  await rows.insertMany(stored.map((s) => ({ _id: s, s, u: s })));
  const long = "x".repeat(5000);
  for (const path of ["_id", "s", "u"]) {
    const found = async (condition: unknown): Promise<string[]> =>
      (await rows.find({ [path]: condition } as never).toArray()).map(({ s }) => s).sort();
    t.deepEqual(await found(long), [], path);
    t.deepEqual(await found({ $in: [long, "a", `${long}y`] }), ["a"], path);
    t.deepEqual(await found({ $gt: long }), ["xy", "z"], path);
    t.deepEqual(await found({ $gte: long, $lt: "z" }), ["xy"], path);
    t.deepEqual(await found({ $lt: long }), ["a", "x".repeat(500), "x".repeat(600)], path);
    t.deepEqual(await found({ $lte: long, $gt: "a" }), ["x".repeat(500), "x".repeat(600)], path);
  }
  t.is((await rows.updateOne({ _id: long }, { $set: { s: "b" } })).matchedCount, 0);
  t.is((await rows.deleteOne({ s: long })).deletedCount, 0);
});

// The test follows the pages "count" and "distinct" of MongoDB's manual.
test("count and distinct cover the documents that match their filters", async (t) => {
  const rows = await filled(t);
  t.is(await rows.estimatedDocumentCount(), 6);
  t.is(await rows.countDocuments({ a: 1 }), 2);
  t.is(await rows.countDocuments({}, { skip: 2, limit: 3 }), 3);
  t.deepEqual(new Set(await rows.distinct("runs.run_id")), new Set(["r1", "r2", "r3"]));
  t.deepEqual(new Set(await rows.distinct("a", { _id: { $in: [1, 6] } })), new Set([1, 10]));
});
