import test from "ava";
import { deserialize, serialize } from "bson";
import {
  Binary,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Document,
} from "mongodb";
import { openDatabase } from "../helpers/server-under-test.ts";

interface AnyId {
  _id: unknown;
  [field: string]: unknown;
}

// The test follows the pages "BSON Types" and "Documents" of MongoDB's manual.
test("a document with values of every type comes back byte for byte, with its fields in order", async (t) => {
  const db = await openDatabase(t, { promoteValues: false, bsonRegExp: true });
  const values = db.collection("values");
  const document = {
    _id: new ObjectId(),
    z: new Int32(1),
    a: Long.fromString("9007199254740993"),
    double: new Double(1),
    decimal: Decimal128.fromString("1.500"),
    date: new Date(-1),
    bytes: new Binary(Buffer.from([0, 1, 2]), 5),
    nested: { b: [new Int32(1), null, "é\0x", true], a: {} },
    pattern: /a.*b/i,
    stamp: new Timestamp({ t: 5, i: 7 }),
    low: new MinKey(),
    high: new MaxKey(),
  };
  await values.insertOne(document);
  const found = await values.findOne({}, { raw: true } as Document);
  t.deepEqual(Buffer.from(found as unknown as Uint8Array), Buffer.from(serialize(document)));
  t.deepEqual(Object.keys(deserialize(serialize(document))), Object.keys((await values.findOne()) ?? {}));
});

// The test follows the page "Documents" of MongoDB's manual, section "The _id Field".
test("the _id of a document can have any type but array and regular expression, and is stored as the first field", async (t) => {
  const db = await openDatabase(t);
  const ids = db.collection<AnyId>("ids");
  const all = [1, "1", new Date(1), { a: 1, b: 2 }, { b: 2, a: 1 }, true, 1.5, new Binary(Buffer.from("x"))];
  for (const _id of all) await ids.insertOne({ _id, v: 1 });
  for (const _id of all) t.is(await ids.countDocuments({ _id: _id as never }), 1);
  await t.throwsAsync(ids.insertOne({ _id: [1] }), { message: /_id/ });
  await t.throwsAsync(ids.insertOne({ _id: Long.fromNumber(1) }), { message: /E11000/ });
  await ids.insertOne({ v: 2, _id: "last" });
  t.deepEqual(Object.keys((await ids.findOne({ v: 2 })) ?? {}), ["_id", "v"]);
});

// The test follows the page "Comparison/Sort Order" of MongoDB's manual.
test("the MongoDB server sorts values of all types in MongoDB's order", async (t) => {
  const db = await openDatabase(t);
  const sorted = [
    new MinKey(),
    null,
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    Decimal128.fromString("-1E+400"),
    Long.fromString("-9223372036854775808"),
    -1.5,
    new Decimal128("-1.4"),
    0,
    Decimal128.fromString("0.1"),
    0.1,
    1,
    Long.fromString("9007199254740993"),
    Decimal128.fromString("9007199254740993.5"),
    9007199254740994,
    Number.POSITIVE_INFINITY,
    "",
    "B",
    "a",
    "a\0",
    "aa",
    "é",
    {},
    { a: 1 },
    { a: 2 },
    { b: 0 },
    { a: "" },
    new Binary(Buffer.from("z")),
    new Binary(Buffer.from("aa")),
    new ObjectId("000000000000000000000001"),
    new ObjectId("000000000000000000000002"),
    false,
    true,
    new Date(-1),
    new Date(0),
    new Timestamp({ t: 1, i: 1 }),
    /a/,
    new Code("ab"),
    new Code("b"),
    new Code("a", { x: 1 }),
    new Code("a", { x: 2 }),
    new MaxKey(),
  ];
  const order = db.collection<{ _id: number; v: unknown }>("order");
  const shuffled = sorted
    .map((v, _id) => ({ _id, v }))
    .sort((a, b) => ((a._id * 7) % 38) - ((b._id * 7) % 38));
  await order.insertMany(shuffled);
  const ids = async (sort: 1 | -1): Promise<number[]> =>
    (await order.find().sort({ v: sort }).toArray()).map(({ _id }) => _id);
  const expected = sorted.map((_v, index) => index);
  t.deepEqual(await ids(1), expected);
  t.deepEqual(await ids(-1), expected.toReversed());
  await order.createIndex({ v: 1 });
  t.deepEqual(await ids(1), expected, "by index");
  t.deepEqual(await ids(-1), expected.toReversed(), "by index, backwards");
});
