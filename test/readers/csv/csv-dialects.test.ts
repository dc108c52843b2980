import test from "ava";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { captureOf, gameRows, metricsOf, read, refusal } from "../reading.ts";

test("captures in CSV with semicolons or tabs are read with decimal commas and with decimal points", async (t) => {
  const frames = makeGameFrames(5);
  const expected = await metricsOf(makeCapture("presentmon-1.0", frames));
  for (const delimiter of [";", "\t"] as const) {
    const content = makeCapture("presentmon-1.0", frames, { delimiter, lineEnd: "\n" });
    t.regex(content, /\d,\d/);
    t.deepEqual(await metricsOf(content), expected);
    t.deepEqual(await metricsOf(`sep=${delimiter}\n${content.replaceAll(/(\d),(\d)/g, "$1.$2")}`), expected);
  }
});

test("a CSV with mixed line ends, blank lines anywhere and quoted cells is read", async (t) => {
  const content = `\n  \n"Application","ProcessID","MsBetweenPresents"\r\n"game.exe",1,"10"\n\n game.exe ,1, 30 \r\n`;
  const { average_fps, application } = await metricsOf(content.replace(" game.exe ", "game.exe"));
  t.is(average_fps, 50);
  t.is(application, "game.exe");
});

test("decimal commas in a CSV file with commas as delimiters are refused, not misread", async (t) => {
  const { code, detail } = await refusal(captureOf(gameRows(20, "16,7")));
  t.is(code, "too_many_skipped_rows");
  t.regex(detail, /decimal comma/);
});

test("quotation marks of a CSV are read after a byte order mark and inside cells", async (t) => {
  const content = '\ufeff"Application",Panel,MsBetweenPresents\ngame.exe,Wide 27" one,16\ngame.exe,27",16\n';
  const { application, frames } = await metricsOf(content);
  t.is(application, "game.exe");
  t.is(frames, 2);
});

test("quotation marks of a CSV may begin in any row, and the rows after the closing mark are read, too", async (t) => {
  const quotedRows = Array.from({ length: 1000 }, () => '"game.exe","1","32"');
  const rows = [
    ...gameRows(10),
    'game.exe,"1",48',
    ...gameRows(3000),
    ...quotedRows,
    "",
    ...gameRows(10, "20"),
  ];
  const { frameTimesMs } = await read(captureOf(rows));
  const expected = [
    ...Array.from({ length: 10 }, () => 16),
    48,
    ...Array.from({ length: 3000 }, () => 16),
    ...Array.from({ length: 1000 }, () => 32),
    ...Array.from({ length: 10 }, () => 20),
  ];
  t.deepEqual([...(frameTimesMs ?? [])], expected);
});

test("line numbers in messages count line ends and blank lines inside quoted cells, and stay right after these cells", async (t) => {
  const repeatedHeader = "Application,ProcessID,msbetweenpresents";
  const before = ['"a\nb",1,16', "", "game.exe,1,16", '"c\r\n\r\nd",1,16'];
  const longRows = Array.from({ length: 1000 }, () => '\n\n"a\n\nb",1,16');
  for (const [rest, lines] of [
    [gameRows(1), 1],
    [gameRows(2000), 2000],
    [longRows, 5000],
  ] as const) {
    const { code, line } = await refusal(captureOf([...before, ...rest, repeatedHeader]));
    t.is(code, "joined_captures");
    t.is(line, 9 + lines);
  }
  const wide = await refusal(captureOf([...before, `"game.exe"${",".repeat(1000)}`]));
  t.is(wide.code, "too_many_columns");
  t.is(wide.line, 9);
});

test("a last CSV row that was cut off inside quotation marks is left out with a warning", async (t) => {
  const header = "Application,MsBetweenPresents,Dropped";
  const rows = Array.from({ length: 9 }, () => '"game.exe",16,0');
  const { metrics, warnings } = await read(captureOf([...rows, '"game.exe",1'], header).trimEnd());
  t.is((metrics as FrameMetrics).frames, 9);
  t.regex(warnings.join(), /last row is cut off/);
});

test("a CSV with a quotation mark that never closes is refused with the number of the mark's line", async (t) => {
  const rest = gameRows(30);
  const { code, line, detail } = await refusal(captureOf([...rest, '"game.exe,1,16', ...rest]));
  t.is(code, "unclosed_quote");
  t.is(line, 32);
  t.regex(detail, /quotation mark/);
});
