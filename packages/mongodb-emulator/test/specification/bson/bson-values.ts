import { Decimal128 } from "bson";
import { bsonArray, bsonDocument, bsonHex, bsonInt32, bsonText, type BsonBytes } from "./bson-bytes.ts";

// The values with which MongoDB's driver specifications test drivers, from the files of the BSON corpus. A comment
// names the file of each type.

/** The test values of one BSON type. */
export interface TypeValues {
  /** The name by which `$type` calls the BSON type. */
  readonly alias: string;
  /** The values of the BSON type that tests store, by names that this project chose. */
  readonly values: Readonly<Record<string, BsonBytes>>;
  /** The names of values that MongoDB treats as equal although their bytes differ. */
  readonly equal?: readonly (readonly string[])[];
}

type Named = Record<string, BsonBytes>;

function each<T>(inputs: Readonly<Record<string, T>>, make: (input: T) => BsonBytes): Named {
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, make(input)]));
}

function hexValues(type: number, inputs: Readonly<Record<string, string>>): Named {
  return each(inputs, (hex) => bsonHex(type, hex));
}

/** Returns the texts with which strings, code and symbols are tested. */
function texts(type: number): Named {
  const inputs = ["", "b", "ab".repeat(6), "é".repeat(6), "☆".repeat(4), "💾 disk", "ab\0bab\0babab", "\0"];
  return Object.fromEntries(inputs.map((text) => [JSON.stringify(text), bsonText(text, type)]));
}

const UUID = "73ffd264 44b3 4c69 90e8 e7d1dfc035d4";

function binary(subtype: string, hex: string): BsonBytes {
  const content = bsonHex(0, subtype + hex).bytes;
  return { type: 0x05, bytes: Buffer.concat([bsonInt32(content.length - 1).bytes, content]) };
}

function regex([pattern, options]: readonly [string, string]): BsonBytes {
  return { type: 0x0b, bytes: Buffer.from(`${pattern}\0${options}\0`) };
}

const OBJECT_ID = "56e1fc72e0c917e9c4714161";

function dbPointer(namespace: string): BsonBytes {
  return { type: 0x0c, bytes: Buffer.concat([bsonText(namespace).bytes, Buffer.from(OBJECT_ID, "hex")]) };
}

function codeWithScope([code, scope]: readonly [string, BsonBytes]): BsonBytes {
  const content = Buffer.concat([bsonText(code).bytes, scope.bytes]);
  return { type: 0x0f, bytes: Buffer.concat([bsonInt32(content.length + 4).bytes, content]) };
}

const emptyDocument = bsonDocument({});
const xIs1 = bsonDocument({ x: bsonInt32(1) });
const xIs1AsDouble = bsonDocument({ x: bsonHex(0x01, "000000000000f03f") });
const dbRefTarget = { $ref: bsonText("collection"), $id: bsonHex(0x07, OBJECT_ID) };

/** Sub-documents that drivers treat as references, or that only resemble a reference (dbref.json). */
const dbRefs: Named = {
  reference: bsonDocument(dbRefTarget),
  "reference into a database": bsonDocument({ ...dbRefTarget, $db: bsonText("db") }),
  "reference by a number, and a field": bsonDocument({
    ...dbRefTarget,
    $id: bsonInt32(42),
    $db: bsonText("db"),
    foo: bsonText("bar"),
  }),
  "reference and a field": bsonDocument({ ...dbRefTarget, foo: bsonText("bar") }),
  "reference with dots": bsonDocument({ ...dbRefTarget, $ref: bsonText("a.b.c"), $db: bsonText("otherdb") }),
  "reference and odd names": bsonDocument({ ...dbRefTarget, "a.b": bsonInt32(1), $c: bsonInt32(1) }),
  "reference without $id": bsonDocument({ $ref: bsonText("collection") }),
  "$ref is a number": bsonDocument({ ...dbRefTarget, $ref: bsonInt32(1) }),
  "$db is a number": bsonDocument({ ...dbRefTarget, $db: bsonInt32(1) }),
  "a strange third field": bsonDocument({ ...dbRefTarget, $banana: bsonText("peel") }),
};

/**
 * Sub-documents that resemble a value of another type in extended JSON (binary.json, regex.json, top.json).
 */
const dbRefLookAlikes: Named = {
  "$type by name": bsonDocument({ $type: bsonText("string") }),
  "$type by number": bsonDocument({ $type: bsonInt32(2) }),
  "$regex of a regex": bsonDocument({ $regex: regex(["pattern", ""]), $options: bsonText("ix") }),
  "$binary without more": bsonDocument({ $binary: bsonText("abcdefg") }),
  $key: bsonDocument({ $key: bsonInt32(42) }),
};

