import type { Collection, Document } from "mongodb";
import { bulk, byId, countsOf, deleted, specifies, updated, type CrudCase } from "./crud-cases.ts";

// The tests cover collations and array filters, which the emulator does not support and has to refuse. Each table below
// repeats the cases of files of MongoDB's driver specifications: the same documents, operations and results. The
// comment above the table names the files.

/** A collation that ignores case. */
const caseInsensitive = { collation: { locale: "en_US", strength: 2 } };

interface Word {
  _id: number;
  x: number | string;
}

const refused = (cases: readonly CrudCase<Word>[]): CrudCase<Word>[] =>
  cases.map((crudCase) => ({ refusedWith: 115, ...crudCase }));

// Cases from MongoDB's driver specifications, CRUD: find-collation, aggregate-collation, count-collation
specifies<Word>(
  "MongoDB executes a read with a collation, and the emulator refuses it",
  byId({ 1: "ping" }),
  refused([
    {
      name: "find",
      run: (rows) => rows.find({ x: "PING" }, caseInsensitive).toArray(),
      gives: byId({ 1: "ping" }),
    },
    {
      name: "aggregate",
      run: (rows) => rows.aggregate([{ $match: { x: "PING" } }], caseInsensitive).toArray(),
      gives: byId({ 1: "ping" }),
    },
    { name: "countDocuments", run: (rows) => rows.countDocuments({ x: "PING" }, caseInsensitive), gives: 1 },
    {
      name: "count",
      run: async (rows) =>
        (await rows.db.command({ count: rows.collectionName, query: { x: "PING" }, ...caseInsensitive }))[
          "n"
        ],
      gives: 1,
    },
  ]),
);

// Cases from MongoDB's driver specifications, CRUD: distinct-collation
specifies<Word>(
  "MongoDB executes distinct with a collation, and the emulator refuses it",
  byId({ 1: "PING", 2: "ping" }),
  refused([{ name: "all", run: (rows) => rows.distinct("x", {}, caseInsensitive), gives: ["PING"] }]),
);

const words: readonly Word[] = byId<number | string>({ 1: 11, 2: "ping", 3: "pINg" });
const leastId = { projection: { x: 1, _id: 0 }, sort: { _id: 1 } } as const;

// Cases from MongoDB's driver specifications, CRUD: deleteOne-collation, deleteMany-collation, updateOne-collation,
// updateMany-collation, replaceOne-collation, findOneAndDelete-collation, findOneAndReplace-collation,
// findOneAndUpdate-collation
specifies<Word>(
  "MongoDB executes a write with a collation, and the emulator refuses it",
  words,
  refused([
    {
      name: "deleteOne",
      run: (rows) => rows.deleteOne({ x: "PING", _id: { $lt: 3 } }, caseInsensitive),
      gives: deleted(1),
      leaves: byId<number | string>({ 1: 11, 3: "pINg" }),
    },
    {
      name: "deleteMany",
      run: (rows) => rows.deleteMany({ x: "PING" }, caseInsensitive),
      gives: deleted(2),
      leaves: byId({ 1: 11 }),
    },
    {
      name: "updateOne",
      run: (rows) => rows.updateOne({ x: "PING", _id: { $lt: 3 } }, { $set: { x: "pong" } }, caseInsensitive),
      gives: updated(1, 1),
      leaves: byId<number | string>({ 1: 11, 2: "pong", 3: "pINg" }),
    },
    {
      name: "updateMany",
      run: (rows) => rows.updateMany({ x: "ping" }, { $set: { x: "pong" } }, caseInsensitive),
      gives: updated(2, 2),
      leaves: byId<number | string>({ 1: 11, 2: "pong", 3: "pong" }),
    },
    {
      name: "replaceOne",
      run: (rows) => rows.replaceOne({ x: "PING", _id: { $lt: 3 } }, { x: "pong" }, caseInsensitive),
      gives: updated(1, 1),
      leaves: byId<number | string>({ 1: 11, 2: "pong", 3: "pINg" }),
    },
    {
      name: "findOneAndDelete",
      run: (rows) => rows.findOneAndDelete({ _id: 2, x: "PING" }, { ...leastId, ...caseInsensitive }),
      gives: { x: "ping" },
      leaves: byId<number | string>({ 1: 11, 3: "pINg" }),
    },
    {
      name: "findOneAndReplace",
      run: (rows) =>
        rows.findOneAndReplace(
          { x: "PING" },
          { x: "pong" },
          { ...leastId, ...caseInsensitive, returnDocument: "after" },
        ),
      gives: { x: "pong" },
      leaves: byId<number | string>({ 1: 11, 2: "pong", 3: "pINg" }),
    },
    {
      name: "findOneAndUpdate",
      run: (rows) =>
        rows.findOneAndUpdate({ x: "PING" }, { $set: { x: "pong" } }, { ...leastId, ...caseInsensitive }),
      gives: { x: "ping" },
      leaves: byId<number | string>({ 1: 11, 2: "pong", 3: "pINg" }),
    },
  ]),
);

const sixthWord: Word = { _id: 6, x: "ping" };
const caseSensitive = { collation: { locale: "en_US", strength: 3 } };

