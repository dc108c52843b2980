import type { Collection, Document } from "mongodb";
import { anyFilter, bulk, byId, countsOf, deleted, specifies, updated, type CrudCase } from "./crud-cases.ts";

// The tests cover variables, updates by a pipeline, and stages that write or describe the server: the emulator does not
// support these features and has to refuse them. Each table below repeats the cases of files of MongoDB's driver
// specifications: the same documents, operations and results. The comment above the table names the files.

interface Named {
  _id: number;
  name?: string;
  x?: unknown;
  y?: unknown;
}

const namedRows: readonly Named[] = [{ _id: 1 }, { _id: 2, name: "name" }, { _id: 3, name: "name" }];
const [, SECOND_NAMED, THIRD_NAMED] = namedRows;

/** A filter that matches the first document by a comparison of `_id` with the variable `id`. */
const idIsVariable = anyFilter<Named>({ $expr: { $eq: ["$_id", "$$id"] } });
const letId = { let: { id: 1 } };

/** A filter that matches all documents but the first by a comparison of `name` with the variable `name`. */
const nameIsVariable = anyFilter<Named>({ $expr: { $eq: ["$name", "$$name"] } });
const letName = { let: { name: "name", x: "foo", y: { $literal: "$bar" } } };
const setXy = [{ $set: { x: "$$x", y: "$$y" } }];
const xy = { x: "foo", y: "$bar" };

const refused = <T extends Document>(cases: readonly CrudCase<T>[]): CrudCase<T>[] =>
  cases.map((crudCase) => ({ refusedWith: 115, ...crudCase }));

// Cases from MongoDB's driver specifications, CRUD: find-let, aggregate-let, deleteOne-let, deleteMany-let,
// updateOne-let, updateMany-let, replaceOne-let, findOneAndDelete-let, findOneAndReplace-let, findOneAndUpdate-let
specifies<Named>(
  "MongoDB executes operations with variables, and the emulator refuses them",
  namedRows,
  refused<Named>([
    { name: "find", run: (rows) => rows.find(idIsVariable, letId).toArray(), gives: [{ _id: 1 }] },
    {
      name: "aggregate",
      run: (rows) =>
        rows
          .aggregate([{ $match: idIsVariable }, { $project: { _id: 0, x: "$$x", y: "$$y" } }], {
            let: { id: 1, ...letName.let },
          })
          .toArray(),
      gives: [xy],
    },
    {
      name: "deleteOne",
      run: (rows) => rows.deleteOne(idIsVariable, letId),
      gives: deleted(1),
      leaves: namedRows.slice(1),
    },
    {
      name: "deleteMany",
      run: (rows) => rows.deleteMany(nameIsVariable, { let: { name: "name" } }),
      gives: deleted(2),
      leaves: [{ _id: 1 }],
    },
    {
      name: "updateOne",
      run: (rows) => rows.updateOne(idIsVariable, setXy, { let: { id: 1, ...letName.let } }),
      gives: updated(1, 1),
      leaves: [{ _id: 1, ...xy }, ...namedRows.slice(1)],
    },
    {
      name: "updateMany",
      run: (rows) => rows.updateMany(nameIsVariable, setXy, letName),
      gives: updated(2, 2),
      leaves: [{ _id: 1 }, { ...SECOND_NAMED, ...xy }, { ...THIRD_NAMED, ...xy }],
    },
    {
      name: "replaceOne",
      run: (rows) => rows.replaceOne(idIsVariable, { x: "foo" }, letId),
      gives: updated(1, 1),
      leaves: [{ _id: 1, x: "foo" }, ...namedRows.slice(1)],
    },
    {
      name: "findOneAndDelete",
      run: (rows) => rows.findOneAndDelete(idIsVariable, letId),
      gives: { _id: 1 },
      leaves: namedRows.slice(1),
    },
    {
      name: "findOneAndReplace",
      run: (rows) => rows.findOneAndReplace(idIsVariable, { x: "x" }, letId),
      gives: { _id: 1 },
      leaves: [{ _id: 1, x: "x" }, ...namedRows.slice(1)],
    },
    {
      name: "findOneAndUpdate",
      run: (rows) =>
        rows.findOneAndUpdate(idIsVariable, [{ $set: { x: "$$x" } }], { let: { id: 1, x: "foo" } }),
      gives: { _id: 1 },
      leaves: [{ _id: 1, x: "foo" }, ...namedRows.slice(1)],
    },
  ]),
);

