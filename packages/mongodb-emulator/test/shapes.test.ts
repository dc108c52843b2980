import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { serialize } from "bson";
import type { Document } from "mongodb";
import { Value } from "../src/bson/raw-bson.ts";
import { startServer } from "../src/server.ts";
import { createShapeLog } from "../src/shape-log.ts";
import { shapesOf } from "../src/shapes.ts";
import { connect, temporaryFolder } from "./helpers/server-under-test.ts";

const valueOf = (document: Document) => new Value(3, Buffer.from(serialize(document)));
const shapes = (command: Document, reply: Document = { ok: 1 }) => [
  ...shapesOf({ body: valueOf(command), sequences: new Map() }, valueOf(reply)),
];

test("the shapes (used features of MongoDB) that the emulator logs for a find are the distinct options and operators of the command", (t) => {
  const filter = {
    a: 1,
    b: { $in: [1], $ne: 2 },
    $or: [{ "c.d": null }, { e: { $not: { $elemMatch: { f: /x/ } } } }],
  };
  t.deepEqual(
    shapes({
      find: "rows",
      filter,
      sort: { a: 1, b: -1 },
      projection: { _id: 0, a: 1 },
      singleBatch: true,
      $db: "t",
    }),
    [
      "command find",
      "option find.filter",
      "filter equal to a value",
      "filter $in",
      "filter $ne",
      "filter $or",
      "filter on a dotted path",
      "filter equal to null",
      "filter $not",
      "filter $elemMatch",
      "filter equal to regex",
      "option find.sort",
      "sort 1",
      "sort -1",
      "sort by several paths",
      "option find.projection",
      "projection without _id",
      "projection with a field",
      "option find.singleBatch: true",
    ],
  );
});

test("the shapes (used features of MongoDB) that the emulator logs for updates, pipelines and indexes are their operators, stages and kinds", (t) => {
  const update = {
    q: { _id: 1 },
    u: { $push: { "a.b": { $each: [1], $slice: 2 } } },
    upsert: true,
    multi: false,
  };
  t.deepEqual(shapes({ update: "rows", updates: [update] }).slice(2), [
    "filter equal to a value",
    "update $push",
    "update $push on a dotted path",
    "update $push with $each",
    "update $push with $slice",
    "option update.updates.upsert: true",
    "option update.updates.multi: false",
  ]);
  const group = { _id: "$a", n: { $sum: { $cond: ["$b", 1, "$$ROOT"] } } };
  t.deepEqual(shapes({ aggregate: "rows", pipeline: [{ $group: group }, { $count: "n" }] }).slice(2), [
    "stage $group",
    "expression path",
    "accumulator $sum",
    "expression $cond",
    "expression literal",
    "expression $$ROOT",
    "stage $count",
  ]);
  const index = {
    key: { a: -1 },
    name: "a",
    unique: true,
    partialFilterExpression: { b: { $exists: true } },
  };
  t.deepEqual(shapes({ createIndexes: "rows", indexes: [index] }).slice(2), [
    "index -1",
    "index unique: true",
    "index partialFilterExpression",
    "partial filter $exists",
  ]);
});

test("the shapes (used features of MongoDB) that the emulator logs for a refused command are only its error codes", (t) => {
  t.deepEqual(shapes({ find: "rows", filter: { $expr: {} } }, { ok: 0, code: 2 }), ["find error 2"]);
  const reply = {
    ok: 1,
    writeErrors: [
      { index: 0, code: 11000 },
      { index: 1, code: 11000 },
    ],
  };
  t.deepEqual(shapes({ insert: "rows", documents: [{}] }, reply), ["insert error 11000"]);
});

test("the emulator logs the shapes (used features of MongoDB) of commands with invalid arguments like those of other commands", (t) => {
  for (const nonsense of [1, "x", null, [1], { $x: 1 }, [[{ a: [] }]], { "": { $set: 5 } }])
    for (const name of ["find", "update", "aggregate", "createIndexes", "delete"])
      for (const option of [
        "filter",
        "sort",
        "projection",
        "updates",
        "deletes",
        "pipeline",
        "indexes",
        "update",
      ])
        t.notThrows(() => shapes({ [name]: "rows", [option]: nonsense }));
  t.deepEqual(shapes({}), ["command "]);
});

test("the MongoDB emulator logs each shape (used feature of MongoDB) only once, even if the shape occurs again", async (t) => {
  const dir = await temporaryFolder(t);
  const log = join(dir, "shapes.txt");
  const server = await startServer({ port: 0, dir: join(dir, "data"), onExchange: createShapeLog(log) });
  t.teardown(() => server.close());
  const rows = (await connect(t, server.url)).db("t").collection("rows");
  for (let n = 0; n < 3; n++) await rows.insertMany([{ n }, { n }]);
  await rows.updateOne({ n: 1 }, { $inc: { n: 1 } });
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  t.is(new Set(lines).size, lines.length);
  for (const shape of ["command insert", "option insert.documents", "filter equal to a value", "update $inc"])
    t.true(lines.includes(shape), shape);
});
