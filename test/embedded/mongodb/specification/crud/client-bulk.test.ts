import {
  MongoClientBulkWriteError,
  MongoServerError,
  type AnyClientBulkWriteModel,
  type ClientBulkWriteOptions,
  type ClientBulkWriteResult,
  type Collection,
  type Document,
  type MongoClient,
} from "mongodb";
import { byId, specifies } from "./crud-cases.ts";

// Bulk writes of several collections and validated collections, which the stand-in has not, and must refuse. Each table
// carries over the cases of the file of MongoDB's driver specifications that its comment names: documents, operations and
// outcomes are theirs.

interface Row {
  _id: number;
  x: number;
}

type Model = AnyClientBulkWriteModel<Row>;

const ADD_ONE = { $inc: { x: 1 } };

/** Runs the models. The driver puts an error of its own around the refusal of the whole command. */
async function runModels(
  client: MongoClient,
  models: readonly Model[],
  options: ClientBulkWriteOptions = {},
): Promise<ClientBulkWriteResult> {
  try {
    return await client.bulkWrite<Record<string, Row>>(models, options);
  } catch (error) {
    if (error instanceof Error && error.cause instanceof MongoServerError) throw error.cause;
    throw error;
  }
}

/** The models on the collection, and what the driver says that they have done. */
function bulkWrite(
  models: (namespace: string) => Model[],
  options: ClientBulkWriteOptions = {},
): (rows: Collection<Row>) => Promise<unknown> {
  return async (rows) => summaryOf(await runModels(rows.db.client, models(rows.namespace), options));
}

function summaryOf(result: ClientBulkWriteResult): Document {
  const { insertedCount, upsertedCount, matchedCount, modifiedCount, deletedCount } = result;
  const insertedIds = insertedIdsOf(result);
  return { insertedCount, upsertedCount, matchedCount, modifiedCount, deletedCount, insertedIds };
}

/** The `_id`s by the places of their models. */
function insertedIdsOf({ insertResults = new Map() }: ClientBulkWriteResult): [number, unknown][] {
  return [...insertResults].map(([index, { insertedId }]) => [index, insertedId]);
}

function insertOne(namespace: string, document: Row): Model {
  return { name: "insertOne", namespace, document };
}

/** One statement of each kind. */
const ALL_KINDS = (namespace: string): Model[] => [
  insertOne(namespace, { _id: 8, x: 88 }),
  { name: "updateOne", namespace, filter: { _id: 1 }, update: ADD_ONE },
  { name: "updateMany", namespace, filter: { _id: { $gt: 1, $lte: 3 } }, update: { $inc: { x: 2 } } },
  { name: "replaceOne", namespace, filter: { _id: 4 }, replacement: { x: 44 }, upsert: true },
  { name: "deleteOne", namespace, filter: { _id: 5 } },
  { name: "deleteMany", namespace, filter: { _id: { $gt: 5, $lte: 7 } } },
];
const COUNTS = { insertedCount: 1, upsertedCount: 1, matchedCount: 3, modifiedCount: 3, deletedCount: 3 };
const NOT_HERE = { refusedWith: 59, since: 8 };

// MongoDB's driver specifications, CRUD: client-bulkWrite-results
specifies<Row>("the results of a client's bulkWrite", byId({ 1: 11, 2: 22, 3: 33, 5: 55, 6: 66, 7: 77 }), [
  {
    name: "in detail",
    run: bulkWrite(ALL_KINDS, { verboseResults: true }),
    gives: { ...COUNTS, insertedIds: [[0, 8]] },
    leaves: byId({ 1: 12, 2: 24, 3: 35, 4: 44, 8: 88 }),
    ...NOT_HERE,
  },
  {
    name: "in sum",
    run: bulkWrite(ALL_KINDS),
    gives: { ...COUNTS, insertedIds: [] },
    leaves: byId({ 1: 12, 2: 24, 3: 35, 4: 44, 8: 88 }),
    ...NOT_HERE,
  },
]);

