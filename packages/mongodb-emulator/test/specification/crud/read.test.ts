import type { Collection, Document } from "mongodb";
import { byId, specifies, type CrudCase } from "./crud-cases.ts";

// Each table below repeats the cases of one file of MongoDB's driver specifications, with the same documents,
// operations and results. A comment above each table names the file.

interface Row {
  _id: number;
  x: number;
}

const threeRows: readonly Row[] = byId({ 1: 11, 2: 22, 3: 33 });
const sixRows: readonly Row[] = byId({ 1: 11, 2: 22, 3: 33, 4: 44, 5: 55, 6: 66 });
const rowsAfterFirst = sixRows.slice(1);

/**
 * Returns the commands that the driver sends during `run`. The commands show which cursors the server has left open.
 */
async function commandsOf(rows: Collection<Row>, run: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  const listener = ({ commandName }: { commandName: string }): void => void names.push(commandName);
  rows.db.client.on("commandStarted", listener);
  try {
    await run();
  } finally {
    rows.db.client.off("commandStarted", listener);
  }
  return names;
}

// Cases from MongoDB's driver specifications, CRUD: find
specifies("find returns the documents that the CRUD specification expects", sixRows, [
  { name: "by _id", run: (rows) => rows.find({ _id: 1 }).toArray(), gives: byId({ 1: 11 }) },
  {
    name: "sorted, from the third to the fourth",
    run: (rows) => rows.find({ _id: { $gt: 2 } }, { sort: { _id: 1 }, skip: 2, limit: 2 }).toArray(),
    gives: byId({ 5: 55, 6: 66 }),
  },
  {
    name: "a limit that takes two batches",
    run: (rows) => rows.find({}, { sort: { _id: 1 }, limit: 4, batchSize: 2 }).toArray(),
    gives: sixRows.slice(0, 4),
  },
  {
    name: "three batches",
    run: (rows) => rows.find({ _id: { $gt: 1 } }, { batchSize: 2 }).toArray(),
    gives: rowsAfterFirst,
  },
  {
    name: "a batch as long as the limit",
    run: (rows) => rows.find({ _id: { $gt: 1 } }, { sort: { _id: 1 }, limit: 4, batchSize: 4 }).toArray(),
    gives: sixRows.slice(1, 5),
  },
]);

// Cases from MongoDB's driver specifications, CRUD: find, aggregate (the expected commands of the driver)
specifies(
  "a cursor stays open as long as there are more documents",
  sixRows,
  [
    {
      name: "three batches of find",
      run: (rows) => commandsOf(rows, () => rows.find({ _id: { $gt: 1 } }, { batchSize: 2 }).toArray()),
      gives: ["find", "getMore", "getMore"],
    },
    {
      name: "a batch that meets the limit",
      run: (rows) =>
        commandsOf(rows, () =>
          rows.find({ _id: { $gt: 1 } }, { sort: { _id: 1 }, limit: 4, batchSize: 4 }).toArray(),
        ),
      gives: ["find"],
    },
    {
      name: "three batches of aggregate",
      run: (rows) =>
        commandsOf(rows, () => rows.aggregate([{ $match: { _id: { $gt: 1 } } }], { batchSize: 2 }).toArray()),
      gives: ["aggregate", "getMore", "getMore"],
    },
  ],
  { monitorCommands: true },
);

// Cases from MongoDB's driver specifications, CRUD: findOne
specifies("findOne returns the document that the CRUD specification expects", sixRows, [
  { name: "by _id", run: (rows) => rows.findOne({ _id: 1 }), gives: { _id: 1, x: 11 } },
  {
    name: "sorted, the third",
    run: (rows) => rows.findOne({ _id: { $gt: 2 } }, { sort: { _id: 1 }, skip: 2 }),
    gives: { _id: 5, x: 55 },
  },
]);

// Cases from MongoDB's driver specifications, CRUD: find-allowdiskuse, aggregate-allowdiskuse
specifies(
  "find and aggregate return the same documents with and without allowDiskUse",
  sixRows,
  [true, false].flatMap((allowDiskUse): CrudCase<Row>[] => [
    {
      name: `find, ${allowDiskUse}`,
      run: (rows) => rows.find({}, { allowDiskUse }).toArray(),
      gives: sixRows,
    },
    {
      name: `aggregate, ${allowDiskUse}`,
      run: (rows) => rows.aggregate([{ $match: {} }], { allowDiskUse }).toArray(),
      gives: sixRows,
    },
  ]),
);

