import type { Collection } from "mongodb";
import {
  anyFilter,
  bulk,
  byId,
  deleted,
  partialFailure,
  specifies,
  updated,
  type CrudCase,
} from "./crud-cases.ts";

// Each table below repeats the cases of one file of MongoDB's driver specifications, with the same documents,
// operations and results. A comment above each table names the file.

interface Row {
  _id: number;
  x: number;
}

const oneRow: readonly Row[] = byId({ 1: 11 });
const threeRows: readonly Row[] = byId({ 1: 11, 2: 22, 3: 33 });

// Cases from MongoDB's driver specifications, CRUD: insertOne
specifies("insertOne does what the CRUD specification expects", oneRow, [
  {
    name: "a new document",
    run: (rows) => rows.insertOne({ _id: 2, x: 22 }),
    gives: { acknowledged: true, insertedId: 2 },
    leaves: byId({ 1: 11, 2: 22 }),
  },
]);

// Cases from MongoDB's driver specifications, CRUD: insertMany
specifies("insertMany does what the CRUD specification expects", oneRow, [
  {
    name: "new documents",
    run: (rows) => rows.insertMany(byId({ 2: 22, 3: 33 }), { ordered: true }),
    gives: { acknowledged: true, insertedCount: 2, insertedIds: { 0: 2, 1: 3 } },
    leaves: threeRows,
  },
  {
    name: "unordered, the first document exists already",
    run: (rows) => partialFailure(rows.insertMany(byId({ 1: 11, 2: 22, 3: 33 }), { ordered: false })),
    gives: bulk({ code: 11000, failed: [0], inserted: 2 }),
    leaves: threeRows,
  },
  {
    name: "unordered, an _id twice",
    run: (rows) =>
      partialFailure(rows.insertMany([...byId({ 2: 22 }), ...byId({ 2: 22, 3: 33 })], { ordered: false })),
    gives: bulk({ code: 11000, failed: [1], inserted: 2 }),
    leaves: threeRows,
  },
]);

const addOne = { $inc: { x: 1 } };

// Cases from MongoDB's driver specifications, CRUD: updateOne
specifies("updateOne does what the CRUD specification expects", threeRows, [
  {
    name: "one of several",
    run: (rows) => rows.updateOne({ _id: { $gt: 1 } }, addOne),
    gives: updated(1, 1),
    leaves: "open",
  },
  {
    name: "one",
    run: (rows) => rows.updateOne({ _id: 1 }, addOne),
    gives: updated(1, 1),
    leaves: byId({ 1: 12, 2: 22, 3: 33 }),
  },
  { name: "none", run: (rows) => rows.updateOne({ _id: 4 }, addOne), gives: updated(0, 0) },
  {
    name: "an upsert",
    run: (rows) => rows.updateOne({ _id: 4 }, addOne, { upsert: true }),
    gives: updated(0, 0, 4),
    leaves: byId({ 1: 11, 2: 22, 3: 33, 4: 1 }),
  },
]);

// Cases from MongoDB's driver specifications, CRUD: updateMany
specifies("updateMany does what the CRUD specification expects", threeRows, [
  {
    name: "several",
    run: (rows) => rows.updateMany({ _id: { $gt: 1 } }, addOne),
    gives: updated(2, 2),
    leaves: byId({ 1: 11, 2: 23, 3: 34 }),
  },
  {
    name: "one",
    run: (rows) => rows.updateMany({ _id: 1 }, addOne),
    gives: updated(1, 1),
    leaves: byId({ 1: 12, 2: 22, 3: 33 }),
  },
  { name: "none", run: (rows) => rows.updateMany({ _id: 4 }, addOne), gives: updated(0, 0) },
  {
    name: "an upsert",
    run: (rows) => rows.updateMany({ _id: 4 }, addOne, { upsert: true }),
    gives: updated(0, 0, 4),
    leaves: byId({ 1: 11, 2: 22, 3: 33, 4: 1 }),
  },
]);

// Cases from MongoDB's driver specifications, CRUD: replaceOne
specifies("replaceOne does what the CRUD specification expects", threeRows, [
  {
    name: "one of several",
    run: (rows) => rows.replaceOne({ _id: { $gt: 1 } }, { x: 111 }),
    gives: updated(1, 1),
    leaves: "open",
  },
  {
    name: "one, with its _id",
    run: (rows) => rows.replaceOne({ _id: 1 }, row(1, 111)),
    gives: updated(1, 1),
    leaves: byId({ 1: 111, 2: 22, 3: 33 }),
  },
  { name: "none", run: (rows) => rows.replaceOne({ _id: 4 }, row(4, 1)), gives: updated(0, 0) },
  {
    name: "an upsert with the _id of the filter",
    run: (rows) => rows.replaceOne({ _id: 4 }, { x: 1 }, { upsert: true }),
    gives: updated(0, 0, 4),
    leaves: byId({ 1: 11, 2: 22, 3: 33, 4: 1 }),
  },
  {
    name: "an upsert with the _id of both",
    run: (rows) => rows.replaceOne({ _id: 4 }, row(4, 1), { upsert: true }),
    gives: updated(0, 0, 4),
    leaves: byId({ 1: 11, 2: 22, 3: 33, 4: 1 }),
  },
]);

/** Returns a replacement with an `_id`, which the driver's types do not allow. */
function row(_id: number, x: number): Omit<Row, "_id"> {
  const replacement: Row = { _id, x };
  return replacement;
}

