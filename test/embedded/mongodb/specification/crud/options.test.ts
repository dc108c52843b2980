import type { Collection, Document } from "mongodb";
import { bulk, byId, countsOf, deleted, specifies, updated, type CrudCase } from "./crud-cases.ts";
import { EXTERNAL_URL } from "../../helpers.ts";

// Options of single operations that the stand-in has not, and must refuse. Each table carries over the cases of the files
// of MongoDB's driver specifications that its comment names: documents, operations and outcomes are theirs.

interface Row {
  _id: number;
  x: number;
}

const TWO: readonly Row[] = byId({ 1: 11, 2: 22 });
const THREE: readonly Row[] = byId({ 1: 11, 2: 22, 3: 33 });
const FOUR: readonly Row[] = byId({ 1: 11, 2: 22, 3: 33, 4: 44 });
const ADD_ONE = { $inc: { x: 1 } };
/** The driver's types do not know that findAndModify takes the name of an index as well. */
const BY_NAME = "_id_" as unknown as Document;
const HINTS: readonly Document[] = [BY_NAME, { _id: 1 }];

/** The case once for each way to name the index of `_id`. */
function hinted(
  name: string,
  run: (rows: Collection<Row>, hint: Document) => Promise<unknown>,
  rest: Partial<CrudCase<Row>>,
): CrudCase<Row>[] {
  return HINTS.map((hint) => ({
    name: `${name} ${JSON.stringify(hint)}`,
    run: (rows) => run(rows, hint),
    refusedWith: 115,
    ...rest,
  }));
}

