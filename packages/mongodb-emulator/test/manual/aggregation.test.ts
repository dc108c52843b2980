import test from "ava";
import type { Document } from "mongodb";
import { errorOf, openDatabase } from "../helpers/server-under-test.ts";

const storedRows = [
  { _id: 1, kind: "cpu", price: 10, tags: ["a", "b"], o: { x: 1 } },
  { _id: 2, kind: "cpu", price: 20.5, tags: [], o: { x: 2 } },
  { _id: 3, kind: "gpu", price: 5, tags: ["a"] },
  { _id: 4, kind: "gpu", price: null, tags: "c" },
  { _id: 5, price: "dear" },
];

/**
 * Pipelines, each with its results (MongoDB's manual: the page of each stage under "Aggregation Stages", and of each
 * operator).
 */
const cases: readonly (readonly [pipeline: Document[], expected: Document[]])[] = [
  [[], storedRows],
  [[{ $match: { kind: "cpu" } }, { $sort: { price: -1 } }, { $limit: 1 }], [storedRows[1] ?? {}]],
  [
    [{ $sort: { _id: -1 } }, { $skip: 3 }],
    [storedRows[1] ?? {}, storedRows[0] ?? {}],
  ],
  [[{ $match: { kind: "none" } }, { $count: "n" }], []],
  [[{ $count: "n" }], [{ n: 5 }]],
  [
    [{ $group: { _id: null, n: { $sum: 1 }, sum: { $sum: "$price" }, avg: { $avg: "$price" } } }],
    [{ _id: null, n: 5, sum: 35.5, avg: 35.5 / 3 }],
  ],
  [
    [
      { $match: { _id: { $lte: 4 } } },
      {
        $group: { _id: "$kind", least: { $min: "$price" }, most: { $max: "$price" }, ids: { $push: "$_id" } },
      },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: "cpu", least: 10, most: 20.5, ids: [1, 2] },
      { _id: "gpu", least: 5, most: 5, ids: [3, 4] },
    ],
  ],
  [
    [
      { $sort: { _id: 1 } },
      { $group: { _id: { k: "$kind" }, first: { $first: "$price" }, last: { $last: "$price" } } },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: {}, first: "dear", last: "dear" },
      { _id: { k: "cpu" }, first: 10, last: 20.5 },
      { _id: { k: "gpu" }, first: 5, last: null },
    ],
  ],
  [[{ $match: { _id: 9 } }, { $group: { _id: 1, n: { $sum: 1 } } }], []],
  [
    [
      { $match: { _id: 5 } },
      { $group: { _id: null, a: { $avg: "$price" }, p: { $push: "$none" }, m: { $max: "$none" } } },
    ],
    [{ _id: null, a: null, p: [], m: null }],
  ],
  [
    [{ $unwind: "$tags" }, { $project: { tags: 1 } }],
    [
      { _id: 1, tags: "a" },
      { _id: 1, tags: "b" },
      { _id: 3, tags: "a" },
      { _id: 4, tags: "c" },
    ],
  ],
  [
    [{ $unwind: { path: "$tags", preserveNullAndEmptyArrays: true } }, { $match: { _id: { $in: [2, 5] } } }],
    [{ _id: 2, kind: "cpu", price: 20.5, o: { x: 2 } }, storedRows[4] ?? {}],
  ],
  [[{ $match: { _id: 1 } }, { $project: { _id: 0, kind: 1, "o.x": 1 } }], [{ kind: "cpu", o: { x: 1 } }]],
  [[{ $match: { _id: 1 } }, { $project: { tags: 0, o: 0 } }], [{ _id: 1, kind: "cpu", price: 10 }]],
  [
    [
      { $match: { _id: 1 } },
      {
        $project: {
          k: "$kind",
          x: "$o.x",
          n: { $size: "$tags" },
          none: "$none",
          l: { $literal: "$kind" },
          both: ["$_id", "$none"],
        },
      },
    ],
    [{ _id: 1, k: "cpu", x: 1, n: 2, l: "$kind", both: [1, null] }],
  ],
  [
    [
      { $match: { _id: 1 } },
      {
        $project: {
          _id: 0,
          add: { $add: ["$price", 1, 2] },
          sub: { $subtract: ["$price", 1] },
          mul: { $multiply: ["$price", 2] },
          div: { $divide: ["$price", 4] },
          nil: { $add: ["$price", null] },
          text: { $concat: ["$kind", "-", "x"] },
          or: { $ifNull: ["$none", "else"] },
          cond: { $cond: [{ $gt: ["$price", 5] }, "high", "low"] },
          // oxlint-disable-next-line unicorn/no-thenable -- MongoDB requires this name of the field
          cond2: { $cond: { if: { $and: [{ $eq: ["$kind", "gpu"] }, true] }, then: 1, else: 2 } },
          root: "$$ROOT.kind",
        },
      },
    ],
    [
      {
        add: 13,
        sub: 9,
        mul: 20,
        div: 2.5,
        nil: null,
        text: "cpu-x",
        or: "else",
        cond: "high",
        cond2: 2,
        root: "cpu",
      },
    ],
  ],
];

test("each pipeline gives the documents that MongoDB's manual describes", async (t) => {
  const rows = (await openDatabase(t)).collection("rows");
  await rows.insertMany(structuredClone(storedRows) as never[]);
  for (const [pipeline, expected] of cases)
    t.deepEqual(await rows.aggregate(pipeline).toArray(), expected, JSON.stringify(pipeline));
  const [group] = await rows
    .aggregate([{ $unwind: "$tags" }, { $group: { _id: null, all: { $addToSet: "$tags" } } }])
    .toArray();
  t.deepEqual(group?.["all"].sort(), ["a", "b", "c"]);
});

test("the MongoDB server returns the results of a pipeline in batches", async (t) => {
  const rows = (await openDatabase(t)).collection("rows");
  await rows.insertMany(Array.from({ length: 400 }, (_, n) => ({ n })));
  t.is((await rows.aggregate([{ $match: {} }], { batchSize: 7 }).toArray()).length, 400);
  t.is((await rows.aggregate([{ $project: { n: 1 } }]).toArray()).length, 400);
});

// The test follows the page "Error Codes" of MongoDB's manual.
test("the MongoDB server refuses pipelines with unknown stages or expressions", async (t) => {
  const rows = (await openDatabase(t)).collection("rows");
  await rows.insertOne({ a: 1 });
  const refused: readonly (readonly [pipeline: Document[], code: number])[] = [
    [[{ $foo: {} }], 40324],
    [[{ $match: {}, $limit: 1 }], 40323],
    [[{ $project: { a: { $foo: 1 } } }], 31325],
    [[{ $match: { a: { $foo: 1 } } }], 2],
    [[{ $match: {} }, { $foo: {} }], 40324],
    [[{ $group: { _id: null, a: { $foo: 1 } } }], 15952],
    [[{ $group: { a: { $sum: 1 } } }], 15955],
  ];
  for (const [pipeline, code] of refused)
    t.is(
      (await errorOf(t, () => rows.aggregate(pipeline).toArray()))["code"],
      code,
      JSON.stringify(pipeline),
    );
});
