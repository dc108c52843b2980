import test from "ava";
import * as fc from "fast-check";
import { comparedIn } from "../../../src/products/indexing/compared-in.ts";
import { filterKey } from "../../../src/products/indexing/filter-key.ts";
import { foldKey } from "../../../src/products/indexing/fold-key.ts";
import {
  normaliseName,
  normaliseQuery,
  readingsOf,
  toWords,
} from "../../../src/products/indexing/normalise.ts";
import { rewriteRules } from "../../../src/products/indexing/search-rules.ts";
import { openRules } from "../../../src/products/indexing/spelling/open-rules.ts";
import { reportRules } from "../../../src/products/indexing/spelling/report-rules.ts";

const text = (typed: string) => normaliseQuery(typed).words.join(" ");

test("every spelling rule for search texts turns its examples into the expected text", (t) => {
  for (const { examples } of rewriteRules) {
    t.true(Object.keys(examples).length > 0);
    for (const [typed, expected] of Object.entries(examples)) t.is(toWords(typed).join(" "), expected, typed);
  }
});

test("every spelling rule for an unfinished last word turns its examples into the beginning of the complete word", (t) => {
  for (const { examples } of openRules) {
    t.true(Object.keys(examples).length > 0);
    for (const [typed, expected] of Object.entries(examples)) t.is(text(typed), expected, typed);
  }
});

test("every rule for product names in system reports keeps only the words that name the product", (t) => {
  for (const { examples } of reportRules) {
    t.true(Object.keys(examples).length > 0);
    for (const [typed, expected] of Object.entries(examples)) t.is(text(typed), expected, typed);
  }
});

test("a spelling rule for search texts changes only texts that fulfil the rule's precondition", (t) => {
  const rules = [...rewriteRules, ...openRules];
  const examples = rules.flatMap((rule) => Object.entries(rule.examples).flat());
  const words = examples.flatMap((example) => example.split(" "));
  const cutOff = examples.map((example) => example.slice(1));
  const pieces = fc.constantFrom(...examples, ...words, ...cutOff);
  const texts = fc.array(pieces, { maxLength: 4 }).map((some) => some.join(" "));
  fc.assert(
    fc.property(texts, (typed) => {
      for (const { pattern, requires, replacement } of rules)
        if (requires?.some((one) => typed.includes(one)) === false)
          t.is(typed.replace(pattern, replacement), typed);
    }),
    { numRuns: 300 },
  );
});

test("a neighbouring character that is not a letter does not change the words of a search text", (t) => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (typed) => {
      t.deepEqual(toWords(`${typed} \u2026`), toWords(typed));
    }),
  );
});

// While a person types a query letter by letter, its last word must always be the beginning of a word that the search
// finds.
const growing: [from: string, typed: string, word: string][] = [
  ["rtx 4070 s", "rtx 4070 super", "4070super"],
  ["4070 t", "4070 ti super", "4070tisuper"],
  ["7900 g", "7900 gre", "7900gre"],
  ["7900 x", "7900 xtx", "7900xtx"],
  ["7800 x", "7800 x3d", "7800x3d"],
  ["corsair 2x1", "corsair 2x16", "2x16gb"],
  ["2 x 1", "2 x 16", "2x16gb"],
  ["g s", "g skill", "gskill"],
  ["so-d", "so-dimm", "sodimm"],
  ["wi-f", "wi-fi", "wifi"],
  ["13th", "13th gen", "13thgen"],
];

for (const [from, typed, word] of growing) {
  test(`${typed} typed letter by letter is always read as a beginning of ${word}`, (t) => {
    for (let length = from.length; length <= typed.length; length++) {
      const last = normaliseQuery(typed.slice(0, length)).words.at(-1) ?? "";
      t.true(word.startsWith(last), `${typed.slice(0, length)}: ${last}`);
    }
  });
}

test("a short last word of a query is not removed, because it may begin a longer word", (t) => {
  t.is(text("b650 to"), "b650 to");
  t.is(text("back to b650"), "back b650");
});

test("an unfinished last word of a query that may also begin another word is read in both ways", (t) => {
  const read = (typed: string) => readingsOf(typed).map(({ words }) => words.join(" "));
  t.deepEqual(read("4070 e"), ["4070e", "4070 e"]);
  t.deepEqual(read("b650m a"), ["b650m b650ma", "b650m a"]);
  t.deepEqual(read("rtx 4070"), ["rtx 4070"]);
});

test("a plus at the end of a socket's name distinguishes the socket from the one without a plus", (t) => {
  t.is(text("FM2+ board"), "fm2plus");
  t.is(text("am3 +"), "am3plus");
  t.is(text("ftw3 ultra+"), "ftw3 ultra");
});

test("different spellings of a product's name become the same search text", (t) => {
  const spellings: Record<string, string[]> = {
    "ryzen 7 5800x": [
      "Ryzen 7 5800X",
      "R7 5800X",
      "ryzen7-5800x",
      "ryzen 7 58OOX",
      "r75800x",
      "Ryzen™ 7 5800X",
    ],
    "core i7 13700k": ["Core i7-13700K", "core i7 13700 k", "Core(TM) i7-13700K", "corei713700k"],
    "ryzen 7 7800x3d": ["Ryzen 7 7800X3D", "ryzen 7 7800 x3d", "RYZEN 7 7800X 3D"],
    "core ultra 7 265k": ["Core Ultra 7 265K", "coreultra7265k", "Core-Ultra 7 265 K"],
    "xeon e5 2680 v4": ["Xeon E5-2680 v4", "xeon e5 2680v4"],
  };
  for (const [expected, typed] of Object.entries(spellings))
    for (const spelling of typed) t.is(text(spelling), expected, spelling);
});