const DIGITS = "1234567890123456789012345678901234";
const NINES = "9".repeat(33);

/** Decimals as text, which the BSON library of the driver turns into bytes (decimal128-1.json to decimal128-5.json). */
const WRITTEN_DECIMALS = `Infinity -Infinity NaN
  0 -0 0.0 -0.0 0.00 0E+3 -0E+3 0E+6000 0E-611 0E+6111 -0E+6111 0E-6176 -0E-6176
  0.1 -0.1 0.5 2 2.000 7.50 -7.50 -7.50E+3 -7.50E-7 0.0750 -0.000750 12.76 -123.45 0.001234 0.00123400000
  1E+3 1.05E+3 1.050E+4 -1.00E-8 5E-7 0.000005 1E-999 1.2345689012345789012345E+34
  -2147483649 -2147483648 2147483647 4294967295 1.111111111111111111111111111112345
  ${DIGITS} -${DIGITS} 0.${DIGITS} 0.00000${DIGITS} 1.${DIGITS.slice(1)}E-7 1.${DIGITS.slice(1)}E+6144
  5192296858534827628530496329220095
  9.${NINES}E+6144 -9.${NINES}E+6144 9.${NINES}E-6143 9.${NINES.slice(1)}E-6144 -9.${NINES.slice(1)}E-6144
  1.${"0".repeat(33)}E+6144 1.${"0".repeat(32)}E+6143 1.00E+6113 1.0E+6112 1E+6111 1.${"0".repeat(33)}E-6143
  1E-6143 -1E-6143 1.${"0".repeat(32)}E-6144 1.0E-6175 1E-6175 -1E-6175 1E-6176 -1E-6176`.split(/\s+/);

/**
 * Decimals whose bytes cannot be produced from a text (decimal128-1.json). Bytes that represent more digits than a
 * decimal can have mean 0.
 */
const oddDecimals = {
  "negative NaN": "00000000000000000000000000 0000fc",
  "signalling NaN": "00000000000000000000000000 00007e",
  "negative signalling NaN": "00000000000000000000000000 0000fe",
  "NaN with a payload": "12000000000000000000000000 00007e",
  "too long for 0": "00000000000000000000000000 00106c",
  "too long for -0": "dcba9876543210deadbeef0000 0010ec",
  "too long for 0E+3": "ffffffffffffffffffffffffff ff116c",
};

const decimals: TypeValues = {
  alias: "decimal",
  values: {
    ...Object.fromEntries(
      WRITTEN_DECIMALS.map((text) => [
        text,
        { type: 0x13, bytes: Buffer.from(Decimal128.fromString(text).bytes) },
      ]),
    ),
    ...hexValues(0x13, oddDecimals),
  },
  equal: [
    ["NaN", "negative NaN", "signalling NaN", "negative signalling NaN", "NaN with a payload"],
    [
      ...WRITTEN_DECIMALS.filter((text) => /^-?0(?:\.0+)?(?:E.*)?$/.test(text)),
      ...Object.keys(oddDecimals).filter((name) => name.startsWith("too long")),
    ],
    ["2", "2.000"],
    ["0.001234", "0.00123400000"],
    [`1.${"0".repeat(33)}E-6143`, "1E-6143"],
    ["1.0E-6175", "1E-6175"],
  ],
};

/**
 * The test values of each BSON type that a search can find. A comment names the file of the BSON corpus from which the
 * values are.
 */