/** Where a client's bulk write of these documents failed, and the `_id`s of the others by their places. */
function failing(documents: readonly Row[], ordered: boolean): (rows: Collection<Row>) => Promise<unknown> {
  return async (rows) => {
    const models = documents.map((document) => insertOne(rows.namespace, document));
    try {
      return await runModels(rows.db.client, models, { ordered, verboseResults: true });
    } catch (error) {
      if (!(error instanceof MongoClientBulkWriteError)) throw error;
      const { writeErrors, partialResult } = error;
      return { failed: [...writeErrors.keys()], inserted: partialResult ? insertedIdsOf(partialResult) : [] };
    }
  };
}

const OLD: Row = { _id: 1, x: 11 };
const NEW: Row = { _id: 2, x: 22 };

// MongoDB's driver specifications, CRUD: client-bulkWrite-partialResults, client-bulkWrite-errors
specifies<Row>(
  "a client's bulkWrite that fails in part",
  [OLD],
  [
    {
      name: "ordered, the first fails",
      run: failing([OLD, NEW], true),
      gives: { failed: [0], inserted: [] },
      ...NOT_HERE,
    },
    {
      name: "ordered, the second fails",
      run: failing([NEW, OLD], true),
      gives: { failed: [1], inserted: [[0, 2]] },
      leaves: [OLD, NEW],
      ...NOT_HERE,
    },
    {
      name: "unordered, the first fails",
      run: failing([OLD, NEW], false),
      gives: { failed: [0], inserted: [[1, 2]] },
      leaves: [OLD, NEW],
      ...NOT_HERE,
    },
    {
      name: "unordered, both fail",
      run: failing([OLD, OLD], false),
      gives: { failed: [0, 1], inserted: [] },
      ...NOT_HERE,
    },
  ],
);

// MongoDB's driver specifications, CRUD: client-bulkWrite-mixed-namespaces
specifies<Row>("a client's bulkWrite of several collections", byId({ 1: 11, 2: 22 }), [
  {
    name: "inserts into one, updates and deletes in another",
    run: async (rows) => {
      const other = rows.db.collection(`${rows.collectionName}_other`);
      const { insertedCount, modifiedCount, deletedCount } = await runModels(rows.db.client, [
        insertOne(other.namespace, { _id: 1, x: 0 }),
        insertOne(other.namespace, { _id: 2, x: 0 }),
        { name: "updateOne", namespace: rows.namespace, filter: { _id: 1 }, update: ADD_ONE },
        { name: "deleteOne", namespace: rows.namespace, filter: { _id: 2 } },
      ]);
      return [insertedCount, modifiedCount, deletedCount, await other.countDocuments()];
    },
    gives: [2, 1, 1, 2],
    leaves: byId({ 1: 12 }),
    ...NOT_HERE,
  },
]);

/** The code and the explanation of what breaks the collection's rule that `x` is a string. */
function invalid(
  run: (rows: Collection<Row>) => Promise<unknown>,
): (rows: Collection<Row>) => Promise<unknown> {
  return async (rows) => {
    await rows.db.command({ collMod: rows.collectionName, validator: { x: { $type: "string" } } });
    try {
      return await run(rows);
    } catch (error) {
      if (!(error instanceof MongoServerError)) throw error;
      return { code: error.code, isExplained: JSON.stringify(error.errorResponse).includes('"errInfo"') };
    }
  };
}

// MongoDB's driver specifications, CRUD: findOneAndUpdate-errorResponse, README (the explanation of a write error)
specifies<Row>("a validated collection", byId({ 1: 11 }), [
  {
    name: "findOneAndUpdate",
    run: invalid((rows) => rows.findOneAndUpdate({ _id: 1 }, { $set: { x: 1 } })),
    gives: { code: 121, isExplained: true },
    refusedWith: 59,
  },
  {
    name: "insertOne",
    run: invalid((rows) => rows.insertOne({ _id: 2, x: 1 })),
    gives: { code: 121, isExplained: true },
    refusedWith: 59,
  },
]);
