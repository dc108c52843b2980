import type { Collection, Document } from "mongodb";
import { anyFilter, bulk, byId, countsOf, deleted, specifies, updated, type CrudCase } from "./crud-cases.ts";

// Variables, updates by a pipeline, stages that write or tell of the server: the stand-in has none of them, and must refuse. Each table carries over the cases of the files of MongoDB's driver specifications that its
// comment names: documents, operations and outcomes are theirs.

interface Named {
  _id: number;
  name?: string;
  x?: unknown;
  y?: unknown;
}

const NAMED: readonly Named[] = [{ _id: 1 }, { _id: 2, name: "name" }, { _id: 3, name: "name" }];
const [, SECOND_NAMED, THIRD_NAMED] = NAMED;

/** The first document, by a variable. */
const FIRST = anyFilter<Named>({ $expr: { $eq: ["$_id", "$$id"] } });
const LET = { let: { id: 1 } };

/** The others, by a variable. */
const OTHERS = anyFilter<Named>({ $expr: { $eq: ["$name", "$$name"] } });
const LET_NAME = { let: { name: "name", x: "foo", y: { $literal: "$bar" } } };
const SET_XY = [{ $set: { x: "$$x", y: "$$y" } }];
const XY = { x: "foo", y: "$bar" };

const refused = <T extends Document>(cases: readonly CrudCase<T>[]): CrudCase<T>[] =>
  cases.map((crudCase) => ({ refusedWith: 115, ...crudCase }));

// MongoDB's driver specifications, CRUD: find-let, aggregate-let, deleteOne-let, deleteMany-let, updateOne-let,
// updateMany-let, replaceOne-let, findOneAndDelete-let, findOneAndReplace-let, findOneAndUpdate-let
specifies<Named>(
  "variables",
  NAMED,
  refused<Named>([
    { name: "find", run: (rows) => rows.find(FIRST, LET).toArray(), gives: [{ _id: 1 }] },
    {
      name: "aggregate",
      run: (rows) =>
        rows
          .aggregate([{ $match: FIRST }, { $project: { _id: 0, x: "$$x", y: "$$y" } }], {
            let: { id: 1, ...LET_NAME.let },
          })
          .toArray(),
      gives: [XY],
    },
    {
      name: "deleteOne",
      run: (rows) => rows.deleteOne(FIRST, LET),
      gives: deleted(1),
      leaves: NAMED.slice(1),
    },
    {
      name: "deleteMany",
      run: (rows) => rows.deleteMany(OTHERS, { let: { name: "name" } }),
      gives: deleted(2),
      leaves: [{ _id: 1 }],
    },
    {
      name: "updateOne",
      run: (rows) => rows.updateOne(FIRST, SET_XY, { let: { id: 1, ...LET_NAME.let } }),
      gives: updated(1, 1),
      leaves: [{ _id: 1, ...XY }, ...NAMED.slice(1)],
    },
    {
      name: "updateMany",
      run: (rows) => rows.updateMany(OTHERS, SET_XY, LET_NAME),
      gives: updated(2, 2),
      leaves: [{ _id: 1 }, { ...SECOND_NAMED, ...XY }, { ...THIRD_NAMED, ...XY }],
    },
    {
      name: "replaceOne",
      run: (rows) => rows.replaceOne(FIRST, { x: "foo" }, LET),
      gives: updated(1, 1),
      leaves: [{ _id: 1, x: "foo" }, ...NAMED.slice(1)],
    },
    {
      name: "findOneAndDelete",
      run: (rows) => rows.findOneAndDelete(FIRST, LET),
      gives: { _id: 1 },
      leaves: NAMED.slice(1),
    },
    {
      name: "findOneAndReplace",
      run: (rows) => rows.findOneAndReplace(FIRST, { x: "x" }, LET),
      gives: { _id: 1 },
      leaves: [{ _id: 1, x: "x" }, ...NAMED.slice(1)],
    },
    {
      name: "findOneAndUpdate",
      run: (rows) => rows.findOneAndUpdate(FIRST, [{ $set: { x: "$$x" } }], { let: { id: 1, x: "foo" } }),
      gives: { _id: 1 },
      leaves: [{ _id: 1, x: "foo" }, ...NAMED.slice(1)],
    },
  ]),
);