// Cases from MongoDB's driver specifications, CRUD: deleteOne
specifies("deleteOne does what the CRUD specification expects", threeRows, [
  {
    name: "one of several",
    run: async (rows) => [await rows.deleteOne({ _id: { $gt: 1 } }), await rows.countDocuments()],
    gives: [deleted(1), 2],
    leaves: "open",
  },
  {
    name: "one",
    run: (rows) => rows.deleteOne({ _id: 2 }),
    gives: deleted(1),
    leaves: byId({ 1: 11, 3: 33 }),
  },
  { name: "none", run: (rows) => rows.deleteOne({ _id: 4 }), gives: deleted(0) },
]);

// Cases from MongoDB's driver specifications, CRUD: deleteMany
specifies("deleteMany does what the CRUD specification expects", threeRows, [
  { name: "several", run: (rows) => rows.deleteMany({ _id: { $gt: 1 } }), gives: deleted(2), leaves: oneRow },
  { name: "none", run: (rows) => rows.deleteMany({ _id: 4 }), gives: deleted(0) },
]);

// Cases from MongoDB's driver specifications, CRUD: create-null-ids. With the option, the driver does not put an
// ObjectId in place of an `_id` that is null.
const serverMakesId = { forceServerObjectId: true };
const nullId = { _id: null as unknown as number };
const nullIdCases: readonly (readonly [
  name: string,
  run: (rows: Collection<{ _id: number }>) => Promise<unknown>,
])[] = [
  ["insertOne", (rows) => rows.insertOne({ ...nullId }, serverMakesId)],
  ["insertMany", (rows) => rows.insertMany([{ ...nullId }], serverMakesId)],
  ["updateOne", (rows) => rows.updateOne(nullId, { $unset: { a: "" } }, { upsert: true })],
  ["updateMany", (rows) => rows.updateMany(nullId, { $unset: { a: "" } }, { upsert: true })],
  ["replaceOne", (rows) => rows.replaceOne({}, nullId, { upsert: true })],
  ["bulkWrite", (rows) => rows.bulkWrite([{ insertOne: { document: { ...nullId } } }], serverMakesId)],
];

specifies<{ _id: number }>(
  "null is a valid _id",
  [],
  nullIdCases.map(([name, run]) => ({
    name,
    run: async (rows) => {
      await run(rows);
      return rows.countDocuments(anyFilter({ _id: { $type: "null" } }));
    },
    gives: 1,
    leaves: [{ _id: null }],
  })),
);

// Cases from MongoDB's driver specifications, CRUD: insertOne-comment, insertMany-comment, updateOne-comment,
// updateMany-comment, replaceOne-comment, deleteOne-comment, deleteMany-comment
specifies(
  "a comment does not change the result of a write",
  oneRow,
  ["why", { key: "value" }].flatMap((comment): CrudCase<Row>[] => [
    {
      name: "insertOne",
      run: (rows) => rows.insertOne({ _id: 2, x: 22 }, { comment }),
      leaves: byId({ 1: 11, 2: 22 }),
    },
    {
      name: "insertMany",
      run: (rows) => rows.insertMany([{ _id: 2, x: 22 }], { comment }),
      leaves: byId({ 1: 11, 2: 22 }),
    },
    {
      name: "updateOne",
      run: (rows) => rows.updateOne({ _id: 1 }, { $set: { x: 22 } }, { comment }),
      leaves: byId({ 1: 22 }),
    },
    {
      name: "updateMany",
      run: (rows) => rows.updateMany({ _id: 1 }, { $set: { x: 22 } }, { comment }),
      leaves: byId({ 1: 22 }),
    },
    {
      name: "replaceOne",
      run: (rows) => rows.replaceOne({ _id: 1 }, { x: 22 }, { comment }),
      leaves: byId({ 1: 22 }),
    },
    {
      name: "deleteOne",
      run: (rows) => rows.deleteOne({ _id: 1 }, { comment }),
      gives: deleted(1),
      leaves: [],
    },
    {
      name: "deleteMany",
      run: (rows) => rows.deleteMany({ _id: 1 }, { comment }),
      gives: deleted(1),
      leaves: [],
    },
  ]),
);

// Cases from MongoDB's driver specifications, CRUD: bypassDocumentValidation (the driver does not send false in some
// commands)
specifies(
  "bypassDocumentValidation changes nothing in a collection without validation",
  oneRow,
  [false, true].flatMap((bypassDocumentValidation): CrudCase<Row>[] => {
    const options = { bypassDocumentValidation };
    const both = byId({ 1: 11, 4: 44 });
    return [
      { name: "insertOne", run: (rows) => rows.insertOne({ _id: 4, x: 44 }, options), leaves: both },
      { name: "insertMany", run: (rows) => rows.insertMany([{ _id: 4, x: 44 }], options), leaves: both },
      {
        name: "bulkWrite",
        run: (rows) => rows.bulkWrite([{ insertOne: { document: { _id: 4, x: 44 } } }], options),
        leaves: both,
      },
      { name: "updateOne", run: (rows) => rows.updateOne({}, addOne, options), leaves: byId({ 1: 12 }) },
      { name: "updateMany", run: (rows) => rows.updateMany({}, addOne, options), leaves: byId({ 1: 12 }) },
      { name: "replaceOne", run: (rows) => rows.replaceOne({}, { x: 32 }, options), leaves: byId({ 1: 32 }) },
      {
        name: "findOneAndUpdate",
        run: (rows) => rows.findOneAndUpdate({}, addOne, options),
        leaves: byId({ 1: 12 }),
      },
      {
        name: "findOneAndReplace",
        run: (rows) => rows.findOneAndReplace({}, { x: 32 }, options),
        leaves: byId({ 1: 32 }),
      },
    ];
  }),
);