// Cases from MongoDB's driver specifications, CRUD: aggregate
specifies("aggregate returns the documents that the CRUD specification expects", sixRows, [
  {
    name: "three batches",
    run: (rows) => rows.aggregate([{ $match: { _id: { $gt: 1 } } }], { batchSize: 2 }).toArray(),
    gives: rowsAfterFirst,
  },
]);

// Cases from MongoDB's driver specifications, CRUD: count
specifies("count returns the number that the CRUD specification expects", threeRows, [
  { name: "estimated", run: (rows) => rows.estimatedDocumentCount(), gives: 3 },
  { name: "all", run: (rows) => rows.countDocuments({}), gives: 3 },
  { name: "some", run: (rows) => rows.countDocuments({ _id: { $gt: 1 } }), gives: 2 },
  {
    name: "all but the first, fewer than the limit",
    run: (rows) => rows.countDocuments({}, { skip: 1, limit: 3 }),
    gives: 2,
  },
  { name: "all, by the command", run: (rows) => countByCommand(rows, {}), gives: 3 },
  {
    name: "some, by the command",
    run: (rows) => countByCommand(rows, { query: { _id: { $gt: 1 } } }),
    gives: 2,
  },
  {
    name: "all but the first, fewer than the limit, by the command",
    run: (rows) => countByCommand(rows, { query: {}, skip: 1, limit: 3 }),
    gives: 2,
  },
]);

// Cases from MongoDB's driver specifications, CRUD: count-empty, estimatedDocumentCount (a collection that does not
// exist)
specifies<Row>(
  "the count of a collection that does not exist is zero",
  [],
  [
    { name: "estimated", run: (rows) => rows.estimatedDocumentCount(), gives: 0 },
    { name: "all", run: (rows) => rows.countDocuments({}), gives: 0 },
    { name: "by the command", run: (rows) => countByCommand(rows, {}), gives: 0 },
  ],
);

/** Sends the command count, for which the driver has only a deprecated method. */
async function countByCommand(rows: Collection<Row>, options: Document): Promise<number> {
  const { n } = await rows.db.command({ count: rows.collectionName, ...options });
  return Number(n);
}

// Cases from MongoDB's driver specifications, CRUD: estimatedDocumentCount
specifies("estimatedDocumentCount returns the number that the CRUD specification expects", threeRows, [
  {
    name: "within a time limit",
    run: (rows) => rows.estimatedDocumentCount({ maxTimeMS: 6000 }),
    gives: 3,
  },
]);

// Cases from MongoDB's driver specifications, CRUD: distinct
specifies("distinct returns the values that the CRUD specification expects", threeRows, [
  { name: "of all", run: (rows) => rows.distinct("x", {}), gives: [11, 22, 33] },
  { name: "of some", run: (rows) => rows.distinct("x", { _id: { $gt: 1 } }), gives: [22, 33] },
]);

// Cases from MongoDB's driver specifications, CRUD: find-comment, aggregate, countDocuments-comment,
// estimatedDocumentCount-comment, distinct-comment
specifies(
  "a comment does not change the result of a read",
  sixRows,
  ["why", { key: "value" }].flatMap((comment): CrudCase<Row>[] => [
    { name: "find", run: (rows) => rows.find({ _id: 1 }, { comment }).toArray(), gives: byId({ 1: 11 }) },
    {
      name: "find in batches",
      run: (rows) => rows.find({}, { comment, batchSize: 2 }).toArray(),
      gives: sixRows,
    },
    {
      name: "aggregate",
      run: (rows) => rows.aggregate([{ $match: { _id: { $gt: 1 } } }], { comment }).toArray(),
      gives: rowsAfterFirst,
    },
    {
      name: "aggregate in batches",
      run: (rows) => rows.aggregate([{ $match: { _id: { $gt: 1 } } }], { comment, batchSize: 2 }).toArray(),
      gives: rowsAfterFirst,
    },
    { name: "countDocuments", run: (rows) => rows.countDocuments({}, { comment }), gives: 6 },
    { name: "estimated", run: (rows) => rows.estimatedDocumentCount({ comment }), gives: 6 },
    {
      name: "distinct",
      run: (rows) => rows.distinct("x", { _id: { $lt: 3 } }, { comment }),
      gives: [11, 22],
    },
  ]),
);
