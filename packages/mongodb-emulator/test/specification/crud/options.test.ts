import type { Collection, Document } from "mongodb";
import { bulk, byId, countsOf, deleted, specifies, updated, type CrudCase } from "./crud-cases.ts";
import { EXTERNAL_URL } from "../../helpers/server-under-test.ts";

// The tests cover options of single operations that the emulator does not support and has to refuse. Each table below
// repeats the cases of files of MongoDB's driver specifications: the same documents, operations and results. The
// comment above the table names the files.

interface Row {
  _id: number;
  x: number;
}

const twoRows: readonly Row[] = byId({ 1: 11, 2: 22 });
const threeRows: readonly Row[] = byId({ 1: 11, 2: 22, 3: 33 });
const fourRows: readonly Row[] = byId({ 1: 11, 2: 22, 3: 33, 4: 44 });
const addOne = { $inc: { x: 1 } };
/** The hint as the name of an index, which the driver's types do not allow for findAndModify. */
const hintByName = "_id_" as unknown as Document;
const hints: readonly Document[] = [hintByName, { _id: 1 }];

/** Returns a test case for each way to name the index on `_id` in a hint: by its key or by its name. */
function hinted(
  name: string,
  run: (rows: Collection<Row>, hint: Document) => Promise<unknown>,
  rest: Partial<CrudCase<Row>>,
): CrudCase<Row>[] {
  return hints.map((hint) => ({
    name: `${name} ${JSON.stringify(hint)}`,
    run: (rows) => run(rows, hint),
    refusedWith: 115,
    ...rest,
  }));
}

// Cases from MongoDB's driver specifications, CRUD: deleteOne-hint, deleteMany-hint, updateOne-hint, updateMany-hint,
// replaceOne-hint, findOneAndDelete-hint, findOneAndReplace-hint, findOneAndUpdate-hint, distinct-hint
specifies("MongoDB executes an operation with a hint, and the emulator refuses it", threeRows, [
  ...hinted("deleteOne", (rows, hint) => rows.deleteOne({ _id: 1 }, { hint }), {
    gives: deleted(1),
    leaves: byId({ 2: 22, 3: 33 }),
  }),
  ...hinted("deleteMany", (rows, hint) => rows.deleteMany({ _id: { $gt: 1 } }, { hint }), {
    gives: deleted(2),
    leaves: byId({ 1: 11 }),
  }),
  ...hinted("updateOne", (rows, hint) => rows.updateOne({ _id: { $gt: 2 } }, addOne, { hint }), {
    gives: updated(1, 1),
    leaves: byId({ 1: 11, 2: 22, 3: 34 }),
  }),
  ...hinted("updateMany", (rows, hint) => rows.updateMany({ _id: { $gt: 1 } }, addOne, { hint }), {
    gives: updated(2, 2),
    leaves: byId({ 1: 11, 2: 23, 3: 34 }),
  }),
  ...hinted("replaceOne", (rows, hint) => rows.replaceOne({ _id: { $gt: 2 } }, { x: 111 }, { hint }), {
    gives: updated(1, 1),
    leaves: byId({ 1: 11, 2: 22, 3: 111 }),
  }),
  ...hinted("findOneAndDelete", (rows, hint) => rows.findOneAndDelete({ _id: 1 }, { hint }), {
    gives: { _id: 1, x: 11 },
    leaves: byId({ 2: 22, 3: 33 }),
  }),
  ...hinted("findOneAndReplace", (rows, hint) => rows.findOneAndReplace({ _id: 1 }, { x: 33 }, { hint }), {
    gives: { _id: 1, x: 11 },
    leaves: byId({ 1: 33, 2: 22, 3: 33 }),
  }),
  ...hinted("findOneAndUpdate", (rows, hint) => rows.findOneAndUpdate({ _id: 1 }, addOne, { hint }), {
    gives: { _id: 1, x: 11 },
    leaves: byId({ 1: 12, 2: 22, 3: 33 }),
  }),
  ...hinted("distinct", (rows, hint) => rows.distinct("x", { _id: 1 }, { hint }), {
    gives: [11],
    since: 7.1,
  }),
]);

// Cases from MongoDB's driver specifications, CRUD: bulkWrite-delete-hint, bulkWrite-update-hint
specifies("MongoDB executes a bulkWrite with a hint, and the emulator refuses it", fourRows, [
  {
    name: "deleteOne",
    run: async (rows) =>
      countsOf(
        await rows.bulkWrite([
          { deleteOne: { filter: { _id: 1 }, hint: hintByName } },
          { deleteOne: { filter: { _id: 2 }, hint: { _id: 1 } } },
        ]),
      ),
    gives: bulk({ deleted: 2 }),
    leaves: byId({ 3: 33, 4: 44 }),
    refusedWith: 115,
  },
  {
    name: "deleteMany",
    run: async (rows) =>
      countsOf(
        await rows.bulkWrite([
          { deleteMany: { filter: { _id: { $lt: 3 } }, hint: hintByName } },
          { deleteMany: { filter: { _id: { $gte: 4 } }, hint: { _id: 1 } } },
        ]),
      ),
    gives: bulk({ deleted: 3 }),
    leaves: byId({ 3: 33 }),
    refusedWith: 115,
  },
  {
    name: "updateOne",
    run: async (rows) =>
      countsOf(
        await rows.bulkWrite(
          hints.map((hint) => ({ updateOne: { filter: { _id: 1 }, update: addOne, hint } })),
        ),
      ),
    gives: bulk({ matched: 2, modified: 2 }),
    leaves: byId({ 1: 13, 2: 22, 3: 33, 4: 44 }),
    refusedWith: 115,
  },
  {
    name: "updateMany",
    run: async (rows) =>
      countsOf(
        await rows.bulkWrite(
          hints.map((hint) => ({
            updateMany: { filter: { _id: { $lt: 3 } }, update: addOne, hint },
          })),
        ),
      ),
    gives: bulk({ matched: 4, modified: 4 }),
    leaves: byId({ 1: 13, 2: 24, 3: 33, 4: 44 }),
    refusedWith: 115,
  },
  {
    name: "replaceOne",
    run: async (rows) =>
      countsOf(
        await rows.bulkWrite([
          { replaceOne: { filter: { _id: 3 }, replacement: { x: 333 }, hint: hintByName } },
          { replaceOne: { filter: { _id: 4 }, replacement: { x: 444 }, hint: { _id: 1 } } },
        ]),
      ),
    gives: bulk({ matched: 2, modified: 2 }),
    leaves: byId({ 1: 11, 2: 22, 3: 333, 4: 444 }),
    refusedWith: 115,
  },
]);

