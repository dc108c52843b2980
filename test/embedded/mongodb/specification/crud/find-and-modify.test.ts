import test from "ava";
import { byId, specifies, type CrudCase } from "./crud-cases.ts";
import { errorOf, openDatabase } from "../../helpers.ts";

// Each table carries over the cases of the file of MongoDB's driver specifications that its comment names: documents,
// operations and outcomes are theirs.

interface Row {
  _id: number;
  x: number;
}

const THREE: readonly Row[] = byId({ 1: 11, 2: 22, 3: 33 });
const ADD_ONE = { $inc: { x: 1 } };

/** The natural order is that of `x`; this one shows that the sort counts. */
const GREATEST = { projection: { x: 1, _id: 0 }, sort: { x: -1 } } as const;

/** Of several the least, and of that only `x`. */
const LEAST = { projection: { x: 1, _id: 0 }, sort: { x: 1 } } as const;
const NEW = { ...LEAST, returnDocument: "after" } as const;

// MongoDB's driver specifications, CRUD: findOneAndDelete
specifies("findOneAndDelete", THREE, [
  {
    name: "the first of several",
    run: (rows) => rows.findOneAndDelete({ _id: { $gt: 1 } }, LEAST),
    gives: { x: 22 },
    leaves: byId({ 1: 11, 3: 33 }),
  },
  {
    name: "one",
    run: (rows) => rows.findOneAndDelete({ _id: 2 }, LEAST),
    gives: { x: 22 },
    leaves: byId({ 1: 11, 3: 33 }),
  },
  {
    name: "the last of several",
    run: (rows) => rows.findOneAndDelete({ _id: { $lt: 3 } }, GREATEST),
    gives: { x: 22 },
    leaves: byId({ 1: 11, 3: 33 }),
  },
  { name: "none", run: (rows) => rows.findOneAndDelete({ _id: 4 }, LEAST), gives: null },
]);

const WITH_REPLACED = byId({ 1: 11, 2: 32, 3: 33 });

// MongoDB's driver specifications, CRUD: findOneAndReplace
specifies("findOneAndReplace", THREE, [
  {
    name: "the first of several, as it was",
    run: (rows) => rows.findOneAndReplace({ _id: { $gt: 1 } }, { x: 32 }, LEAST),
    gives: { x: 22 },
    leaves: WITH_REPLACED,
  },
  {
    name: "the first of several, as it is now",
    run: (rows) => rows.findOneAndReplace({ _id: { $gt: 1 } }, { x: 32 }, NEW),
    gives: { x: 32 },
    leaves: WITH_REPLACED,
  },
  {
    name: "one, as it was",
    run: (rows) => rows.findOneAndReplace({ _id: 2 }, { x: 32 }, LEAST),
    gives: { x: 22 },
    leaves: WITH_REPLACED,
  },
  {
    name: "one, as it is now",
    run: (rows) => rows.findOneAndReplace({ _id: 2 }, { x: 32 }, NEW),
    gives: { x: 32 },
    leaves: WITH_REPLACED,
  },
  {
    name: "the last of several, as it was",
    run: (rows) => rows.findOneAndReplace({ _id: { $lt: 3 } }, { x: 32 }, GREATEST),
    gives: { x: 22 },
    leaves: WITH_REPLACED,
  },
  { name: "none", run: (rows) => rows.findOneAndReplace({ _id: 4 }, { x: 44 }, LEAST), gives: null },
  { name: "none, new", run: (rows) => rows.findOneAndReplace({ _id: 4 }, { x: 44 }, NEW), gives: null },
]);

const WITH_FOURTH = byId({ 1: 11, 2: 22, 3: 33, 4: 44 });

// MongoDB's driver specifications, CRUD: findOneAndReplace-upsert
specifies(
  "findOneAndReplace as an upsert",
  THREE,
  [{ x: 44 }, { _id: 4, x: 44 }].flatMap((replacement): CrudCase<Row>[] => [
    {
      name: `${JSON.stringify(replacement)}, what was`,
      run: (rows) =>
        rows.findOneAndReplace({ _id: 4 }, replacement, {
          projection: LEAST.projection,
          upsert: true,
        }),
      gives: null,
      leaves: WITH_FOURTH,
    },
    {
      name: `${JSON.stringify(replacement)}, what is`,
      run: (rows) => rows.findOneAndReplace({ _id: 4 }, replacement, { ...NEW, upsert: true }),
      gives: { x: 44 },
      leaves: WITH_FOURTH,
    },
  ]),
);

const WITH_UPDATED = byId({ 1: 11, 2: 23, 3: 33 });
const WITH_UPSERTED = byId({ 1: 11, 2: 22, 3: 33, 4: 1 });

// MongoDB's driver specifications, CRUD: findOneAndUpdate
specifies("findOneAndUpdate", THREE, [
  {
    name: "the first of several, as it was",
    run: (rows) => rows.findOneAndUpdate({ _id: { $gt: 1 } }, ADD_ONE, LEAST),
    gives: { x: 22 },
    leaves: WITH_UPDATED,
  },
  {
    name: "the first of several, as it is now",
    run: (rows) => rows.findOneAndUpdate({ _id: { $gt: 1 } }, ADD_ONE, NEW),
    gives: { x: 23 },
    leaves: WITH_UPDATED,
  },
  {
    name: "one, as it was",
    run: (rows) => rows.findOneAndUpdate({ _id: 2 }, ADD_ONE, LEAST),
    gives: { x: 22 },
    leaves: WITH_UPDATED,
  },
  {
    name: "one, as it is now",
    run: (rows) => rows.findOneAndUpdate({ _id: 2 }, ADD_ONE, NEW),
    gives: { x: 23 },
    leaves: WITH_UPDATED,
  },
  {
    name: "the last of several, as it was",
    run: (rows) => rows.findOneAndUpdate({ _id: { $lt: 3 } }, ADD_ONE, GREATEST),
    gives: { x: 22 },
    leaves: WITH_UPDATED,
  },
  { name: "none", run: (rows) => rows.findOneAndUpdate({ _id: 4 }, ADD_ONE, LEAST), gives: null },
  { name: "none, new", run: (rows) => rows.findOneAndUpdate({ _id: 4 }, ADD_ONE, NEW), gives: null },
  {
    name: "an upsert, what was",
    run: (rows) => rows.findOneAndUpdate({ _id: 4 }, ADD_ONE, { projection: LEAST.projection, upsert: true }),
    gives: null,
    leaves: WITH_UPSERTED,
  },
  {
    name: "an upsert, what is",
    run: (rows) => rows.findOneAndUpdate({ _id: 4 }, ADD_ONE, { ...NEW, upsert: true }),
    gives: { x: 1 },
    leaves: WITH_UPSERTED,
  },
]);

// MongoDB's driver specifications, CRUD: findOneAndDelete-comment, findOneAndReplace-comment, findOneAndUpdate-comment
specifies(
  "a comment changes nothing about a findAndModify",
  THREE,
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

// MongoDB's driver specifications, CRUD: findOneAndUpdate-errorResponse
test("a duplicate key of an upsert is told with its index", async (t) => {
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
