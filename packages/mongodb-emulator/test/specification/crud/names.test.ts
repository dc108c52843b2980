import type { Collection, Document } from "mongodb";
import { bulk, countsOf, specifies, updated, type CrudCase } from "./crud-cases.ts";

// The tests cover field names with dots and dollar signs. Each table below repeats the cases of files of MongoDB's
// driver specifications: the same documents, operations and results. The comment above the table names the files.

interface Row {
  _id: number;
  [field: string]: unknown;
}

const storableRows: readonly Row[] = [
  { _id: 1, $a: 1 },
  { _id: 1, "a.b": 1 },
  { _id: 1, a: { $b: 1 } },
  { _id: 1, a: { "b.c": 1 } },
  { _id: 1, a: { $db: "foo" } },
];

// Cases from MongoDB's driver specifications, CRUD: insertOne-dots_and_dollars, insertMany-dots_and_dollars,
// bulkWrite-insertOne-dots_and_dollars
specifies<Row>(
  "inserted fields may have any name",
  [],
  storableRows.flatMap((document): CrudCase<Row>[] => [
    {
      name: `insertOne ${JSON.stringify(document)}`,
      run: (rows) => rows.insertOne(document),
      gives: { acknowledged: true, insertedId: 1 },
      leaves: [document],
    },
    {
      name: `insertMany ${JSON.stringify(document)}`,
      run: (rows) => rows.insertMany([document]),
      gives: { acknowledged: true, insertedCount: 1, insertedIds: { 0: 1 } },
      leaves: [document],
    },
    {
      name: `bulkWrite ${JSON.stringify(document)}`,
      run: async (rows) => countsOf(await rows.bulkWrite([{ insertOne: { document } }])),
      gives: bulk({ inserted: 1 }),
      leaves: [document],
    },
  ]),
);

/** A row whose `_id` is a document, which the driver's types do not allow. */
function withId(_id: Document): Row {
  return { _id: _id as unknown as number };
}

// Cases from MongoDB's driver specifications, CRUD: insertOne-dots_and_dollars, bulkWrite-insertOne-dots_and_dollars
specifies<Row>(
  "the fields of an _id may have dots in their names, but no dollars",
  [],
  [
    {
      name: "dots",
      run: (rows) => rows.insertOne(withId({ "a.b": 1 })),
      gives: { acknowledged: true, insertedId: { "a.b": 1 } },
      leaves: [{ _id: { "a.b": 1 } }],
    },
    {
      name: "dots in a bulk",
      run: async (rows) =>
        countsOf(await rows.bulkWrite([{ insertOne: { document: withId({ "a.b": 1 }) } }])),
      gives: bulk({ inserted: 1 }),
      leaves: [{ _id: { "a.b": 1 } }],
    },
    { name: "dollars", run: (rows) => rows.insertOne(withId({ $a: 1 })), failsWith: 52 },
    {
      name: "dollars in a bulk",
      run: (rows) => rows.bulkWrite([{ insertOne: { document: withId({ $a: 1 }) } }]),
      failsWith: 52,
    },
  ],
);

// Cases from MongoDB's driver specifications, CRUD: replaceOne-dots_and_dollars, findOneAndReplace-dots_and_dollars,
// bulkWrite-replaceOne-dots_and_dollars
specifies<Row>(
  "the fields of a replacement may have dots in their names, and below the top level dollars",
  [{ _id: 1, old: true }],
  storableRows.slice(1, 4).flatMap((replacement): CrudCase<Row>[] => [
    {
      name: `replaceOne ${JSON.stringify(replacement)}`,
      run: (rows) => rows.replaceOne({ _id: 1 }, replacement),
      gives: updated(1, 1),
      leaves: [replacement],
    },
    {
      name: `findOneAndReplace ${JSON.stringify(replacement)}`,
      run: (rows) => rows.findOneAndReplace({ _id: 1 }, replacement),
      gives: { _id: 1, old: true },
      leaves: [replacement],
    },
    {
      name: `bulkWrite ${JSON.stringify(replacement)}`,
      run: async (rows) =>
        countsOf(await rows.bulkWrite([{ replaceOne: { filter: { _id: 1 }, replacement } }])),
      gives: bulk({ matched: 1, modified: 1 }),
      leaves: [replacement],
    },
  ]),
);

/** Returns a pipeline that sets a field whose name `$set` would treat as a path or refuse. */
function setField(name: string, where: "top" | "foo"): Document[] {
  const set = (input: string): Document => ({ $setField: { field: { $literal: name }, value: 1, input } });
  return where === "top" ? [{ $replaceWith: set("$$ROOT") }] : [{ $set: { foo: set("$foo") } }];
}

const setFieldCases: readonly (readonly [update: Document[], after: Document])[] = [
  [setField("$a", "top"), { _id: 1, foo: {}, $a: 1 }],
  [setField("a.b", "top"), { _id: 1, foo: {}, "a.b": 1 }],
  [setField("$a", "foo"), { _id: 1, foo: { $a: 1 } }],
  [setField("a.b", "foo"), { _id: 1, foo: { "a.b": 1 } }],
];

const waysToUpdate: readonly (readonly [
  name: string,
  gives: unknown,
  run: (rows: Collection<Row>, update: Document[]) => Promise<unknown>,
])[] = [
  ["updateOne", updated(1, 1), (rows, update) => rows.updateOne({ _id: 1 }, update)],
  ["updateMany", updated(1, 1), (rows, update) => rows.updateMany({ _id: 1 }, update)],
  ["findOneAndUpdate", { _id: 1, foo: {} }, (rows, update) => rows.findOneAndUpdate({ _id: 1 }, update)],
  [
    "bulkWrite, one",
    bulk({ matched: 1, modified: 1 }),
    async (rows, update) => countsOf(await rows.bulkWrite([{ updateOne: { filter: { _id: 1 }, update } }])),
  ],
  [
    "bulkWrite, many",
    bulk({ matched: 1, modified: 1 }),
    async (rows, update) => countsOf(await rows.bulkWrite([{ updateMany: { filter: { _id: 1 }, update } }])),
  ],
];

// Cases from MongoDB's driver specifications, CRUD: updateOne-dots_and_dollars, updateMany-dots_and_dollars,
// findOneAndUpdate-dots_and_dollars, bulkWrite-updateOne-dots_and_dollars, bulkWrite-updateMany-dots_and_dollars
specifies<Row>(
  "MongoDB executes an update by a pipeline that sets fields of any name, and the emulator refuses it",
  [{ _id: 1, foo: {} }],
  waysToUpdate.flatMap(([name, gives, run]) =>
    setFieldCases.map(([update, after]) => ({
      name: `${name} ${JSON.stringify(update)}`,
      run: (rows) => run(rows, update),
      gives,
      leaves: [after],
      refusedWith: 115,
    })),
  ),
);
