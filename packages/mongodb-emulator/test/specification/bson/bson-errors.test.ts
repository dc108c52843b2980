import test, { type ExecutionContext } from "ava";
import type { Db, Document } from "mongodb";
import { bsonArray, bsonDocument, bsonHex, bsonText, type BsonBytes } from "./bson-bytes.ts";
import { EXTERNAL_URL, openDatabase } from "../../helpers/server-under-test.ts";
import { sendRaw } from "../../helpers/raw-messages.ts";

// Cases of MongoDB's driver specifications, BSON corpus (each group names its file): bytes that every decoder has to
// refuse, and a few similar byte sequences. The bytes that the corpus refuses but the server stores are in
// bson.test.ts. A server answers malformed bytes with the error InvalidBSON, or ends the connection; in both cases it
// stores nothing of the message.

/** Malformed documents in hexadecimal; this project chose their names. */
const malformed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "the document (top.json)": {
    "length below its own size": "01000000 00",
    "length of nothing but itself": "04000000 00",
    "length of zero": "00000000 000000000000",
    "no end": "05000000",
    "another end: 1": "05000000 01",
    "another end: 255": "05000000 ff",
    "another end: p": "05000000 70",
    "cut in a value": "12000000 02 666f6f00 04000000 626172",
    "cut in a name": "12000000 02 666f",
    "bytes after it": "12000000 02 666f6f00 04000000 62617200 00 deadbeef",
    "length one too great": "13000000 02 666f6f00 04000000 62617200 00",
    "length one too small": "11000000 02 666f6f00 04000000 62617200 00",
    "a type that is none, low": "07000000 00 00 00",
    "a type that is none, high": "07000000 80 00 00",
  },
  "sub-documents (document.json)": {
    "length takes the outer end": "18000000 03 666f6f00 0f000000 10 62617200 ffffff7f 00 00",
    "length leaves the end out": "15000000 03 666f6f00 0a000000 08 62617200 01 00 00",
    "a string in it too long": "1c000000 03 666f6f00 12000000 02 62617200 05000000 62617a00 00 00",
    "a zero byte in a name": "15000000 03 7800 0d000000 10 6100 00 01000000 00 00",
  },
  "arrays (array.json)": {
    "length takes the outer end": "14000000 04 6100 0d000000 10 3000 0a000000 00 00",
    "length leaves the end out": "14000000 04 6100 0b000000 10 3000 0a000000 00 00",
    "a string in it too long": "1a000000 04 666f6f00 10000000 02 3000 05000000 62617a00 00 00",
  },
  "binary (binary.json)": {
    "length beyond the document": "1d000000 05 7800 ff000000 05 73ffd26444b34c6990e8e7d1dfc035d4 00",
    "negative length": "0d000000 05 7800 ffffffff 00 00",
    "negative length, and it ends there": "0c000000 05 7800 ffffffff 00",
  },
  "booleans (boolean.json)": {
    "2": "09000000 08 6200 02 00",
    "255": "09000000 08 6200 ff 00",
  },
  "values cut short (datetime, double, int32, int64, oid and timestamp.json)": {
    date: "0c000000 09 6100 12345678 00",
    double: "0b000000 01 6400 0000f03f 00",
    int32: "09000000 10 6100 05 00",
    int64: "0c000000 12 6100 12345678 00",
    "object id": "12000000 07 6100 56e1fc72e0c917e9c471",
    timestamp: "0f000000 11 6100 2a00000015cd5b 00",
  },
  "decimals (their length is that of the type)": {
    "cut short": "17000000 13 6400 000000000000000000000000004030 00",
  },
  "regular expressions (regex.json)": {
    "a zero byte in the pattern": "0f000000 0b 6100 610063 00 696d 00 00",
    "a zero byte in the options": "10000000 0b 6100 616263 00 69006d 00 00",
  },
  "pointers (dbpointer.json)": {
    "negative length": "1a000000 0c 6100 ffffffff 6200 56e1fc72e0c917e9c4714161 00",
    "length of zero": "1a000000 0c 6100 00000000 6200 56e1fc72e0c917e9c4714161 00",
    "name without end": "1a000000 0c 6100 02000000 6262 56e1fc72e0c917e9c4714161 00",
    "id cut short": "16000000 0c 6100 03000000 616200 56e1fc72e0c917 00",
    "id one byte short": "1a000000 0c 6100 03000000 616200 56e1fc72e0c917e9c47161 00",
  },
  "code with scope (code_w_scope.json)": {
    ...malformedCodeWithScope({
      "length of zero": "00000000 05000000",
      "negative length": "ffffffff 05000000",
      "length cuts the scope": "1f000000 05000000",
      "length takes the outer end": "21000000 05000000",
      "length beyond the document": "ff000000 05000000",
      "code one byte short": "20000000 04000000",
      "code takes of the scope": "20000000 06000000",
      "negative length of the code": "20000000 ffffffff",
      "code longer than all": "20000000 ff000000",
    }),
    "code without end": "1a000000 0f 6100 12000000 05000000 6162636465 05000000 00 00",
    "length below the least": "16000000 0f 6100 0d000000 01000000 00 05000000 00 00",
    "a string in the scope without length":
      "1c000000 0f 00 15000000 01000000 00 0c000000 02 00 00000000 00 00 00",
  },
  "strings (string.json)": malformedTexts("02"),
  "code (code.json)": malformedTexts("0d"),
  "symbols (symbol.json)": malformedTexts("0e"),
};