export const bsonValues: readonly TypeValues[] = [
  {
    alias: "double", // Values from the BSON corpus: double.json.
    values: hexValues(0x01, {
      "1": "000000000000f03f",
      "-1": "000000000000f0bf",
      "1 + 2^-13": "000000008000f03f",
      "-1 - 2^-13": "000000008000f0bf",
      "1.2345678901234568e18": "81e97df41022b143",
      "-1.2345678901234568e18": "81e97df41022b1c3",
      "0": "0000000000000000",
      "-0": "0000000000000080",
      infinity: "000000000000f07f",
      "-infinity": "000000000000f0ff",
      NaN: "000000000000f87f",
      "NaN with a payload": "120000000000f87f",
    }),
    equal: [
      ["0", "-0"],
      ["NaN", "NaN with a payload"],
    ],
  },
  { alias: "string", values: texts(0x02) }, // Values from the BSON corpus: string.json.
  {
    alias: "object", // Values from the BSON corpus: document.json.
    values: {
      empty: emptyDocument,
      "empty name": bsonDocument({ "": bsonText("b") }),
      "one field": bsonDocument({ a: bsonText("b") }),
      ...dbRefs,
      ...dbRefLookAlikes,
    },
  },
  // Values from the BSON corpus: array.json.
  { alias: "array", values: { empty: bsonArray([]), "one element": bsonArray([bsonInt32(10)]) } },
  {
    alias: "binData", // Values from the BSON corpus: binary.json and vector.json.
    values: {
      empty: binary("00", ""),
      plain: binary("00", "ffff"),
      function: binary("01", "ffff"),
      "old binary": binary("02", "02000000 ffff"),
      "old UUID": binary("03", UUID),
      UUID: binary("04", UUID),
      MD5: binary("05", UUID),
      encrypted: binary("06", UUID),
      column: binary("07", "00"), // An empty column: some releases of MongoDB check what a column contains.
      sensitive: binary("08", UUID),
      vector: binary("09", "0300"),
      "of a user": binary("80", "ffff"),
    },
  },
  {
    alias: "objectId", // Values from the BSON corpus: oid.json.
    values: hexValues(0x07, { zeros: "00".repeat(12), ones: "ff".repeat(12), random: OBJECT_ID }),
  },
  { alias: "bool", values: hexValues(0x08, { false: "00", true: "01" }) }, // Values from the BSON corpus: boolean.json.
  {
    alias: "date", // Values from the BSON corpus: datetime.json.
    values: hexValues(0x09, {
      "1970": "0000000000000000",
      "2012-12-24T12:15:30.500Z": "c4d8d6cc3b010000",
      "2012-12-24T12:15:30.001Z": "d1d6d6cc3b010000",
      "1960-12-24T12:15:30.500Z": "c43ce7b9bdffffff",
      "the year 10000": "00dc1fd277e60000",
    }),
  },
  { alias: "null", values: hexValues(0x0a, { null: "" }) }, // Values from the BSON corpus: null.json.
  {
    alias: "regex", // Values from the BSON corpus: regex.json.
    values: each(
      {
        empty: ["", ""],
        "no options": ["abc", ""],
        options: ["abc", "im"],
        slash: ["ab/cd", "im"],
        "option x": ["abc", "imx"],
        escapes: ['ab\\"ab', ""],
      } as const,
      regex,
    ),
  },
  { alias: "dbPointer", values: each({ b: "b", é: "é" }, dbPointer) }, // Values from the BSON corpus: dbpointer.json.
  { alias: "javascript", values: texts(0x0d) }, // Values from the BSON corpus: code.json.
  { alias: "symbol", values: texts(0x0e) }, // Values from the BSON corpus: symbol.json.
  {
    alias: "javascriptWithScope", // Values from the BSON corpus: code_w_scope.json.
    values: each(
      {
        "both empty": ["", emptyDocument],
        "code alone": ["abcd", emptyDocument],
        "scope alone": ["", xIs1],
        "code and scope": ["abcd", xIs1],
        "code and a scope with a double": ["abcd", xIs1AsDouble],
        "zero byte in the code": ["é\0d", emptyDocument],
      } as const,
      codeWithScope,
    ),
    equal: [["code and scope", "code and a scope with a double"]],
  },
  {
    alias: "int", // Values from the BSON corpus: int32.json.
    values: hexValues(0x10, {
      least: "00000080",
      greatest: "ffffff7f",
      "-1": "ffffffff",
      "0": "00000000",
      "1": "01000000",
    }),
  },
  {
    alias: "timestamp", // Values from the BSON corpus: timestamp.json.
    values: hexValues(0x11, { "123456789, 42": "2a000000 15cd5b07", "high bits": "ffffffff ffffffff" }),
  },
  {
    alias: "long", // Values from the BSON corpus: int64.json.
    values: hexValues(0x12, {
      least: "0000000000000080",
      greatest: "ffffffffffffff7f",
      "-1": "ffffffffffffffff",
      "0": "0000000000000000",
      "1": "0100000000000000",
    }),
  },
  decimals,
  { alias: "minKey", values: hexValues(0xff, { minKey: "" }) }, // Values from the BSON corpus: minkey.json.
  { alias: "maxKey", values: hexValues(0x7f, { maxKey: "" }) }, // Values from the BSON corpus: maxkey.json.
];
