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

// The tests cover bulk writes to several collections, and validated collections: the emulator does not support the two
// and has to refuse them. Each table below repeats the cases of files of MongoDB's driver specifications: the same
// documents, operations and results. The comment above the table names the files.

interface Row {
  _id: number;
  x: number;
}

type Model = AnyClientBulkWriteModel<Row>;

const addOne = { $inc: { x: 1 } };

/**
 * Runs the statements (models) as one bulk write of the client. If the server refuses the whole command, throws the
 * server's error, which the driver wraps into an error of its own.
 */
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

/** Returns a function that runs the bulk-write statements (models) on a collection and returns the driver's result. */
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

/** Returns the inserted `_id`s, each by the index of the statement that inserted it. */
function insertedIdsOf({ insertResults = new Map() }: ClientBulkWriteResult): [number, unknown][] {
  return [...insertResults].map(([index, { insertedId }]) => [index, insertedId]);
}

function insertOne(namespace: string, document: Row): Model {
  return { name: "insertOne", namespace, document };
}

/** Returns one bulk-write statement of each kind for a collection. */
const modelsOfAllKinds = (namespace: string): Model[] => [
  insertOne(namespace, { _id: 8, x: 88 }),
  { name: "updateOne", namespace, filter: { _id: 1 }, update: addOne },
  { name: "updateMany", namespace, filter: { _id: { $gt: 1, $lte: 3 } }, update: { $inc: { x: 2 } } },
  { name: "replaceOne", namespace, filter: { _id: 4 }, replacement: { x: 44 }, upsert: true },
  { name: "deleteOne", namespace, filter: { _id: 5 } },
  { name: "deleteMany", namespace, filter: { _id: { $gt: 5, $lte: 7 } } },
];
const expectedCounts = {
  insertedCount: 1,
  upsertedCount: 1,
  matchedCount: 3,
  modifiedCount: 3,
  deletedCount: 3,
};
const refusedHere = { refusedWith: 59, since: 8 };

// Cases from MongoDB's driver specifications, CRUD: client-bulkWrite-results
specifies<Row>(
  "MongoDB 8 executes a client's bulkWrite, and the emulator refuses it",
  byId({ 1: 11, 2: 22, 3: 33, 5: 55, 6: 66, 7: 77 }),
  [
    {
      name: "in detail",
      run: bulkWrite(modelsOfAllKinds, { verboseResults: true }),
      gives: { ...expectedCounts, insertedIds: [[0, 8]] },
      leaves: byId({ 1: 12, 2: 24, 3: 35, 4: 44, 8: 88 }),
      ...refusedHere,
    },
    {
      name: "in sum",
      run: bulkWrite(modelsOfAllKinds),
      gives: { ...expectedCounts, insertedIds: [] },
      leaves: byId({ 1: 12, 2: 24, 3: 35, 4: 44, 8: 88 }),
      ...refusedHere,
    },
  ],
);

/**
 * Returns a function that inserts documents with a client's bulkWrite and returns which of the documents failed and
 * which were inserted.
 */
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

const storedRow: Row = { _id: 1, x: 11 };
const newRow: Row = { _id: 2, x: 22 };

// Cases from MongoDB's driver specifications, CRUD: client-bulkWrite-partialResults, client-bulkWrite-errors
specifies<Row>(
  "a client's bulkWrite reports its results before and after an error",
  [storedRow],
  [
    {
      name: "ordered, the first fails",
      run: failing([storedRow, newRow], true),
      gives: { failed: [0], inserted: [] },
      ...refusedHere,
    },
    {
      name: "ordered, the second fails",
      run: failing([newRow, storedRow], true),
      gives: { failed: [1], inserted: [[0, 2]] },
      leaves: [storedRow, newRow],
      ...refusedHere,
    },
    {
      name: "unordered, the first fails",
      run: failing([storedRow, newRow], false),
      gives: { failed: [0], inserted: [[1, 2]] },
      leaves: [storedRow, newRow],
      ...refusedHere,
    },
    {
      name: "unordered, both fail",
      run: failing([storedRow, storedRow], false),
      gives: { failed: [0, 1], inserted: [] },
      ...refusedHere,
    },
  ],
);

// Cases from MongoDB's driver specifications, CRUD: client-bulkWrite-mixed-namespaces
specifies<Row>(
  "MongoDB 8 executes a client's bulkWrite of several collections, and the emulator refuses it",
  byId({ 1: 11, 2: 22 }),
  [
    {
      name: "inserts into one collection, updates and deletes in another",
      run: async (rows) => {
        const other = rows.db.collection(`${rows.collectionName}_other`);
        const { insertedCount, modifiedCount, deletedCount } = await runModels(rows.db.client, [
          insertOne(other.namespace, { _id: 1, x: 0 }),
          insertOne(other.namespace, { _id: 2, x: 0 }),
          { name: "updateOne", namespace: rows.namespace, filter: { _id: 1 }, update: addOne },
          { name: "deleteOne", namespace: rows.namespace, filter: { _id: 2 } },
        ]);
        return [insertedCount, modifiedCount, deletedCount, await other.countDocuments()];
      },
      gives: [2, 1, 1, 2],
      leaves: byId({ 1: 12 }),
      ...refusedHere,
    },
  ],
);

/** Returns a function that requires `x` to be a string, then runs an operation and returns the code of its error. */
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

// Cases from MongoDB's driver specifications, CRUD: findOneAndUpdate-errorResponse, README (the explanation of a write
// error)
specifies<Row>("MongoDB creates a validated collection, and the emulator refuses it", byId({ 1: 11 }), [
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
