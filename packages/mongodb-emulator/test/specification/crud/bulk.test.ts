import type { AnyBulkWriteOperation, BulkWriteOptions, Collection } from "mongodb";
import {
  bulk,
  byId,
  countsOf,
  partialFailure,
  specifies,
  type BulkCounts,
  type CrudCase,
} from "./crud-cases.ts";

// Each table below repeats the cases of one file of MongoDB's driver specifications, with the same documents,
// operations and results. A comment above each table names the file.

interface Row {
  _id: number;
  x: number;
}

type Statement = AnyBulkWriteOperation<Row>;

const twoRows: readonly Row[] = byId({ 1: 11, 2: 22 });
const addOne = { $inc: { x: 1 } };
const thirdRow = byId({ 3: 33 });

/** Returns a function that runs the statements as one bulk write and returns its counts. */
function bulkWrite(
  statements: readonly Statement[],
  options: BulkWriteOptions = { ordered: true },
): (rows: Collection<Row>) => Promise<BulkCounts> {
  return async (rows) => countsOf(await rows.bulkWrite(statements, options));
}

function insertOne(_id: number, x: number): Statement {
  return { insertOne: { document: { _id, x } } };
}

// Cases from MongoDB's driver specifications, CRUD: bulkWrite
specifies("a bulkWrite of one kind of statement does what the CRUD specification expects", twoRows, [
  {
    name: "deleteOne",
    run: bulkWrite([{ deleteOne: { filter: { _id: 3 } } }, { deleteOne: { filter: { _id: 2 } } }]),
    gives: bulk({ deleted: 1 }),
    leaves: byId({ 1: 11 }),
  },
  {
    name: "deleteMany",
    run: bulkWrite([
      { deleteMany: { filter: { x: { $lt: 11 } } } },
      { deleteMany: { filter: { x: { $lte: 22 } } } },
    ]),
    gives: bulk({ deleted: 2 }),
    leaves: [],
  },
  {
    name: "insertOne",
    run: bulkWrite([insertOne(3, 33), insertOne(4, 44)]),
    gives: bulk({ inserted: 2 }),
    leaves: byId({ 1: 11, 2: 22, 3: 33, 4: 44 }),
  },
  {
    name: "replaceOne",
    run: bulkWrite([
      { replaceOne: { filter: { _id: 3 }, replacement: { x: 33 } } },
      { replaceOne: { filter: { _id: 1 }, replacement: { x: 12 } } },
      { replaceOne: { filter: { _id: 3 }, replacement: { x: 33 }, upsert: true } },
    ]),
    gives: bulk({ matched: 1, modified: 1, upserted: { 2: 3 } }),
    leaves: byId({ 1: 12, 2: 22, 3: 33 }),
  },
  {
    name: "updateOne",
    run: bulkWrite([
      { updateOne: { filter: { _id: 0 }, update: { $set: { x: 0 } } } },
      { updateOne: { filter: { _id: 1 }, update: { $set: { x: 11 } } } },
      { updateOne: { filter: { _id: 2 }, update: addOne } },
      { updateOne: { filter: { _id: 3 }, update: { $set: { x: 33 } }, upsert: true } },
    ]),
    gives: bulk({ matched: 2, modified: 1, upserted: { 3: 3 } }),
    leaves: byId({ 1: 11, 2: 23, 3: 33 }),
  },
  {
    name: "updateMany",
    run: bulkWrite([
      { updateMany: { filter: { x: { $lt: 11 } }, update: { $set: { x: 0 } } } },
      { updateMany: { filter: { x: { $lte: 22 } }, update: { $unset: { y: 1 } } } },
      { updateMany: { filter: { x: { $lte: 22 } }, update: addOne } },
      { updateMany: { filter: { _id: 3 }, update: { $set: { x: 33 } }, upsert: true } },
    ]),
    gives: bulk({ matched: 4, modified: 2, upserted: { 3: 3 } }),
    leaves: byId({ 1: 12, 2: 23, 3: 33 }),
  },
]);

