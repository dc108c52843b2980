import test, { type ExecutionContext } from "ava";
import { Timestamp, type Db, type Document } from "mongodb";
import {
  bsonArray,
  bsonDocument,
  bsonHex,
  bsonInt32,
  bsonText,
  type BsonBytes,
  type BsonFields,
} from "./bson-bytes.ts";
import { bsonValues, type TypeValues } from "./bson-values.ts";
import { errorOf, EXTERNAL_URL, openDatabase } from "../../helpers/server-under-test.ts";
import { sendRaw } from "../../helpers/raw-messages.ts";

// Cases of MongoDB's driver specifications, BSON corpus. The tests send the values as bytes, because drivers cannot
// write all of them, and read the values with the driver.

/** The database and the collection of a test. */
interface Place {
  readonly db: Db;
  readonly name: string;
}

async function openPlace(t: ExecutionContext): Promise<Place> {
  return { db: await openDatabase(t), name: "values" };
}

async function insertBytes({ db, name }: Place, documents: readonly BsonBytes[]): Promise<Document> {
  const command = bsonDocument({ insert: bsonText(name), $db: bsonText(db.databaseName) });
  return (await sendRaw(db, command.bytes, Buffer.concat(documents.map(({ bytes }) => bytes)))) ?? {};
}

async function insertAll(t: ExecutionContext, place: Place, documents: readonly BsonBytes[]): Promise<void> {
  t.like(await insertBytes(place, documents), { ok: 1, n: documents.length, writeErrors: undefined });
}

/** Searches for documents. Returns the names of the documents that match the filter. */
async function search({ db, name }: Place, filter: BsonFields): Promise<Document> {
  const command = bsonDocument({
    find: bsonText(name),
    filter: bsonDocument(filter),
    projection: bsonDocument({ _id: bsonInt32(0), name: bsonInt32(1) }),
    $db: bsonText(db.databaseName),
  });
  return (await sendRaw(db, command.bytes)) ?? {};
}

async function namesOf(place: Place, filter: BsonFields): Promise<string[]> {
  const { cursor } = await search(place, filter);
  return (cursor.firstBatch as Document[]).map(({ name }) => String(name)).sort();
}

async function storedBytes({ db, name }: Place, of: string): Promise<Buffer> {
  const found = await db.collection(name).findOne({ name: of }, { raw: true } as Document);
  return Buffer.from((found ?? []) as unknown as Uint8Array);
}

/** Returns a document that contains a given value as a field, as an array element and in a sub-document. */
function rowOf(name: string, value: BsonBytes): BsonBytes {
  return bsonDocument({
    _id: bsonText(name),
    name: bsonText(name),
    v: value,
    list: bsonArray([bsonInt32(7), value]),
    sub: bsonDocument({ before: bsonText(""), v: value, after: bsonInt32(8) }),
  });
}

function rowsOf({ values }: TypeValues): Map<string, BsonBytes> {
  return new Map(Object.entries(values).map(([name, value]) => [name, rowOf(name, value)]));
}

function equalTo(value: BsonBytes): BsonBytes {
  return bsonDocument({ $eq: value });
}

/** Returns filters that match documents with a given BSON value. Each filter can use one of the {@link indexes}. */
function indexedSearchesFor(value: BsonBytes): BsonFields[] {
  return [{ v: equalTo(value) }, { list: equalTo(value) }, { "sub.v": equalTo(value) }];
}

const indexes = [{ key: { v: 1 } }, { key: { list: 1 } }, { key: { "sub.v": -1 } }] as const;

/**
 * Returns filters, besides those that use an index, that match documents with a given value. There is no filter with
 * `$in` for a regular expression or a document, because `$in` may treat a regular expression or a document as a
 * condition.
 */
function searchesFor(value: BsonBytes): BsonFields[] {
  const wholeSub = bsonDocument({ before: bsonText(""), v: value, after: bsonInt32(8) });
  const searches: BsonFields[] = [...indexedSearchesFor(value), { sub: equalTo(wholeSub) }];
  const isPlain = value.type !== 0x0b && value.type !== 0x03;
  return isPlain ? [...searches, { v: bsonDocument({ $in: bsonArray([value]) }) }] : searches;
}

/**
 * Returns the BSON value that has the given name: its type's alias, a blank, and its own name, such as "int greatest".
 */
function valueOf(name: string): BsonBytes {
  for (const { alias, values } of bsonValues) {
    const value = name.startsWith(`${alias} `) && values[name.slice(alias.length + 1)];
    if (value) return value;
  }
  throw new Error(`expected the name of a BSON value of these tests, found ${name}`);
}

