import assert from "node:assert/strict";
import test from "ava";
import { parse, type InfoRecord } from "csv-parse/sync";
import * as fc from "fast-check";
import { ReaderError } from "../../../src/readers/index.ts";
import { readRows } from "../../../src/readers/csv/read-rows.ts";
import type { Row } from "../../../src/readers/csv/row.ts";
import { inChunks } from "../reading.ts";

// A CSV reader splits lines without quotation marks itself and passes other lines to csv-parse, so it may switch
// several times in a file. The rows must equal those of csv-parse for the whole file. AGREEMENT_FILES sets the number
// of generated files; 10,000 files take a minute or two.
const files = Number(process.env["AGREEMENT_FILES"] ?? 300);

type Delimiter = "," | ";" | "\t";

interface FoundRow {
  cells: string[];
  line: number;
  isTerminated: boolean;
}

function rowsOfCsvParse(text: string, delimiter: Delimiter): FoundRow[] | "unclosed" {
  const bytes = Buffer.from(text);
  const rows: FoundRow[] = [];
  let lineEnds = 0;
  let start = 0;
  const takeRecord = (cells: string[], { bytes: end }: InfoRecord) => {
    lineEnds += bytes.subarray(start, end).filter((byte) => byte === 0x0a).length;
    start = end;
    const isTerminated = bytes[end - 1] === 0x0a;
    rows.push({
      cells: cells.map((cell) => cell.trim()),
      line: isTerminated ? lineEnds : lineEnds + 1,
      isTerminated,
    });
    return null;
  };
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: ["\r\n", "\n"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record: takeRecord,
    });
    return rows;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "CSV_QUOTE_NOT_CLOSED") return "unclosed";
    throw error;
  }
}

// Asserts that all methods of a CSV row agree about each cell of the row.
function assertConsistent(row: Row, cells: readonly string[]): void {
  for (const [index, cell] of cells.entries()) {
    assert.ok(row.is(index, cell));
    assert.ok(!row.is(index, `${cell}x`));
    assert.equal(
      row.hasContentFrom(index),
      cells.slice(index).some((other) => other !== ""),
    );
  }
  for (const index of [-1, cells.length]) {
    assert.equal(row.text(index), "");
    assert.equal(row.number(index), Number.NaN);
    assert.ok(row.is(index, "") && !row.is(index, "x"));
  }
}

async function rowsOfReader(
  text: string,
  delimiter: Delimiter,
  chunkBytes: number,
): Promise<FoundRow[] | "unclosed"> {
  const rows: FoundRow[] = [];
  const dialect = { delimiter, hasDecimalComma: delimiter !== "," };
  try {
    await readRows(inChunks(Buffer.from(text), chunkBytes), { dialect, linesBefore: 0 }, (row) => {
      const cells = Array.from({ length: row.cellCount }, (_, index) => row.text(index));
      assertConsistent(row, cells);
      rows.push({ cells, line: row.line, isTerminated: row.isTerminated });
    });
    return rows;
  } catch (error) {
    if (error instanceof ReaderError && error.code === "unclosed_quote") return "unclosed";
    throw error;
  }
}

const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
const word = fc.constantFrom(
  "game.exe",
  "NA",
  "",
  "0x0000023DCA2DD8C0",
  "häfen 灯",
  " 82",
  "-",
  "\u00a0x",
  "\r",
);
const quotedText = fc
  .array(fc.constantFrom("a", ",", ";", "\t", '""', "\n", "\r\n", " ", "é"), { maxLength: 6 })
  .map((parts) => `"${parts.join("")}"`);
const chaos = fc
  .array(fc.constantFrom('"', ",", ";", "\n", "\r", "\t", " ", "a", "1", '""', '"\n'), { maxLength: 8 })
  .map((parts) => parts.join(""));

const plainCell = fc.oneof({ arbitrary: number, weight: 10 }, { arbitrary: word, weight: 6 });
// Generates mostly plain cells as in captures, sometimes quoted cells, and rarely arbitrary text.
const anyCell = fc.oneof(
  { arbitrary: plainCell, weight: 32 },
  { arbitrary: quotedText, weight: 4 },
  { arbitrary: fc.constant('Wide 27" one'), weight: 1 },
  { arbitrary: chaos, weight: 2 },
);

function rowsOf(cell: fc.Arbitrary<string>): fc.Arbitrary<string[][]> {
  return fc.array(fc.array(cell, { minLength: 1, maxLength: 9 }), { maxLength: 8 });
}

// Generates enough rows for the reader to change from csv-parse back to its own splitter: more rows than one batch of
// csv-parse, but less text than the limit within open quotation marks.
const manyRows = fc
  .constantFrom(["game.exe", "16.7", "", "é"], ["1", "2"], ["x".repeat(3000), "2"])
  .map((cells) => Array.from({ length: Math.ceil(9000 / (cells.join().length + 1)) }, () => cells));

const file = fc
  .record({
    delimiter: fc.constantFrom<Delimiter>(",", ";", "\t"),
    before: rowsOf(plainCell),
    between: rowsOf(anyCell),
    many: fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, { arbitrary: manyRows, weight: 1 }),
    after: fc.oneof(rowsOf(plainCell), rowsOf(anyCell)),
    lineEnds: fc.array(fc.constantFrom("\n", "\r\n", "\n\n"), { minLength: 1, maxLength: 3 }),
    isTerminated: fc.boolean(),
    chunkBytes: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 20_000 })),
  })
  .map(({ delimiter, before, between, many, after, lineEnds, isTerminated, chunkBytes }) => {
    const lines = [...before, ...between, ...many, ...after].map(
      (cells, index) => cells.join(delimiter) + (lineEnds[index % lineEnds.length] ?? ""),
    );
    const text = lines.join("");
    return { delimiter, text: isTerminated ? text : text.trimEnd(), chunkBytes };
  });