// Cases from MongoDB's driver specifications, CRUD: bulkWrite
specifies("a bulkWrite of several kinds of statements does what the CRUD specification expects", twoRows, [
  {
    name: "ordered",
    run: bulkWrite([
      insertOne(3, 33),
      { updateOne: { filter: { _id: 2 }, update: addOne } },
      { updateMany: { filter: { _id: { $gt: 1 } }, update: addOne } },
      insertOne(4, 44),
      { deleteMany: { filter: { x: { $nin: [24, 34] } } } },
      { replaceOne: { filter: { _id: 4 }, replacement: { x: 44 }, upsert: true } },
    ]),
    gives: bulk({ inserted: 2, matched: 3, modified: 3, deleted: 2, upserted: { 5: 4 } }),
    leaves: byId({ 2: 24, 3: 34, 4: 44 }),
  },
  {
    name: "unordered",
    run: bulkWrite(
      [
        { replaceOne: { filter: { _id: 3 }, replacement: { x: 33 }, upsert: true } },
        { deleteOne: { filter: { _id: 1 } } },
        { updateOne: { filter: { _id: 2 }, update: addOne } },
      ],
      { ordered: false },
    ),
    gives: bulk({ matched: 1, modified: 1, deleted: 1, upserted: { 0: 3 } }),
    leaves: byId({ 2: 23, 3: 33 }),
  },
]);

/** Three updates, of which the second fails: an `_id` cannot be changed. */
const updatesFailingSecond: readonly Statement[] = [
  { updateOne: { filter: { _id: 1 }, update: addOne } },
  { updateOne: { filter: { _id: 2 }, update: { $set: { _id: 9 } } } },
  { updateOne: { filter: { _id: 2 }, update: addOne } },
];

// Cases from MongoDB's driver specifications, CRUD: bulkWrite. The ordered cases and the updates are from MongoDB's
// manual ("Bulk Write Operations").
specifies("a bulkWrite that fails in part does what the CRUD specification expects", twoRows, [
  {
    name: "unordered, the first document exists already",
    run: (rows) =>
      partialFailure(
        rows.bulkWrite([insertOne(2, 22), insertOne(3, 33), insertOne(4, 44)], { ordered: false }),
      ),
    gives: bulk({ code: 11000, failed: [0], inserted: 2 }),
    leaves: byId({ 1: 11, 2: 22, 3: 33, 4: 44 }),
  },
  {
    name: "unordered, an _id twice",
    run: (rows) =>
      partialFailure(
        rows.bulkWrite([insertOne(3, 33), insertOne(3, 33), insertOne(4, 44)], { ordered: false }),
      ),
    gives: bulk({ code: 11000, failed: [1], inserted: 2 }),
    leaves: byId({ 1: 11, 2: 22, 3: 33, 4: 44 }),
  },
  {
    name: "ordered, an _id twice",
    run: (rows) => partialFailure(rows.bulkWrite([insertOne(3, 33), insertOne(3, 33), insertOne(4, 44)])),
    gives: bulk({ code: 11000, failed: [1], inserted: 1 }),
    leaves: [...twoRows, ...thirdRow],
  },
  {
    name: "ordered, a failing insert after statements of other kinds",
    run: (rows) =>
      partialFailure(
        rows.bulkWrite([
          { deleteOne: { filter: { _id: 1 } } },
          { updateOne: { filter: { _id: 3 }, update: { $set: { x: 33 } }, upsert: true } },
          insertOne(2, 0),
          { deleteMany: { filter: {} } },
        ]),
      ),
    gives: bulk({ code: 11000, failed: [2], deleted: 1, upserted: { 1: 3 } }),
    leaves: byId({ 2: 22, 3: 33 }),
  },
  {
    name: "ordered updates",
    run: (rows) => partialFailure(rows.bulkWrite(updatesFailingSecond)),
    gives: bulk({ code: 66, failed: [1], matched: 1, modified: 1 }),
    leaves: byId({ 1: 12, 2: 22 }),
  },
  {
    name: "unordered updates",
    run: (rows) => partialFailure(rows.bulkWrite(updatesFailingSecond, { ordered: false })),
    gives: bulk({ code: 66, failed: [1], matched: 2, modified: 2 }),
    leaves: byId({ 1: 12, 2: 23 }),
  },
]);

// Cases from MongoDB's driver specifications, CRUD: bulkWrite-comment
specifies(
  "a comment does not change the result of a bulkWrite",
  byId({ 1: 11, 2: 22, 3: 33, 4: 44 }),
  ["why", { key: "value" }].map((comment): CrudCase<Row> => ({
    name: JSON.stringify(comment),
    run: bulkWrite(
      [
        insertOne(5, 55),
        { replaceOne: { filter: { _id: 1 }, replacement: { x: 0 } } },
        { updateOne: { filter: { _id: 2 }, update: { $set: { x: 0 } } } },
        { deleteOne: { filter: { _id: 3 } } },
      ],
      { comment },
    ),
    gives: bulk({ inserted: 1, matched: 2, modified: 2, deleted: 1 }),
    leaves: byId({ 1: 0, 2: 0, 4: 44, 5: 55 }),
  })),
);
