import test from "ava";
import * as fc from "fast-check";
import { Decimal128, Double, Long, serialize, type Document } from "bson";
import { getField, bsonType, Value } from "../src/bson/raw-bson.ts";
import { compareValues, encodeValue } from "../src/bson/value-order.ts";
import { openDatabase } from "./helpers/server-under-test.ts";

function valueOf(v: unknown): Value {
  const value = getField(new Value(bsonType.object, Buffer.from(serialize({ v }))), "v");
  if (value === undefined) throw new Error("no value");
  return value;
}

/** Generates whole numbers of 64 bits, each as a value of every number type that can represent the number exactly. */
const whole = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test("int64, decimal128 and double are sorted by their exact values", (t) => {
  fc.assert(
    fc.property(whole, fc.integer({ min: -2048, max: 2048 }), (number, offset) => {
      const other = BigInt.asIntN(64, number + BigInt(offset));
      const left = [valueOf(Long.fromBigInt(number)), valueOf(Decimal128.fromString(String(number)))];
      const right = [valueOf(Long.fromBigInt(other)), valueOf(Decimal128.fromString(String(other)))];
      const rounded = BigInt(Number(other));
      const expected = number < other ? -1 : Number(number > other);
      const toDouble = number < rounded ? -1 : Number(number > rounded);
      for (const a of left) {
        for (const b of right) t.is(Math.sign(compareValues(a, b)), expected);
        t.is(Math.sign(compareValues(a, valueOf(new Double(Number(other))))), toDouble);
      }
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      const expected: number = a < b ? -1 : Number(a > b);
      t.is<number, number>(
        Buffer.compare(encodeValue(valueOf(new Double(a))), encodeValue(valueOf(new Double(b)))),
        expected,
      );
    }),
  );
});

const small = fc.integer({ min: -2, max: 3 });
const scalar = fc.oneof(
  { weight: 3, arbitrary: small },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      null,
      "",
      "a",
      true,
      1.5,
      new Date(0),
      Long.fromNumber(1),
      Number.NaN,
    ),
  },
);
const field = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.record({ c: scalar }),
  fc.array(fc.record({ c: scalar }), { maxLength: 2 }),
);
/** Generates documents without arrays, for which an index gives the order of a sort, and documents with arrays. */
const rows = fc.oneof(
  fc.array(fc.record({ a: scalar, b: scalar }, { requiredKeys: [] }), { maxLength: 15 }),
  fc.array(fc.record({ a: field, b: scalar }, { requiredKeys: [] }), { maxLength: 15 }),
);

const condition: fc.Arbitrary<unknown> = fc.oneof(
  scalar,
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $nin: fc.array(scalar, { maxLength: 2 }) }),
  fc.record({ $ne: scalar }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $gt: small, $lte: small }, { requiredKeys: ["$gt"] }),
  fc.record({ $gte: scalar, $lt: small }, { requiredKeys: ["$lt"] }),
  fc.record({ $elemMatch: fc.record({ c: scalar }) }),
);
const simple = fc.dictionary(fc.constantFrom("a", "b", "a.c"), condition, { maxKeys: 3 });
const filter: fc.Arbitrary<Document> = fc.oneof(
  simple,
  fc.record({ $and: fc.array(simple, { minLength: 1, maxLength: 2 }) }),
  fc.record({ $or: fc.array(simple, { minLength: 1, maxLength: 2 }) }),
);
const update: fc.Arbitrary<Document> = fc.oneof(
  // At most one of the two fields is an array, because no index allows two arrays (MongoDB's manual: "Multikey
  // Indexes").
  fc.record({ $set: fc.record({ a: field, b: scalar }, { requiredKeys: ["a"] }) }),
  fc.record({ $unset: fc.constant({ a: 1 }) }),
);
const sort = fc.constantFrom<Record<string, 1 | -1>>(
  { _id: 1 },
  { a: 1 },
  { b: 1, a: -1 },
  { b: -1 },
  { a: 1, _id: 1 },
  { a: -1, _id: -1 },
  { b: -1, _id: 1 },
);

function byId(found: readonly Document[]): Document[] {
  return found.toSorted((left, right) => left["_id"] - right["_id"]);
}

/**
 * Returns the part of the found rows that the sort determines: the whole rows if `_id` is the last sort key, else only
 * the values of the sort keys.
 */
function sortedPart(found: readonly Document[], order: Document): unknown {
  if ("_id" in order) return found;
  const keys = found.map((row) => Object.keys(order).map((name) => row[name] ?? null));
  return keys.flat().some((key) => typeof key === "object" && key !== null) ? undefined : keys.map(String);
}

// Indexes must not change the result of any command, for any documents that were written before.
test("random queries and updates of MongoDB have the same results with and without indexes", async (t) => {
  const db = await openDatabase(t);
  const run = async (
    rows: Document[],
    changes: [Document, Document][],
    filters: Document[],
    order: Record<string, 1 | -1>,
  ): Promise<void> => {
    const [plain, indexed] = [db.collection("plain"), db.collection("indexed")];
    await Promise.all([plain.drop(), indexed.drop()]);
    await indexed.createIndexes([{ key: { a: 1 } }, { key: { b: 1, a: -1 } }, { key: { "a.c": -1 } }]);
    await indexed.createIndexes([{ key: { a: 1, b: -1, _id: 1 } }, { key: { "a.c": 1, b: 1 } }]);
    await indexed.createIndex({ b: -1 }, { sparse: true });
    await indexed.createIndex({ a: 1, _id: 1 }, { partialFilterExpression: { b: { $exists: true } } });
    for (const collection of [plain, indexed]) {
      if (rows.length > 0)
        await collection.insertMany(rows.map((fields, _id) => Object.assign({}, fields, { _id }) as never));
      for (const [where, change] of changes) await collection.updateMany(where, change);
      await collection.deleteMany({ b: true });
    }
    for (const where of filters) {
      const [expected = [], found = []] = await Promise.all(
        [plain, indexed].map((collection) => collection.find(where).sort(order).toArray()),
      );
      const message = JSON.stringify({ where, order, rows });
      t.deepEqual(byId(found), byId(expected), message);
      t.is(found.length, expected.length, message);
      t.deepEqual(sortedPart(found, order), sortedPart(expected, order), message);
    }
  };
  const property = fc.asyncProperty(
    rows,
    fc.array(fc.tuple(simple, update), { maxLength: 3 }),
    fc.array(filter, { minLength: 5, maxLength: 12 }),
    sort,
    run,
  );
  await fc.assert(property, { numRuns: 200 });
});
