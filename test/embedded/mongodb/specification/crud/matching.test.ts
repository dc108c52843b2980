import type { Collection, Document } from "mongodb";
import { bulk, byId, countsOf, deleted, specifies, updated, type CrudCase } from "./crud-cases.ts";

// Collation and array filters, which the stand-in has not, and must refuse. Each table carries over the cases of the files
// of MongoDB's driver specifications that its comment names: documents, operations and outcomes are theirs.

/** Without regard to case. */
const COLLATION = { collation: { locale: "en_US", strength: 2 } };

interface Word {
  _id: number;
  x: number | string;
}

const refused = (cases: readonly CrudCase<Word>[]): CrudCase<Word>[] =>
  cases.map((crudCase) => ({ refusedWith: 115, ...crudCase }));

// MongoDB's driver specifications, CRUD: find-collation, aggregate-collation, count-collation
specifies<Word>(
  "a collation of a read",
  byId({ 1: "ping" }),
  refused([
    {
      name: "find",
      run: (rows) => rows.find({ x: "PING" }, COLLATION).toArray(),
      gives: byId({ 1: "ping" }),
    },
    {
      name: "aggregate",
      run: (rows) => rows.aggregate([{ $match: { x: "PING" } }], COLLATION).toArray(),
      gives: byId({ 1: "ping" }),
    },
    { name: "countDocuments", run: (rows) => rows.countDocuments({ x: "PING" }, COLLATION), gives: 1 },
    {
      name: "count",
      run: async (rows) =>
        (await rows.db.command({ count: rows.collectionName, query: { x: "PING" }, ...COLLATION }))["n"],
      gives: 1,
    },
  ]),
);

// MongoDB's driver specifications, CRUD: distinct-collation
specifies<Word>(
  "a collation of distinct",
  byId({ 1: "PING", 2: "ping" }),
  refused([{ name: "all", run: (rows) => rows.distinct("x", {}, COLLATION), gives: ["PING"] }]),
);

const WORDS: readonly Word[] = byId<number | string>({ 1: 11, 2: "ping", 3: "pINg" });
const LEAST = { projection: { x: 1, _id: 0 }, sort: { _id: 1 } } as const;

// MongoDB's driver specifications, CRUD: deleteOne-collation, deleteMany-collation, updateOne-collation,
// updateMany-collation, replaceOne-collation, findOneAndDelete-collation, findOneAndReplace-collation,
// findOneAndUpdate-collation
specifies<Word>(
  "a collation of a write",
  WORDS,
  refused([
    {
      name: "deleteOne",
      run: (rows) => rows.deleteOne({ x: "PING", _id: { $lt: 3 } }, COLLATION),
      gives: deleted(1),
      leaves: byId<number | string>({ 1: 11, 3: "pINg" }),
    },
    {
      name: "deleteMany",
      run: (rows) => rows.deleteMany({ x: "PING" }, COLLATION),
      gives: deleted(2),
      leaves: byId({ 1: 11 }),
    },
    {
      name: "updateOne",
      run: (rows) => rows.updateOne({ x: "PING", _id: { $lt: 3 } }, { $set: { x: "pong" } }, COLLATION),
      gives: updated(1, 1),
      leaves: byId<number | string>({ 1: 11, 2: "pong", 3: "pINg" }),
    },
    {
      name: "updateMany",
      run: (rows) => rows.updateMany({ x: "ping" }, { $set: { x: "pong" } }, COLLATION),
      gives: updated(2, 2),
      leaves: byId<number | string>({ 1: 11, 2: "pong", 3: "pong" }),
    },
    {
      name: "replaceOne",
      run: (rows) => rows.replaceOne({ x: "PING", _id: { $lt: 3 } }, { x: "pong" }, COLLATION),
      gives: updated(1, 1),
      leaves: byId<number | string>({ 1: 11, 2: "pong", 3: "pINg" }),
    },
    {
      name: "findOneAndDelete",
      run: (rows) => rows.findOneAndDelete({ _id: 2, x: "PING" }, { ...LEAST, ...COLLATION }),
      gives: { x: "ping" },
      leaves: byId<number | string>({ 1: 11, 3: "pINg" }),
    },
    {
      name: "findOneAndReplace",
      run: (rows) =>
        rows.findOneAndReplace(
          { x: "PING" },
          { x: "pong" },
          { ...LEAST, ...COLLATION, returnDocument: "after" },
        ),
      gives: { x: "pong" },
      leaves: byId<number | string>({ 1: 11, 2: "pong", 3: "pINg" }),
    },
    {
      name: "findOneAndUpdate",
      run: (rows) =>
        rows.findOneAndUpdate({ x: "PING" }, { $set: { x: "pong" } }, { ...LEAST, ...COLLATION }),
      gives: { x: "ping" },
      leaves: byId<number | string>({ 1: 11, 2: "pong", 3: "pINg" }),
    },
  ]),
);

const SIXTH: Word = { _id: 6, x: "ping" };
const EXACT = { collation: { locale: "en_US", strength: 3 } };