// Cases from MongoDB's driver specifications, CRUD: bulkWrite-collation
specifies<Word>(
  "MongoDB executes a bulkWrite with a collation, and the emulator refuses it",
  byId<number | string>({ 1: 11, 2: "ping", 3: "pINg", 4: "pong", 5: "pONg" }),
  refused([
    {
      name: "deletions",
      run: async (rows) =>
        countsOf(
          await rows.bulkWrite([
            { deleteOne: { filter: { x: "PING" }, ...caseInsensitive } },
            { deleteOne: { filter: { x: "PING" }, ...caseInsensitive } },
            { deleteMany: { filter: { x: "PONG" }, ...caseInsensitive } },
          ]),
        ),
      gives: bulk({ deleted: 4 }),
      leaves: byId({ 1: 11 }),
    },
    {
      name: "updates",
      run: async (rows) =>
        countsOf(
          await rows.bulkWrite([
            { updateMany: { filter: { x: "ping" }, update: { $set: { x: "PONG" } }, ...caseSensitive } },
            { updateOne: { filter: { x: "ping" }, update: { $set: { x: "PONG" } }, ...caseInsensitive } },
            {
              replaceOne: { filter: { x: "ping" }, replacement: sixthWord, upsert: true, ...caseSensitive },
            },
            { updateMany: { filter: { x: "pong" }, update: { $set: { x: "PONG" } }, ...caseInsensitive } },
          ]),
        ),
      gives: bulk({ matched: 6, modified: 4, upserted: { 2: 6 } }),
      leaves: byId<number | string>({ 1: 11, 2: "PONG", 3: "PONG", 4: "PONG", 5: "PONG", 6: "ping" }),
    },
  ]),
);

interface Nested {
  _id: number;
  y: { b: number; c?: { d: number }[] }[];
}

const firstRow: Nested = { _id: 1, y: [{ b: 3 }, { b: 1 }] };
const secondRow: Nested = { _id: 2, y: [{ b: 0 }, { b: 1 }] };
const thirdRow: Nested = { _id: 3, y: [{ b: 5, c: [{ d: 2 }, { d: 1 }] }] };

const setB = { $set: { "y.$[i].b": 2 } };
const setD = { $set: { "y.$[i].c.$[j].d": 0 } };

/**
 * Returns the first document of the collection as it is after an update of those array elements whose `b` has the given
 * value.
 */
function firstWith(b: 3 | 1): Nested {
  return { _id: 1, y: b === 3 ? [{ b: 2 }, { b: 1 }] : [{ b: 3 }, { b: 2 }] };
}

/** Returns the test cases of an update that changes only those array elements whose `b` has the given value. */
function filtered(
  name: string,
  run: (rows: Collection<Nested>, arrayFilters: Document[]) => Promise<unknown>,
): (b: number, outcome: Pick<CrudCase<Nested>, "gives" | "leaves">) => CrudCase<Nested> {
  return (b, outcome) => ({
    name: `${name}, b is ${b}`,
    run: (rows) => run(rows, [{ "i.b": b }]),
    refusedWith: 115,
    ...outcome,
  });
}

const firstTwo = { _id: { $lt: 3 } };
const secondRowChanged = { _id: 2, y: [{ b: 0 }, { b: 2 }] };

const one = filtered("updateOne", (rows, arrayFilters) => rows.updateOne({}, setB, { arrayFilters }));
const many = filtered("updateMany", (rows, arrayFilters) =>
  rows.updateMany(firstTwo, setB, { arrayFilters }),
);
const found = filtered("findOneAndUpdate", (rows, arrayFilters) =>
  rows.findOneAndUpdate({}, setB, { arrayFilters }),
);
const oneOfBulk = filtered("updateOne in a bulkWrite", async (rows, arrayFilters) =>
  countsOf(await rows.bulkWrite([{ updateOne: { filter: {}, update: setB, arrayFilters } }])),
);
const manyOfBulk = filtered("updateMany in a bulkWrite", async (rows, arrayFilters) =>
  countsOf(await rows.bulkWrite([{ updateMany: { filter: firstTwo, update: setB, arrayFilters } }])),
);

// Cases from MongoDB's driver specifications, CRUD: updateOne-arrayFilters, updateMany-arrayFilters,
// findOneAndUpdate-arrayFilters, bulkWrite-arrayFilters
specifies<Nested>(
  "MongoDB executes an update with array filters, and the emulator refuses it",
  [firstRow, secondRow, thirdRow],
  [
    one(4, { gives: updated(1, 0) }),
    one(3, { gives: updated(1, 1), leaves: [firstWith(3), secondRow, thirdRow] }),
    one(1, { gives: updated(1, 1), leaves: [firstWith(1), secondRow, thirdRow] }),
    many(4, { gives: updated(2, 0) }),
    many(3, { gives: updated(2, 1), leaves: [firstWith(3), secondRow, thirdRow] }),
    many(1, { gives: updated(2, 2), leaves: [firstWith(1), secondRowChanged, thirdRow] }),
    found(4, { gives: firstRow }),
    found(3, { gives: firstRow, leaves: [firstWith(3), secondRow, thirdRow] }),
    found(1, { gives: firstRow, leaves: [firstWith(1), secondRow, thirdRow] }),
    oneOfBulk(3, { gives: bulk({ matched: 1, modified: 1 }), leaves: [firstWith(3), secondRow, thirdRow] }),
    manyOfBulk(1, {
      gives: bulk({ matched: 2, modified: 2 }),
      leaves: [firstWith(1), secondRowChanged, thirdRow],
    }),
    {
      name: "two array filters, one of which matches nothing",
      run: (rows) => rows.updateOne({ _id: 3 }, setD, { arrayFilters: [{ "i.b": 5 }, { "j.d": 3 }] }),
      gives: updated(1, 0),
      refusedWith: 115,
    },
    {
      name: "two array filters, both of which match",
      run: (rows) => rows.updateOne({ _id: 3 }, setD, { arrayFilters: [{ "i.b": 5 }, { "j.d": 1 }] }),
      gives: updated(1, 1),
      leaves: [firstRow, secondRow, { _id: 3, y: [{ b: 5, c: [{ d: 2 }, { d: 0 }] }] }],
      refusedWith: 115,
    },
  ],
);