// MongoDB's driver specifications, CRUD: bulkWrite-deleteOne-let, bulkWrite-deleteMany-let, bulkWrite-replaceOne-let,
// bulkWrite-updateOne-let, bulkWrite-updateMany-let
specifies<Named>(
  "variables in a bulkWrite",
  NAMED,
  refused<Named>([
    {
      name: "deleteOne",
      run: (rows) => rows.bulkWrite([{ deleteOne: { filter: FIRST } }], LET),
      leaves: NAMED.slice(1),
    },
    {
      name: "deleteMany",
      run: (rows) => rows.bulkWrite([{ deleteMany: { filter: FIRST } }], LET),
      leaves: NAMED.slice(1),
    },
    {
      name: "replaceOne",
      run: (rows) => rows.bulkWrite([{ replaceOne: { filter: FIRST, replacement: { x: 3 } } }], LET),
      leaves: [{ _id: 1, x: 3 }, ...NAMED.slice(1)],
    },
    {
      name: "updateOne",
      run: (rows) => rows.bulkWrite([{ updateOne: { filter: FIRST, update: [{ $set: { x: 22 } }] } }], LET),
      leaves: [{ _id: 1, x: 22 }, ...NAMED.slice(1)],
    },
    {
      name: "updateMany",
      run: (rows) => rows.bulkWrite([{ updateMany: { filter: FIRST, update: [{ $set: { x: 22 } }] } }], LET),
      leaves: [{ _id: 1, x: 22 }, ...NAMED.slice(1)],
    },
  ]),
);

interface Deep {
  _id: number;
  x: number;
  y: number;
  t?: Document;
}

const DEEP: readonly Deep[] = [
  { _id: 1, x: 1, y: 1, t: { u: { v: 1 } } },
  { _id: 2, x: 2, y: 1 },
];
const INNER = [{ $replaceRoot: { newRoot: "$t" } }, { $addFields: { foo: 1 } }];
const WITH_INNER = [
  { _id: 1, u: { v: 1 }, foo: 1 },
  { _id: 2, x: 2, y: 1 },
];
const SLIM = [{ $project: { x: 1 } }, { $addFields: { foo: 1 } }];
const ALL_SLIM = [
  { _id: 1, x: 1, foo: 1 },
  { _id: 2, x: 2, foo: 1 },
];

// MongoDB's driver specifications, CRUD: updateWithPipelines; in later versions updateOne-pipeline, updateMany-pipeline,
// findOneAndUpdate-pipeline, bulkWrite-updateOne-pipeline, bulkWrite-updateMany-pipeline
specifies<Deep>(
  "updates by a pipeline",
  DEEP,
  refused<Deep>([
    {
      name: "updateOne",
      run: (rows) => rows.updateOne({ _id: 1 }, INNER),
      gives: updated(1, 1),
      leaves: WITH_INNER,
    },
    {
      name: "updateMany",
      run: (rows) => rows.updateMany({}, SLIM),
      gives: updated(2, 2),
      leaves: ALL_SLIM,
    },
    {
      name: "findOneAndUpdate",
      run: (rows) => rows.findOneAndUpdate({ _id: 1 }, SLIM),
      gives: DEEP[0],
      leaves: [
        { _id: 1, x: 1, foo: 1 },
        { _id: 2, x: 2, y: 1 },
      ],
    },
    {
      name: "updateOne in a bulkWrite",
      run: async (rows) =>
        countsOf(await rows.bulkWrite([{ updateOne: { filter: { _id: 1 }, update: INNER } }])),
      gives: bulk({ matched: 1, modified: 1 }),
      leaves: WITH_INNER,
    },
    {
      name: "updateMany in a bulkWrite",
      run: async (rows) => countsOf(await rows.bulkWrite([{ updateMany: { filter: {}, update: SLIM } }])),
      gives: bulk({ matched: 2, modified: 2 }),
      leaves: ALL_SLIM,
    },
  ]),
);

interface Row {
  _id: number;
  x: number;
}

const THREE: readonly Row[] = byId({ 1: 11, 2: 22, 3: 33 });

/** Sends all but the first document into another collection, and reads that. */
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

const SENT = { gives: THREE.slice(1), refusedWith: 40324 };
const out = (other: string): Document => ({ $out: other });
const merge = (other: string): Document => ({ $merge: { into: other } });

// MongoDB's driver specifications, CRUD: aggregate-out, aggregate-merge
specifies("stages that write", THREE, [
  { name: "$out", run: sendTo(out, { batchSize: 2 }), ...SENT },
  { name: "$out, no batch", run: sendTo(out, { batchSize: 0 }), ...SENT },
  { name: "$merge", run: sendTo(merge), ...SENT },
  { name: "$merge, no batch", run: sendTo(merge, { batchSize: 0 }), ...SENT },
  ...(["local", "available", "majority"] as const).map((level) => ({
    name: `$merge, read concern ${level}`,
    run: sendTo(merge, { readConcern: { level } }),
    gives: SENT.gives,
    refusedWith: SENT.refusedWith,
  })),
]);

// MongoDB's driver specifications, CRUD: estimatedDocumentCount (the pipeline by which some drivers count)
specifies("a count by the statistics of a collection", THREE, [
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

// MongoDB's driver specifications, CRUD: db-aggregate
specifies(
  "an aggregation of a database",
  THREE,
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
