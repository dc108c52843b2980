import test from "ava";
import { byId, specifies, type CrudCase } from "./crud-cases.ts";
import { errorOf, openDatabase } from "../../helpers/server-under-test.ts";

// Each table below repeats the cases of one file of MongoDB's driver specifications, with the same documents,
// operations and results. A comment above each table names the file.

interface Row {
  _id: number;
  x: number;
}

const threeRows: readonly Row[] = byId({ 1: 11, 2: 22, 3: 33 });
const addOne = { $inc: { x: 1 } };

/**
 * Options that sort by descending `x`. The documents are stored in ascending order of `x`, so that the result shows
 * whether the sort was applied.
 */
const greatest = { projection: { x: 1, _id: 0 }, sort: { x: -1 } } as const;

/** Options that choose the document with the least `x`, and return only the field `x`. */
const least = { projection: { x: 1, _id: 0 }, sort: { x: 1 } } as const;
const leastAfter = { ...least, returnDocument: "after" } as const;

// Cases from MongoDB's driver specifications, CRUD: findOneAndDelete
specifies("findOneAndDelete does what the CRUD specification expects", threeRows, [
  {
    name: "the first of several matches",
    run: (rows) => rows.findOneAndDelete({ _id: { $gt: 1 } }, least),
    gives: { x: 22 },
    leaves: byId({ 1: 11, 3: 33 }),
  },
  {
    name: "one match",
    run: (rows) => rows.findOneAndDelete({ _id: 2 }, least),
    gives: { x: 22 },
    leaves: byId({ 1: 11, 3: 33 }),
  },
  {
    name: "the last of several matches",
    run: (rows) => rows.findOneAndDelete({ _id: { $lt: 3 } }, greatest),
    gives: { x: 22 },
    leaves: byId({ 1: 11, 3: 33 }),
  },
  { name: "no match", run: (rows) => rows.findOneAndDelete({ _id: 4 }, least), gives: null },
]);

const rowsWithReplaced = byId({ 1: 11, 2: 32, 3: 33 });

// Cases from MongoDB's driver specifications, CRUD: findOneAndReplace
specifies("findOneAndReplace does what the CRUD specification expects", threeRows, [
  {
    name: "the first of several matches, returned before the change",
    run: (rows) => rows.findOneAndReplace({ _id: { $gt: 1 } }, { x: 32 }, least),
    gives: { x: 22 },
    leaves: rowsWithReplaced,
  },
  {
    name: "the first of several matches, returned after the change",
    run: (rows) => rows.findOneAndReplace({ _id: { $gt: 1 } }, { x: 32 }, leastAfter),
    gives: { x: 32 },
    leaves: rowsWithReplaced,
  },
  {
    name: "one match, returned before the change",
    run: (rows) => rows.findOneAndReplace({ _id: 2 }, { x: 32 }, least),
    gives: { x: 22 },
    leaves: rowsWithReplaced,
  },
  {
    name: "one match, returned after the change",
    run: (rows) => rows.findOneAndReplace({ _id: 2 }, { x: 32 }, leastAfter),
    gives: { x: 32 },
    leaves: rowsWithReplaced,
  },
  {
    name: "the last of several matches, returned before the change",
    run: (rows) => rows.findOneAndReplace({ _id: { $lt: 3 } }, { x: 32 }, greatest),
    gives: { x: 22 },
    leaves: rowsWithReplaced,
  },
  { name: "no match", run: (rows) => rows.findOneAndReplace({ _id: 4 }, { x: 44 }, least), gives: null },
  {
    name: "no match, returned after the change",
    run: (rows) => rows.findOneAndReplace({ _id: 4 }, { x: 44 }, leastAfter),
    gives: null,
  },
]);

const rowsWithFourth = byId({ 1: 11, 2: 22, 3: 33, 4: 44 });

// Cases from MongoDB's driver specifications, CRUD: findOneAndReplace-upsert
specifies(
  "findOneAndReplace can be an upsert",
  threeRows,
  [{ x: 44 }, { _id: 4, x: 44 }].flatMap((replacement): CrudCase<Row>[] => [
    {
      name: `${JSON.stringify(replacement)}, returned before the change`,
      run: (rows) =>
        rows.findOneAndReplace({ _id: 4 }, replacement, {
          projection: least.projection,
          upsert: true,
        }),
      gives: null,
      leaves: rowsWithFourth,
    },
    {
      name: `${JSON.stringify(replacement)}, returned after the change`,
      run: (rows) => rows.findOneAndReplace({ _id: 4 }, replacement, { ...leastAfter, upsert: true }),
      gives: { x: 44 },
      leaves: rowsWithFourth,
    },
  ]),
);

