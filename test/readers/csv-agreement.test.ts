import test from "ava";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { ReaderError } from "../../src/readers/index.ts";
import { readRows } from "../../src/readers/rows/read-rows.ts";
import { inChunks } from "./reading.ts";

// The rows that are read out of bytes by hand are those of csv-parse: the same cells for any text.
// AGREEMENT_FILES sets how many files are made; 10 000 of them take half a minute.
const files = Number(process.env["AGREEMENT_FILES"] ?? 1000);

type Delimiter = "," | ";" | "\t";

function rowsOfCsvParse(text: string, delimiter: Delimiter): string[][] | "unclosed" {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ["\r\n", "\n"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }).map((cells: string[]) => cells.map((cell) => cell.trim()));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "CSV_QUOTE_NOT_CLOSED") return "unclosed";
    throw error;
  }
}

async function rowsOfReader(
  text: string,
  delimiter: Delimiter,
  chunkBytes: number,
): Promise<string[][] | "unclosed"> {
  const rows: string[][] = [];
  const dialect = { delimiter, hasDecimalComma: delimiter !== "," };
  try {
    await readRows(inChunks(Buffer.from(text), chunkBytes), { dialect, linesBefore: 0 }, (row) => {
      rows.push(Array.from({ length: row.cellCount }, (_, index) => row.text(index)));
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
  'Wide 27" one',
  "-",
);
const quotedText = fc
  .array(fc.constantFrom("a", ",", ";", "\t", '""', "\n", "\r\n", " ", "é"), { maxLength: 6 })
  .map((parts) => `"${parts.join("")}"`);
const chaos = fc
  .array(fc.constantFrom('"', ",", ";", "\n", "\r", "\t", " ", "a", "1", '""', '"\n'), { maxLength: 8 })
  .map((parts) => parts.join(""));

// Mostly the cells of captures, at times quoted ones, and seldom anything at all.
const cell = fc.oneof(
  { arbitrary: number, weight: 10 },
  { arbitrary: word, weight: 6 },
  { arbitrary: quotedText, weight: 2 },
  { arbitrary: chaos, weight: 1 },
);

const file = fc
  .record({
    delimiter: fc.constantFrom<Delimiter>(",", ";", "\t"),
    rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 9 }), { maxLength: 12 }),
    lineEnds: fc.array(fc.constantFrom("\n", "\r\n", "\n\n"), { minLength: 1, maxLength: 3 }),
    isTerminated: fc.boolean(),
    chunkBytes: fc.integer({ min: 1, max: 300 }),
  })
  .map(({ delimiter, rows, lineEnds, isTerminated, chunkBytes }) => {
    const lines = rows.map(
      (cells, index) => cells.join(delimiter) + (lineEnds[index % lineEnds.length] ?? ""),
    );
    const text = lines.join("");
    return { delimiter, text: isTerminated ? text : text.trimEnd(), chunkBytes };
  });

test(`rows are those of csv-parse, for ${files} made-up files`, async (t) => {
  t.timeout(300_000);
  let unclosed = 0;
  await fc.assert(
    fc.asyncProperty(file, async ({ delimiter, text, chunkBytes }) => {
      const expected = rowsOfCsvParse(text, delimiter);
      if (expected === "unclosed") unclosed += 1;
      t.deepEqual(await rowsOfReader(text, delimiter, chunkBytes), expected);
    }),
    { numRuns: files },
  );
  t.true(unclosed < files / 2, "most files have rows to compare");
});

test("numbers of cells are those that Number gives", async (t) => {
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
      await readRows(inChunks(Buffer.from(` ${written} `)), { dialect, linesBefore: 0 }, (row) => {
        t.is(row.number(0), Number(text), text);
      });
    }),
    { numRuns: files },
  );
});

test("what is no decimal number is none", async (t) => {
  for (const text of ["NA", "Infinity", "NaN", "0x10", "1,5", "1.2.3", ".", "-", "1_000", "１"]) {
    await readRows(
      inChunks(Buffer.from(text)),
      { dialect: { delimiter: "\t", hasDecimalComma: false }, linesBefore: 0 },
      (row) => t.is(row.number(0), Number.NaN, text),
    );
  }
});