test(`the CSV readers find the same rows as csv-parse in ${files} generated files`, async (t) => {
  t.timeout(600_000);
  const counts = { unclosed: 0, withoutMarks: 0, handedOver: 0, handedBack: 0 };
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(file, async ({ delimiter, text, chunkBytes }) => {
        const expected = rowsOfCsvParse(text, delimiter);
        assert.deepEqual(await rowsOfReader(text, delimiter, chunkBytes), expected);
        const firstMark = text.indexOf('"');
        if (expected === "unclosed") counts.unclosed += 1;
        else if (firstMark === -1) counts.withoutMarks += 1;
        else if (text.lastIndexOf("\n", firstMark) !== -1) counts.handedOver += 1;
        if (firstMark !== -1 && expected !== "unclosed" && text.length - firstMark > 9000)
          counts.handedBack += 1;
      }),
      { numRuns: files },
    ),
  );
  t.log(counts);
  t.true(counts.unclosed < files / 2, "most files have rows to compare");
  t.true(Math.min(counts.withoutMarks, counts.handedOver, counts.handedBack) > files / 20);
});

test("cells that most rows of a CSV share are distinguished from other cells of the same length", async (t) => {
  const names = ["game.exe", "gama.exe", "game.exf", " game.ex"];
  const addresses = ["0x0000023DCA2DD8C0", "0x0000023DCA2DD8C1"];
  // The file consists of sequences of equal rows, each followed by rows that differ in one byte or end early. Every
  // 4,097 rows the reader chooses anew the common cells with which it compares the cells of the next rows.
  const rows = Array.from({ length: 12_000 }, (_, index) => {
    const isOdd = index % 100 >= 50;
    const cells = [names[isOdd ? index % 4 : 0], addresses[isOdd ? index % 2 : 0], "DXGI", index / 8];
    return isOdd && index % 5 === 0 ? cells.slice(0, 2) : cells;
  });
  const bytes = Buffer.from(rows.map((cells) => `${cells.join(",")}\n`).join(""));
  const dialect = { delimiter: ",", hasDecimalComma: false } as const;
  let index = 0;
  await readRows(inChunks(bytes, 10_007), { dialect, linesBefore: 0 }, (row) => {
    const [name = "", address = "", , time = Number.NaN] = rows[index] ?? [];
    assert.equal(row.number(3), time);
    assert.equal(row.is(1, addresses[0] ?? ""), address === addresses[0]);
    assert.equal(row.is(0, "game.exe"), name === "game.exe");
    index += 1;
  });
  t.is(index, rows.length);
});

test("the number that the reader finds in a CSV cell is what Number() returns for its text", async (t) => {
  const texts = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e9 }).map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.tuple(fc.nat(), fc.nat({ max: 999_999_999 })).map(([whole, rest]) => `${whole}.${rest}000`),
    fc.tuple(fc.nat({ max: 99 }), fc.bigInt({ min: 0n, max: 10n ** 20n })).map((parts) => parts.join(".")),
    fc.constantFrom(
      "0",
      ".5",
      "5.",
      "00.100",
      "-0",
      "+1",
      "1e3",
      "1e308",
      "0.0001",
      "123456789012345.6",
      "0.000000000000000001",
    ),
  );
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom<Delimiter>(",", ";"), async (text, delimiter) => {
      const hasDecimalComma = delimiter === ";";
      const dialect = { delimiter, hasDecimalComma };
      const written = hasDecimalComma ? text.replace(".", ",") : text;
      for (const line of [` ${written} `, `" ${written} "`]) {
        await readRows(inChunks(Buffer.from(line)), { dialect, linesBefore: 0 }, (row) => {
          t.is(row.number(0), Number(text), text);
        });
      }
    }),
    { numRuns: files },
  );
});

test("a number in a CSV of which the reader reads only the first digits deviates by at most a billionth, and such numbers keep their order", async (t) => {
  const written = [
    "0",
    "0.1234567890123456789",
    "7.00000000000000004",
    "999.99999999999999999",
    "1000",
    "1e3",
  ];
  const long = ["1000.008000000000038", "1000.008000000000039", "123456789012345.678", "12345678901234567"];
  for (const quote of ["", '"']) {
    const numbers: number[] = [];
    const lines = [...written, ...long].map((text) => `${quote} ${text} ${quote}\n`);
    const dialect = { delimiter: ",", hasDecimalComma: false } as const;
    await readRows(inChunks(Buffer.from(lines.join(""))), { dialect, linesBefore: 0 }, (row) => {
      const cut = row.cutNumber(0);
      t.true(Math.abs(cut - row.number(0)) <= 1e-9 * Math.max(cut, 1), row.text(0));
      numbers.push(cut);
    });
    t.is(numbers.length, lines.length);
    t.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
  }
});

test("a CSV cell that contains no decimal number is read as NaN", async (t) => {
  for (const text of [
    "NA",
    "Infinity",
    "NaN",
    "0x10",
    "1,5",
    "1.2.3",
    "1.2345678901234567.8",
    "0.123456789012345678x",
    ".",
    "-",
    "1_000",
    "１",
  ]) {
    for (const line of [text, `"${text}"`]) {
      await readRows(
        inChunks(Buffer.from(line)),
        { dialect: { delimiter: "\t", hasDecimalComma: false }, linesBefore: 0 },
        (row) => {
          t.is(row.number(0), Number.NaN, text);
          t.is(row.cutNumber(0), Number.NaN, text);
        },
      );
    }
  }
});