test("a product's name is indexed with its codes and its words in separate attributes", (t) => {
  t.deepEqual(normaliseName("AMD Ryzen 7 5800X"), {
    codes: "7 5800x",
    words: "amd ryzen",
    name: "amd ryzen 7 5800x",
    word_count: 4,
  });
});

test("the last word of a product's facts is not joined to the first word of the model", (t) => {
  t.is(normaliseName("Maker X 5", ["6000", "X 5"]).name, "maker x 5 6000");
});

test("search texts treat quotation marks, other signs and hyphens as blanks", (t) => {
  t.is(text('-5800x "ryzen'), "5800x ryzen");
  t.is(text('"""---!!!'), "");
});

test("a long query is cut to ten words, which include the query's codes", (t) => {
  const typed = "one two three four five six seven eight nine ten eleven 5800x";
  const kept = text(typed).split(" ");
  t.is(kept.length, 10);
  t.true(kept.includes("5800x"));
});

test("a long title keeps its first words rather than small numbers without a meaning of their own", (t) => {
  const kept = text("msi mag b650 tomahawk gaming ryzen 7000 am5 ddr5 pcie 4.0 m.2 usb 3.2 atx").split(" ");
  for (const word of ["msi", "mag", "b650", "tomahawk", "am5", "ddr5"]) t.true(kept.includes(word), word);
});

test("a multiplication sign between a count and a capacity in a query means a memory kit", (t) => {
  for (const typed of ["2*16gb ddr5", "2 * 16 gb ddr5", "2×16gb ddr5", "16gb*2 ddr5", "16 gb × 2 ddr5"])
    t.is(text(typed), "2x16gb ddr5", typed);
});

test("a hyphenated word that the spelling rules make one word is no part number", (t) => {
  const partNumbers = (typed: string) => readingsOf(typed).filter(({ isPartNumber }) => isPartNumber);
  t.deepEqual(partNumbers("ryzen 7 5800x 16-thread unlocked"), []);
  t.deepEqual(
    partNumbers("buy 100-100000651WOF").map(({ words }) => words),
    [["100100000651wof"]],
  );
});

test("a comparison query is split into the words of each model, and a query that does not name two models is no comparison", (t) => {
  const sides = (typed: string) => comparedIn(typed).sides.map(({ words }) => words.join(" "));
  t.deepEqual(sides("rtx 4070 ti vs. rx 7800 xt"), ["rtx 4070ti", "rx 7800xt"]);
  t.deepEqual(sides("5600 or 5600x versus 12400f"), ["5600", "5600x", "12400f"]);
  t.deepEqual(sides("4070 oder 7800xt"), ["4070", "7800xt"]);
  for (const typed of ["4070 ti or super", "vs 4070", "4070 vs", "a vs b", "4070", ""])
    t.deepEqual(sides(typed), []);
});

test("a search query in which a driver lists several models of one chip is read as a comparison of these models", (t) => {
  const sides = (typed: string) => comparedIn(typed).sides.map(({ words }) => words.join(" "));
  t.deepEqual(sides("AMD Navi 21 [Radeon RX 6800/6800 XT / 6900 XT]"), [
    "amd radeon rx 6800",
    "amd radeon rx 6800xt",
    "amd radeon rx 6900xt",
  ]);
  t.deepEqual(sides("AMD Baffin [Radeon RX 550 640SP / RX 560/560X]"), [
    "amd radeon rx 550 640sp",
    "amd radeon rx 560",
    "amd radeon rx 560x",
  ]);
  t.deepEqual(sides("Vega 10 XL/XT AMD [Radeon RX Vega 56/64]"), [
    "amd radeon rx vega56",
    "amd radeon rx vega64",
  ]);
  for (const typed of ["GeForce GTX 1660 Ti/PCIe/SSE2", "KHX2666C16/8G", "7700 (8C/16T)"])
    t.deepEqual(sides(typed), [], typed);
});

test("filler words are removed from a search query, unless the query has no other words", (t) => {
  t.is(text("13700k desktop processor"), "13700k");
  t.is(text("cheap 4070 graphics card"), "4070");
  t.is(text("price"), "price");
});

test("a search query that is the name of a product kind means this kind, even if it also begins a longer word", (t) => {
  const readings = (typed: string) => readingsOf(typed).map(({ words }) => words.join(" "));
  t.deepEqual(readings("best graphics cards"), ["gpu", "best graphics cards"]);
  t.deepEqual(readings("ram"), ["ram", "ram"]);
  t.deepEqual(readings("graphics 4070"), ["4070"]);
});

test("any query becomes at most ten words, made of letters and digits", (t) => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (typed) => {
      const words = text(typed).split(" ");
      return (
        words.length <= 10 &&
        !/["\\\-\uD800-\uDFFF]/.test(text(typed).replaceAll(/[\u{10000}-\u{10FFFF}]/gu, ""))
      );
    }),
  );
  t.pass();
});

test("filter values are compared without regard to case, accents, blanks and hyphens", (t) => {
  t.is(filterKey("socket", "TR4"), filterKey("socket", "sTR4"));
  for (const spelling of ["LGA1700", "lga 1700", "LGA-1700", " L G A–1700 ", "lgá1700"])
    t.is(foldKey(spelling), "lga1700");
  t.not(foldKey("AM3+"), foldKey("AM3"));
  t.is(foldKey(" - "), "");
});

test("the key of a filter value never exceeds Meilisearch's length limit, and a key turned into a key is the same key", (t) => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (value) => {
      const key = foldKey(value);
      return Buffer.byteLength(key) <= 468 && key.isWellFormed() && foldKey(key) === key;
    }),
  );
  t.pass();
});