/** Returns the names of those values that MongoDB treats as equal to the value with a given name. */
function equalsOf({ equal = [] }: TypeValues, name: string): readonly string[] {
  return equal.find((names) => names.includes(name)) ?? [name];
}

for (const type of bsonValues) {
  test(`BSON values of the type ${type.alias} come back byte for byte, and searches for equal values find each value`, async (t) => {
    const place = await openPlace(t);
    const rows = rowsOf(type);
    await insertAll(t, place, [...rows.values()]);
    for (const [name, { bytes }] of rows) t.deepEqual(await storedBytes(place, name), bytes, name);
    const checkSearches = async (
      how: string,
      searches: (value: BsonBytes) => BsonFields[],
    ): Promise<void> => {
      for (const [name, value] of Object.entries(type.values)) {
        const expected = [...equalsOf(type, name)].sort();
        for (const filter of searches(value))
          t.deepEqual(await namesOf(place, filter), expected, `${name} ${how}, ${Object.keys(filter)[0]}`);
      }
    };
    await checkSearches("by a scan", searchesFor);
    await place.db.collection(place.name).createIndexes([...indexes]);
    await checkSearches("by an index", indexedSearchesFor);
  });
}

test("a document with fields of every type comes back byte for byte, and $type finds each field", async (t) => {
  const place = await openPlace(t);
  // The bytes are from the file undefined.json of the BSON corpus.
  const samples: Record<string, BsonBytes> = { undefined: bsonHex(0x06, "") };
  for (const { alias, values } of bsonValues) samples[alias] = Object.values(values)[0] ?? bsonInt32(0);
  const all = bsonDocument({ _id: bsonInt32(1), name: bsonText("all"), ...samples });
  await insertAll(t, place, [all]);
  t.deepEqual(await storedBytes(place, "all"), all.bytes);
  const documents = place.db.collection(place.name);
  const aliases = Object.keys(samples);
  for (const alias of aliases) {
    const others = aliases.filter((name) => name !== alias).map((name) => ({ [name]: { $type: alias } }));
    t.is(await documents.countDocuments({ [alias]: { $type: alias }, $nor: others }), 1, alias);
  }
});

test("the _id of a document can have any type but array, regular expression and undefined, and equal values are duplicates", async (t) => {
  const db = await openDatabase(t);
  for (const type of bsonValues) {
    const place = { db, name: type.alias };
    for (const [name, value] of Object.entries(type.values)) {
      const isRefused = type.alias === "array" || type.alias === "regex";
      const [first = name] = equalsOf(type, name);
      const row = bsonDocument({ _id: value, name: bsonText(name) });
      // Skip documents with dollar signs: MongoDB's manual has special rules for dollar signs in an _id: "Field Names
      // with Periods and Dollar Signs".
      if (type.alias === "object" && value.bytes.includes("$")) continue;
      const { n, writeErrors } = await insertBytes(place, [row]);
      t.is(n, !isRefused && name === first ? 1 : 0, `${type.alias} ${name}`);
      if (isRefused) t.like(writeErrors, [{ code: 53 }]);
      else if (name !== first) t.like(writeErrors, [{ code: 11000 }], `${type.alias} ${name}`);
      else t.deepEqual(await storedBytes(place, name), row.bytes, `${type.alias} ${name}`);
      if (!isRefused) t.deepEqual(await namesOf(place, { _id: value }), [first], `${type.alias} ${name}`);
    }
  }
  const place = { db, name: "undefined" };
  t.like(await insertBytes(place, [bsonDocument({ _id: bsonHex(0x06, "") })]), {
    n: 0,
    writeErrors: [{ code: 53 }],
  });
  t.is(await db.collection("undefined").countDocuments(), 0);
});

test("a search finds equal numbers of other types, and symbols with the text of a string", async (t) => {
  const place = await openPlace(t);
  const equal: Record<string, readonly BsonBytes[]> = {
    "-1": ["double -1", "int -1", "long -1"].map(valueOf),
    "0": ["double 0", "double -0", "int 0", "long 0", "decimal 0", "decimal -0.0"].map(valueOf),
    "1": ["double 1", "int 1", "long 1"].map(valueOf),
    "least int": ["int least", "decimal -2147483648"].map(valueOf),
    "greatest int": ["int greatest", "decimal 2147483647"].map(valueOf),
    "0.5": [bsonHex(0x01, "000000000000e03f"), valueOf("decimal 0.5")],
    NaN: ["double NaN", "double NaN with a payload", "decimal NaN", "decimal NaN with a payload"].map(
      valueOf,
    ),
    infinity: ["double infinity", "decimal Infinity"].map(valueOf),
    "-infinity": ["double -infinity", "decimal -Infinity"].map(valueOf),
    text: ['string "b"', 'symbol "b"'].map(valueOf),
    code: ['javascript "b"'].map(valueOf),
  };
  const rows = Object.entries(equal).flatMap(([name, values]) =>
    values.map((v) => bsonDocument({ name: bsonText(name), v })),
  );
  await insertAll(t, place, rows);
  for (const when of ["by a scan", "by an index"]) {
    for (const [name, values] of Object.entries(equal))
      for (const v of values)
        t.deepEqual(await namesOf(place, { v }), Array(values.length).fill(name), `${name} ${when}`);
    await place.db.collection(place.name).createIndex({ v: 1 });
  }
});