/**
 * Returns the BSON of the JavaScript code `abcd` with a scope of two numbers, for each of the given pairs of false
 * lengths: the length of the whole value, and the length of the code.
 */
function malformedCodeWithScope(lengths: Readonly<Record<string, string>>): Record<string, string> {
  const rest = "61626364 00 13000000 10 7800 01000000 10 7900 01000000 00";
  return Object.fromEntries(
    Object.entries(lengths).map(([name, both]) => [name, `28000000 0f 6100 ${both} ${rest} 00`]),
  );
}

function malformedTexts(type: string): Record<string, string> {
  return {
    "length of zero": `0c000000 ${type} 6100 00000000 00`,
    "negative length": `0c000000 ${type} 6100 ffffffff 00`,
    "length takes the outer end": `10000000 ${type} 6100 05000000 62006200 00`,
    "length beyond the document": `12000000 ${type} 00 ffffff00 666f6f62617200 00`,
    "no end": `10000000 ${type} 6100 04000000 616263ff 00`,
    "a zero byte too many": `0e000000 ${type} 6100 01000000 00 00 00`,
  };
}

interface Attempt {
  readonly how: string;
  readonly body: BsonBytes;
  readonly documents?: Buffer;
}

/**
 * The two ways to send documents: beside the body of a message and in the body. In both, a valid document precedes the
 * document under test.
 */
function attemptsWith(document: BsonBytes, db: Db): Attempt[] {
  const good = bsonDocument({ good: bsonText("yes") });
  const command = { insert: bsonText("values") };
  const $db = bsonText(db.databaseName);
  return [
    {
      how: "beside the body",
      body: bsonDocument({ ...command, $db }),
      documents: Buffer.concat([good.bytes, document.bytes]),
    },
    { how: "in the body", body: bsonDocument({ ...command, documents: bsonArray([good, document]), $db }) },
  ];
}

function send(db: Db, { body, documents }: Attempt): Promise<Document | undefined> {
  return sendRaw(db, body.bytes, documents);
}

async function isRefused(t: ExecutionContext, db: Db, document: BsonBytes, name: string): Promise<void> {
  for (const attempt of attemptsWith(document, db)) {
    const reply = await send(db, attempt);
    if (reply !== undefined) t.is(reply["ok"], 0, `${name}, ${attempt.how}`);
    t.is(await db.collection("values").countDocuments(), 0, `${name}, ${attempt.how}`);
  }
}

async function isTaken(t: ExecutionContext, db: Db, document: BsonBytes): Promise<void> {
  for (const attempt of attemptsWith(document, db))
    t.like(await send(db, attempt), { ok: 1, n: 2 }, attempt.how);
  t.is(await db.collection("values").countDocuments(), 4);
}

for (const [group, cases] of Object.entries(malformed))
  test(`BSON documents with faults in ${group} are refused, and nothing of them is stored`, async (t) => {
    const db = await openDatabase(t);
    for (const [name, hex] of Object.entries(cases)) await isRefused(t, db, bsonHex(0x03, hex), name);
    await isTaken(t, db, bsonHex(0x03, "12000000 02 666f6f00 04000000 62617200 00"));
  });

// MongoDB stores names that are not UTF-8. The emulator refuses such names, because the emulator reads names as text,
// which would change bytes that are not UTF-8.
(EXTERNAL_URL === undefined ? test : test.skip)(
  "the MongoDB emulator refuses a field name that is not in UTF-8",
  async (t) => {
    const db = await openDatabase(t);
    await isRefused(t, db, bsonHex(0x03, "08000000 0a e900 00"), "a lone byte of Latin-1");
    await isTaken(t, db, bsonHex(0x03, "09000000 0a c3a900 00"));
  },
);
