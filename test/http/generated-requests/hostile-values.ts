import * as fc from "fast-check";

/** A text that is inserted unchanged into a generated JSON body, because JSON.stringify could not write this text. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const NESTED = 5000;

/** Texts that code may misinterpret: names of prototypes, operators, paths, markup, templates. */
export const hostileTexts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\ufeff",
  "\u202eexe.lmth",
  "\u200b",
  "e\u0301".repeat(200),
  "\u{1f4a5}".repeat(60),
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "$where",
  "$gt",
  "a.b",
  "null",
  "undefined",
  "true",
  "NaN",
  "Infinity",
  "-0",
  "1e309",
  "0x10",
  "1 OR 1=1",
  "' OR '1'='1",
  '" OR price > 0 OR "',
  "../../../../etc/passwd",
  String.raw`..\..\windows\win.ini`,
  "<script>alert(1)</script>",
  "${7*7}{{7*7}}#{7*7}",
  "a\r\nX-Injected: yes",
  "%s%n%x",
  "a".repeat(300),
  "a".repeat(20_000),
];

/** Values of every JSON type, and JSON that a parser may read in an unexpected way. */
const hostileJson: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  -0,
  1.5,
  1e308,
  5e-324,
  new JsonText("1e400"),
  new JsonText("-1e400"),
  new JsonText("9007199254740993"),
  new JsonText("123456789012345678901234567890"),
  new JsonText("NaN"),
  [],
  {},
  [null],
  [[]],
  { $gt: "" },
  { $ne: null },
  { $where: "sleep(1000)" },
  new JsonText('{"__proto__":{"isAdmin":true}}'),
  new JsonText('{"constructor":{"prototype":{"isAdmin":true}}}'),
  { length: 1, 0: "a" },
  { toString: "a" },
  Array.from({ length: 2000 }, () => "a"),
  new JsonText("[".repeat(NESTED) + "]".repeat(NESTED)),
  new JsonText('{"a":'.repeat(NESTED) + "1" + "}".repeat(NESTED)),
];

/** Generates texts with hostile content, such as markup, paths and operators of queries. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Generates values of unexpected types, and hostile texts. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileJson),
  hostileText,
  fc.double(),
  fc.integer(),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Returns the JSON of a value. Lone surrogates are escaped, as JSON.stringify does. */
export function toJson(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`)
    .join(",")}}`;
}