// MongoDB's driver specifications, CRUD: deleteOne-hint, deleteMany-hint, updateOne-hint, updateMany-hint,
// replaceOne-hint, findOneAndDelete-hint, findOneAndReplace-hint, findOneAndUpdate-hint, distinct-hint
specifies("a hint", THREE, [
  ...hinted("deleteOne", (rows, hint) => rows.deleteOne({ _id: 1 }, { hint }), {
    gives: deleted(1),
    leaves: byId({ 2: 22, 3: 33 }),
  }),
  ...hinted("deleteMany", (rows, hint) => rows.deleteMany({ _id: { $gt: 1 } }, { hint }), {
    gives: deleted(2),
    leaves: byId({ 1: 11 }),
  }),
  ...hinted("updateOne", (rows, hint) => rows.updateOne({ _id: { $gt: 2 } }, ADD_ONE, { hint }), {
    gives: updated(1, 1),
    leaves: byId({ 1: 11, 2: 22, 3: 34 }),
  }),
  ...hinted("updateMany", (rows, hint) => rows.updateMany({ _id: { $gt: 1 } }, ADD_ONE, { hint }), {
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
  ...hinted("findOneAndUpdate", (rows, hint) => rows.findOneAndUpdate({ _id: 1 }, ADD_ONE, { hint }), {
    gives: { _id: 1, x: 11 },
    leaves: byId({ 1: 12, 2: 22, 3: 33 }),
  }),
  ...hinted("distinct", (rows, hint) => rows.distinct("x", { _id: 1 }, { hint }), {
    gives: [11],
    since: 7.1,
  }),
]);

// MongoDB's driver specifications, CRUD: bulkWrite-delete-hint, bulkWrite-update-hint
specifies("a hint in a bulkWrite", FOUR, [
  {
    name: "deleteOne",
    run: async (rows) =>
      countsOf(
        await rows.bulkWrite([
          { deleteOne: { filter: { _id: 1 }, hint: BY_NAME } },
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
          { deleteMany: { filter: { _id: { $lt: 3 } }, hint: BY_NAME } },
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
          HINTS.map((hint) => ({ updateOne: { filter: { _id: 1 }, update: ADD_ONE, hint } })),
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
          HINTS.map((hint) => ({
            updateMany: { filter: { _id: { $lt: 3 } }, update: ADD_ONE, hint },
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
          { replaceOne: { filter: { _id: 3 }, replacement: { x: 333 }, hint: BY_NAME } },
          { replaceOne: { filter: { _id: 4 }, replacement: { x: 444 }, hint: { _id: 1 } } },
        ]),
      ),
    gives: bulk({ matched: 2, modified: 2 }),
    leaves: byId({ 1: 11, 2: 22, 3: 333, 4: 444 }),
    refusedWith: 115,
  },
]);

/** An unacknowledged operation on the second document, an acknowledged one behind it, and the documents where both count. */
function unacknowledged(
  name: string,
  run: (rows: Collection<Row>, hint: Document) => Promise<unknown>,
  changed: readonly Row[],
): CrudCase<Row>[] {
  return HINTS.map((hint) => ({
    name: `${name} ${JSON.stringify(hint)}`,
    run: async (rows) => {
      await run(rows.db.collection(rows.collectionName, { writeConcern: { w: 0 } }), hint);
      await rows.insertOne({ _id: 0, x: 0 });
    },
    leaves: [{ _id: 0, x: 0 }, ...(EXTERNAL_URL === undefined ? TWO : changed)],
  }));
}

const SECOND = { _id: { $gt: 1 } };

// MongoDB's driver specifications, CRUD: the files whose names end in -hint-unacknowledged. Nobody hears of the refusal, so
// that it must not be done either. One connection, so that the operations come in their order.
specifies(
  "a hint of an unacknowledged write",
  TWO,
  [
    ...unacknowledged("deleteOne", (rows, hint) => rows.deleteOne(SECOND, { hint }), byId({ 1: 11 })),
    ...unacknowledged("deleteMany", (rows, hint) => rows.deleteMany(SECOND, { hint }), byId({ 1: 11 })),
    ...unacknowledged(
      "updateOne",
      (rows, hint) => rows.updateOne(SECOND, ADD_ONE, { hint }),
      byId({ 1: 11, 2: 23 }),
    ),
    ...unacknowledged(
      "updateMany",
      (rows, hint) => rows.updateMany(SECOND, ADD_ONE, { hint }),
      byId({ 1: 11, 2: 23 }),
    ),
    ...unacknowledged(
      "replaceOne",
      (rows, hint) => rows.replaceOne(SECOND, { x: 111 }, { hint }),
      byId({ 1: 11, 2: 111 }),
    ),
    ...unacknowledged(
      "findOneAndDelete",
      (rows, hint) => rows.findOneAndDelete(SECOND, { hint }),
      byId({ 1: 11 }),
    ),
    ...unacknowledged(
      "findOneAndReplace",
      (rows, hint) => rows.findOneAndReplace(SECOND, { x: 111 }, { hint }),
      byId({ 1: 11, 2: 111 }),
    ),
    ...unacknowledged(
      "findOneAndUpdate",
      (rows, hint) => rows.findOneAndUpdate(SECOND, ADD_ONE, { hint }),
      byId({ 1: 11, 2: 23 }),
    ),
    ...unacknowledged(
      "bulkWrite",
      (rows, hint) => rows.bulkWrite([{ updateOne: { filter: SECOND, update: ADD_ONE, hint } }]),
      byId({ 1: 11, 2: 23 }),
    ),
  ],
  { maxPoolSize: 1 },
);

const LAST_FIRST = { _id: -1 } as const;

// MongoDB's driver specifications, CRUD: updateOne-sort, replaceOne-sort, bulkWrite-updateOne-sort,
// bulkWrite-replaceOne-sort. Servers before MongoDB 8 refuse it as well.
specifies("a sort of an update", THREE, [
  {
    name: "updateOne",
    run: (rows) => rows.updateOne(SECOND, ADD_ONE, { sort: LAST_FIRST }),
    gives: updated(1, 1),
    leaves: byId({ 1: 11, 2: 22, 3: 34 }),
    refusedWith: 40415,
    since: 8,
  },
  {
    name: "replaceOne",
    run: (rows) => rows.replaceOne(SECOND, { x: 1 }, { sort: LAST_FIRST }),
    gives: updated(1, 1),
    leaves: byId({ 1: 11, 2: 22, 3: 1 }),
    refusedWith: 40415,
    since: 8,
  },
  {
    name: "updateOne in a bulkWrite",
    run: (rows) => rows.bulkWrite([{ updateOne: { filter: SECOND, update: ADD_ONE, sort: LAST_FIRST } }]),
    leaves: byId({ 1: 11, 2: 22, 3: 34 }),
    refusedWith: 40415,
    since: 8,
  },
  {
    name: "replaceOne in a bulkWrite",
    run: (rows) =>
      rows.bulkWrite([{ replaceOne: { filter: SECOND, replacement: { x: 1 }, sort: LAST_FIRST } }]),
    leaves: byId({ 1: 11, 2: 22, 3: 1 }),
    refusedWith: 40415,
    since: 8,
  },
]);