// MongoDB's driver specifications, CRUD: bulkWrite-collation
specifies<Word>(
  "a collation in a bulkWrite",
  byId<number | string>({ 1: 11, 2: "ping", 3: "pINg", 4: "pong", 5: "pONg" }),
  refused([
    {
      name: "deletions",
      run: async (rows) =>
        countsOf(
          await rows.bulkWrite([
            { deleteOne: { filter: { x: "PING" }, ...COLLATION } },
            { deleteOne: { filter: { x: "PING" }, ...COLLATION } },
            { deleteMany: { filter: { x: "PONG" }, ...COLLATION } },
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
            { updateMany: { filter: { x: "ping" }, update: { $set: { x: "PONG" } }, ...EXACT } },
            { updateOne: { filter: { x: "ping" }, update: { $set: { x: "PONG" } }, ...COLLATION } },
            {
              replaceOne: { filter: { x: "ping" }, replacement: SIXTH, upsert: true, ...EXACT },
            },
            { updateMany: { filter: { x: "pong" }, update: { $set: { x: "PONG" } }, ...COLLATION } },
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

const FIRST: Nested = { _id: 1, y: [{ b: 3 }, { b: 1 }] };
const SECOND: Nested = { _id: 2, y: [{ b: 0 }, { b: 1 }] };
const THIRD: Nested = { _id: 3, y: [{ b: 5, c: [{ d: 2 }, { d: 1 }] }] };

const SET_B = { $set: { "y.$[i].b": 2 } };
const SET_D = { $set: { "y.$[i].c.$[j].d": 0 } };

/** The first document after an update of the elements that are `b`. */
function firstWith(b: 3 | 1): Nested {
  return { _id: 1, y: b === 3 ? [{ b: 2 }, { b: 1 }] : [{ b: 3 }, { b: 2 }] };
}

/** Cases of one operation on the elements that are `b`. */
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

const BOTH = { _id: { $lt: 3 } };
const SECOND_WITH_1 = { _id: 2, y: [{ b: 0 }, { b: 2 }] };

const one = filtered("updateOne", (rows, arrayFilters) => rows.updateOne({}, SET_B, { arrayFilters }));
const many = filtered("updateMany", (rows, arrayFilters) => rows.updateMany(BOTH, SET_B, { arrayFilters }));
const found = filtered("findOneAndUpdate", (rows, arrayFilters) =>
  rows.findOneAndUpdate({}, SET_B, { arrayFilters }),
);
const oneOfBulk = filtered("updateOne in a bulkWrite", async (rows, arrayFilters) =>
  countsOf(await rows.bulkWrite([{ updateOne: { filter: {}, update: SET_B, arrayFilters } }])),
);
const manyOfBulk = filtered("updateMany in a bulkWrite", async (rows, arrayFilters) =>
  countsOf(await rows.bulkWrite([{ updateMany: { filter: BOTH, update: SET_B, arrayFilters } }])),
);

// MongoDB's driver specifications, CRUD: updateOne-arrayFilters, updateMany-arrayFilters, findOneAndUpdate-arrayFilters,
// bulkWrite-arrayFilters
specifies<Nested>(
  "array filters",
  [FIRST, SECOND, THIRD],
  [
    one(4, { gives: updated(1, 0) }),
    one(3, { gives: updated(1, 1), leaves: [firstWith(3), SECOND, THIRD] }),
    one(1, { gives: updated(1, 1), leaves: [firstWith(1), SECOND, THIRD] }),
    many(4, { gives: updated(2, 0) }),
    many(3, { gives: updated(2, 1), leaves: [firstWith(3), SECOND, THIRD] }),
    many(1, { gives: updated(2, 2), leaves: [firstWith(1), SECOND_WITH_1, THIRD] }),
    found(4, { gives: FIRST }),
    found(3, { gives: FIRST, leaves: [firstWith(3), SECOND, THIRD] }),
    found(1, { gives: FIRST, leaves: [firstWith(1), SECOND, THIRD] }),
    oneOfBulk(3, { gives: bulk({ matched: 1, modified: 1 }), leaves: [firstWith(3), SECOND, THIRD] }),
    manyOfBulk(1, {
      gives: bulk({ matched: 2, modified: 2 }),
      leaves: [firstWith(1), SECOND_WITH_1, THIRD],
    }),
    {
      name: "two filters, one that nothing meets",
      run: (rows) => rows.updateOne({ _id: 3 }, SET_D, { arrayFilters: [{ "i.b": 5 }, { "j.d": 3 }] }),
      gives: updated(1, 0),
      refusedWith: 115,
    },
    {
      name: "two filters",
      run: (rows) => rows.updateOne({ _id: 3 }, SET_D, { arrayFilters: [{ "i.b": 5 }, { "j.d": 1 }] }),
      gives: updated(1, 1),
      leaves: [FIRST, SECOND, { _id: 3, y: [{ b: 5, c: [{ d: 2 }, { d: 0 }] }] }],
      refusedWith: 115,
    },
  ],
);