const rowsWithUpdated = byId({ 1: 11, 2: 23, 3: 33 });
const rowsWithUpserted = byId({ 1: 11, 2: 22, 3: 33, 4: 1 });

// Cases from MongoDB's driver specifications, CRUD: findOneAndUpdate
specifies("findOneAndUpdate does what the CRUD specification expects", threeRows, [
  {
    name: "the first of several matches, returned before the change",
    run: (rows) => rows.findOneAndUpdate({ _id: { $gt: 1 } }, addOne, least),
    gives: { x: 22 },
    leaves: rowsWithUpdated,
  },
  {
    name: "the first of several matches, returned after the change",
    run: (rows) => rows.findOneAndUpdate({ _id: { $gt: 1 } }, addOne, leastAfter),
    gives: { x: 23 },
    leaves: rowsWithUpdated,
  },
  {
    name: "one match, returned before the change",
    run: (rows) => rows.findOneAndUpdate({ _id: 2 }, addOne, least),
    gives: { x: 22 },
    leaves: rowsWithUpdated,
  },
  {
    name: "one match, returned after the change",
    run: (rows) => rows.findOneAndUpdate({ _id: 2 }, addOne, leastAfter),
    gives: { x: 23 },
    leaves: rowsWithUpdated,
  },
  {
    name: "the last of several matches, returned before the change",
    run: (rows) => rows.findOneAndUpdate({ _id: { $lt: 3 } }, addOne, greatest),
    gives: { x: 22 },
    leaves: rowsWithUpdated,
  },
  { name: "no match", run: (rows) => rows.findOneAndUpdate({ _id: 4 }, addOne, least), gives: null },
  {
    name: "no match, returned after the change",
    run: (rows) => rows.findOneAndUpdate({ _id: 4 }, addOne, leastAfter),
    gives: null,
  },
  {
    name: "an upsert, returned before the change",
    run: (rows) => rows.findOneAndUpdate({ _id: 4 }, addOne, { projection: least.projection, upsert: true }),
    gives: null,
    leaves: rowsWithUpserted,
  },
  {
    name: "an upsert, returned after the change",
    run: (rows) => rows.findOneAndUpdate({ _id: 4 }, addOne, { ...leastAfter, upsert: true }),
    gives: { x: 1 },
    leaves: rowsWithUpserted,
  },
]);

// Cases from MongoDB's driver specifications, CRUD: findOneAndDelete-comment, findOneAndReplace-comment,
// findOneAndUpdate-comment
specifies(
  "a comment does not change the result of a findAndModify",
  threeRows,
  ["why", { key: "value" }].flatMap((comment): CrudCase<Row>[] => [
    {
      name: "findOneAndDelete",
      run: (rows) => rows.findOneAndDelete({ _id: 1 }, { comment }),
      gives: { _id: 1, x: 11 },
      leaves: byId({ 2: 22, 3: 33 }),
    },
    {
      name: "findOneAndReplace",
      run: (rows) => rows.findOneAndReplace({ _id: 1 }, { x: 5 }, { comment }),
      gives: { _id: 1, x: 11 },
      leaves: byId({ 1: 5, 2: 22, 3: 33 }),
    },
    {
      name: "findOneAndUpdate",
      run: (rows) => rows.findOneAndUpdate({ _id: 1 }, { $set: { x: 5 } }, { comment }),
      gives: { _id: 1, x: 11 },
      leaves: byId({ 1: 5, 2: 22, 3: 33 }),
    },
  ]),
);

// Cases from MongoDB's driver specifications, CRUD: findOneAndUpdate-errorResponse
test("the error of an upsert with a duplicate key names the index", async (t) => {
  const rows = (await openDatabase(t)).collection<{ _id: number; x: string }>("rows");
  await rows.insertOne({ _id: 1, x: "foo" });
  await rows.createIndex({ x: 1 }, { unique: true });
  const error = await errorOf(t, () =>
    rows.findOneAndUpdate({ _id: 2 }, { $set: { x: "foo" } }, { upsert: true }),
  );
  t.is(error["code"], 11000);
  t.like(error["errorResponse"], { keyPattern: { x: 1 }, keyValue: { x: "foo" } });
  t.is(await rows.countDocuments(), 1);
});