/**
 * Returns a test case for each hint: it sends an unacknowledged operation on the second document, and then an
 * acknowledged operation.
 */
function unacknowledged(
  name: string,
  run: (rows: Collection<Row>, hint: Document) => Promise<unknown>,
  changed: readonly Row[],
): CrudCase<Row>[] {
  return hints.map((hint) => ({
    name: `${name} ${JSON.stringify(hint)}`,
    run: async (rows) => {
      await run(rows.db.collection(rows.collectionName, { writeConcern: { w: 0 } }), hint);
      await rows.insertOne({ _id: 0, x: 0 });
    },
    leaves: [{ _id: 0, x: 0 }, ...(EXTERNAL_URL === undefined ? twoRows : changed)],
  }));
}

const afterFirst = { _id: { $gt: 1 } };

// Cases from MongoDB's driver specifications, CRUD: the files whose names end in -hint-unacknowledged. The client does
// not receive the server's refusal of an unacknowledged write, but the server must not execute the write. The client
// has only one connection, so that the operations arrive in order.
specifies(
  "MongoDB executes an unacknowledged write with a hint, and the emulator refuses it",
  twoRows,
  [
    ...unacknowledged("deleteOne", (rows, hint) => rows.deleteOne(afterFirst, { hint }), byId({ 1: 11 })),
    ...unacknowledged("deleteMany", (rows, hint) => rows.deleteMany(afterFirst, { hint }), byId({ 1: 11 })),
    ...unacknowledged(
      "updateOne",
      (rows, hint) => rows.updateOne(afterFirst, addOne, { hint }),
      byId({ 1: 11, 2: 23 }),
    ),
    ...unacknowledged(
      "updateMany",
      (rows, hint) => rows.updateMany(afterFirst, addOne, { hint }),
      byId({ 1: 11, 2: 23 }),
    ),
    ...unacknowledged(
      "replaceOne",
      (rows, hint) => rows.replaceOne(afterFirst, { x: 111 }, { hint }),
      byId({ 1: 11, 2: 111 }),
    ),
    ...unacknowledged(
      "findOneAndDelete",
      (rows, hint) => rows.findOneAndDelete(afterFirst, { hint }),
      byId({ 1: 11 }),
    ),
    ...unacknowledged(
      "findOneAndReplace",
      (rows, hint) => rows.findOneAndReplace(afterFirst, { x: 111 }, { hint }),
      byId({ 1: 11, 2: 111 }),
    ),
    ...unacknowledged(
      "findOneAndUpdate",
      (rows, hint) => rows.findOneAndUpdate(afterFirst, addOne, { hint }),
      byId({ 1: 11, 2: 23 }),
    ),
    ...unacknowledged(
      "bulkWrite",
      (rows, hint) => rows.bulkWrite([{ updateOne: { filter: afterFirst, update: addOne, hint } }]),
      byId({ 1: 11, 2: 23 }),
    ),
  ],
  { maxPoolSize: 1 },
);

const lastFirst = { _id: -1 } as const;

// Cases from MongoDB's driver specifications, CRUD: updateOne-sort, replaceOne-sort, bulkWrite-updateOne-sort,
// bulkWrite-replaceOne-sort. Servers before MongoDB 8 refuse an update with a sort as well.
specifies("MongoDB 8 executes an update with a sort, and the emulator refuses it", threeRows, [
  {
    name: "updateOne",
    run: (rows) => rows.updateOne(afterFirst, addOne, { sort: lastFirst }),
    gives: updated(1, 1),
    leaves: byId({ 1: 11, 2: 22, 3: 34 }),
    refusedWith: 40415,
    since: 8,
  },
  {
    name: "replaceOne",
    run: (rows) => rows.replaceOne(afterFirst, { x: 1 }, { sort: lastFirst }),
    gives: updated(1, 1),
    leaves: byId({ 1: 11, 2: 22, 3: 1 }),
    refusedWith: 40415,
    since: 8,
  },
  {
    name: "updateOne in a bulkWrite",
    run: (rows) => rows.bulkWrite([{ updateOne: { filter: afterFirst, update: addOne, sort: lastFirst } }]),
    leaves: byId({ 1: 11, 2: 22, 3: 34 }),
    refusedWith: 40415,
    since: 8,
  },
  {
    name: "replaceOne in a bulkWrite",
    run: (rows) =>
      rows.bulkWrite([{ replaceOne: { filter: afterFirst, replacement: { x: 1 }, sort: lastFirst } }]),
    leaves: byId({ 1: 11, 2: 22, 3: 1 }),
    refusedWith: 40415,
    since: 8,
  },
]);