// Cases from MongoDB's driver specifications, CRUD: bulkWrite-deleteOne-let, bulkWrite-deleteMany-let,
// bulkWrite-replaceOne-let, bulkWrite-updateOne-let, bulkWrite-updateMany-let
specifies<Named>(
  "MongoDB executes a bulkWrite with variables, and the emulator refuses it",
  namedRows,
  refused<Named>([
    {
      name: "deleteOne",
      run: (rows) => rows.bulkWrite([{ deleteOne: { filter: idIsVariable } }], letId),
      leaves: namedRows.slice(1),
    },
    {
      name: "deleteMany",
      run: (rows) => rows.bulkWrite([{ deleteMany: { filter: idIsVariable } }], letId),
      leaves: namedRows.slice(1),
    },
    {
      name: "replaceOne",
      run: (rows) => rows.bulkWrite([{ replaceOne: { filter: idIsVariable, replacement: { x: 3 } } }], letId),
      leaves: [{ _id: 1, x: 3 }, ...namedRows.slice(1)],
    },
    {
      name: "updateOne",
      run: (rows) =>
        rows.bulkWrite([{ updateOne: { filter: idIsVariable, update: [{ $set: { x: 22 } }] } }], letId),
      leaves: [{ _id: 1, x: 22 }, ...namedRows.slice(1)],
    },
    {
      name: "updateMany",
      run: (rows) =>
        rows.bulkWrite([{ updateMany: { filter: idIsVariable, update: [{ $set: { x: 22 } }] } }], letId),
      leaves: [{ _id: 1, x: 22 }, ...namedRows.slice(1)],
    },
  ]),
);

interface Deep {
  _id: number;
  x: number;
  y: number;
  t?: Document;
}

const deepRows: readonly Deep[] = [
  { _id: 1, x: 1, y: 1, t: { u: { v: 1 } } },
  { _id: 2, x: 2, y: 1 },
];
const replaceByInner = [{ $replaceRoot: { newRoot: "$t" } }, { $addFields: { foo: 1 } }];
const rowsReplacedByInner = [
  { _id: 1, u: { v: 1 }, foo: 1 },
  { _id: 2, x: 2, y: 1 },
];
const keepX = [{ $project: { x: 1 } }, { $addFields: { foo: 1 } }];
const rowsWithXAlone = [
  { _id: 1, x: 1, foo: 1 },
  { _id: 2, x: 2, foo: 1 },
];

// Cases from MongoDB's driver specifications, CRUD: updateWithPipelines; in later versions updateOne-pipeline,
// updateMany-pipeline, findOneAndUpdate-pipeline, bulkWrite-updateOne-pipeline, bulkWrite-updateMany-pipeline
specifies<Deep>(
  "MongoDB executes an update by a pipeline, and the emulator refuses it",
  deepRows,
  refused<Deep>([
    {
      name: "updateOne",
      run: (rows) => rows.updateOne({ _id: 1 }, replaceByInner),
      gives: updated(1, 1),
      leaves: rowsReplacedByInner,
    },
    {
      name: "updateMany",
      run: (rows) => rows.updateMany({}, keepX),
      gives: updated(2, 2),
      leaves: rowsWithXAlone,
    },
    {
      name: "findOneAndUpdate",
      run: (rows) => rows.findOneAndUpdate({ _id: 1 }, keepX),
      gives: deepRows[0],
      leaves: [
        { _id: 1, x: 1, foo: 1 },
        { _id: 2, x: 2, y: 1 },
      ],
    },
    {
      name: "updateOne in a bulkWrite",
      run: async (rows) =>
        countsOf(await rows.bulkWrite([{ updateOne: { filter: { _id: 1 }, update: replaceByInner } }])),
      gives: bulk({ matched: 1, modified: 1 }),
      leaves: rowsReplacedByInner,
    },
    {
      name: "updateMany in a bulkWrite",
      run: async (rows) => countsOf(await rows.bulkWrite([{ updateMany: { filter: {}, update: keepX } }])),
      gives: bulk({ matched: 2, modified: 2 }),
      leaves: rowsWithXAlone,
    },
  ]),
);