// The test sends its values as bytes, because drivers correct or refuse them. The server stores the values as they are
// sent.
test("the MongoDB server stores unusual but well-formed BSON values unchanged", async (t) => {
  const place = await openPlace(t);
  const badText = Buffer.from([0xe9]);
  const odd: Record<string, BsonBytes> = {
    "index of an array wrong": bsonHex(0x04, "0b000000 10 00 0a000000 00"),
    "index of an array no number": bsonHex(0x04, "0d000000 10 6162 00 0a000000 00"),
    "options of a regular expression unsorted": bsonHex(0x0b, "61626300 6d697800"),
    "string not in UTF-8": bsonText(badText),
    "code not in UTF-8": bsonText(badText, 0x0d),
    "symbol not in UTF-8": bsonText(badText, 0x0e),
    "pointer to a namespace not in UTF-8": bsonHex(0x0c, `02000000 e900 ${"00".repeat(12)}`),
    "inner length of an old binary too long": bsonHex(0x05, "06000000 02 03000000 ffff"),
    "inner length of an old binary too short": bsonHex(0x05, "06000000 02 01000000 ffff"),
    "inner length of an old binary negative": bsonHex(0x05, "06000000 02 ffffffff ffff"),
  };
  const rows = Object.entries(odd).map(([name, value]) => [name, rowOf(name, value)] as const);
  await insertAll(
    t,
    place,
    rows.map(([, row]) => row),
  );
  for (const [name, { bytes }] of rows) t.deepEqual(await storedBytes(place, name), bytes, name);
});

// The test follows the page "Field Names with Periods and Dollar Signs" of MongoDB's manual.
test("top-level fields of a document may have names that look like operators (top.json, dbref.json)", async (t) => {
  const place = await openPlace(t);
  const named: Record<string, BsonFields> = {
    key: { $key: bsonInt32(42) },
    pattern: { $regex: bsonText("not-a-regex"), $options: bsonText("i"), $banana: bsonText("peel") },
    reference: { $ref: bsonText("not-a-dbref"), $id: bsonInt32(1), $banana: bsonText("peel") },
    dots: { "a.b": bsonInt32(1), "": bsonInt32(2) },
  };
  for (const [name, fields] of Object.entries(named)) {
    const row = bsonDocument({ _id: bsonText(name), name: bsonText(name), ...fields });
    await insertAll(t, place, [row]);
    t.deepEqual(await storedBytes(place, name), row.bytes, name);
  }
});

test("the MongoDB server refuses a document with two _ids and a search for undefined", async (t) => {
  const place = await openPlace(t);
  // A document with two fields of the same name, which `bsonDocument` cannot build.
  const twoIds = bsonHex(0x03, "17000000 10 5f696400 01000000 10 5f696400 02000000 00");
  t.like(await insertBytes(place, [twoIds]), { n: 0, writeErrors: [{ code: 2 }] });
  t.is(await place.db.collection(place.name).countDocuments(), 0);
  const undefinedValue = bsonHex(0x06, "");
  t.like(await search(place, { v: undefinedValue }), { ok: 0, code: 2 });
  t.like(await search(place, { v: equalTo(undefinedValue) }), { ok: 0, code: 2 });
});

(EXTERNAL_URL === undefined ? test : test.skip)(
  "the MongoDB emulator refuses an empty timestamp, which MongoDB would fill in",
  async (t) => {
    const rows = (await openDatabase(t)).collection("rows");
    const at = new Timestamp({ t: 0, i: 0 });
    t.like(await errorOf(t, () => rows.insertOne({ at })), { code: 115 });
    await rows.insertOne({ list: [at], sub: { at } });
    t.like(await errorOf(t, () => rows.replaceOne({}, { at })), { code: 115 });
    t.like(await errorOf(t, () => rows.replaceOne({ a: 1 }, { at }, { upsert: true })), { code: 115 });
    t.is(await rows.countDocuments({ "sub.at": at }), 1);
  },
);