interface Row {
  _id: number;
  x: number;
}

const threeRows: readonly Row[] = byId({ 1: 11, 2: 22, 3: 33 });

/**
 * Returns a function that runs a pipeline whose last stage writes all documents but the first into another collection,
 * and returns the documents of that collection.
 */
function sendTo(
  stage: (other: string) => Document,
  options: { batchSize?: number; readConcern?: { level: "local" | "available" | "majority" } } = {},
): (rows: Collection<Row>) => Promise<Document[]> {
  return async (rows) => {
    const other = `${rows.collectionName}_other`;
    const pipeline = [{ $sort: { x: 1 } }, { $match: { _id: { $gt: 1 } } }, stage(other)];
    await rows.aggregate(pipeline, options).toArray();
    return rows.db.collection(other).find().sort({ _id: 1 }).toArray();
  };
}

const writtenRows = { gives: threeRows.slice(1), refusedWith: 40324 };
const out = (other: string): Document => ({ $out: other });
const merge = (other: string): Document => ({ $merge: { into: other } });

// Cases from MongoDB's driver specifications, CRUD: aggregate-out, aggregate-merge
specifies("MongoDB executes pipelines whose stages write, and the emulator refuses them", threeRows, [
  { name: "$out", run: sendTo(out, { batchSize: 2 }), ...writtenRows },
  { name: "$out, no batch", run: sendTo(out, { batchSize: 0 }), ...writtenRows },
  { name: "$merge", run: sendTo(merge), ...writtenRows },
  { name: "$merge, no batch", run: sendTo(merge, { batchSize: 0 }), ...writtenRows },
  ...(["local", "available", "majority"] as const).map((level) => ({
    name: `$merge, read concern ${level}`,
    run: sendTo(merge, { readConcern: { level } }),
    gives: writtenRows.gives,
    refusedWith: writtenRows.refusedWith,
  })),
]);

// Cases from MongoDB's driver specifications, CRUD: estimatedDocumentCount (the pipeline by which some drivers count)
specifies("MongoDB executes a count by $collStats, and the emulator refuses it", threeRows, [
  {
    name: "$collStats",
    run: (rows) =>
      rows
        .aggregate([{ $collStats: { count: {} } }, { $group: { _id: 1, n: { $sum: "$count" } } }])
        .toArray(),
    gives: [{ _id: 1, n: 3 }],
    refusedWith: 40324,
  },
]);

// Cases from MongoDB's driver specifications, CRUD: db-aggregate
specifies(
  "MongoDB executes an aggregation of a database, and the emulator refuses it",
  threeRows,
  [{}, { allowDiskUse: true }].map((options): CrudCase<Row> => ({
    name: JSON.stringify(options),
    run: (rows) =>
      rows.db.client
        .db("admin")
        .aggregate(
          [
            { $listLocalSessions: {} },
            { $limit: 1 },
            { $addFields: { dummy: "dummy field" } },
            { $project: { _id: 0, dummy: 1 } },
          ],
          options,
        )
        .toArray(),
    gives: [{ dummy: "dummy field" }],
    refusedWith: 115,
  })),
);
