import test from "ava";
import { makeFrameTimes } from "../helpers/capture-generator.ts";
import { makeCapFrameXRecord } from "../helpers/capframex-generator.ts";
import { makeHwinfoLog } from "../helpers/odd-captures.ts";
import { captureOf, refusal } from "./reading.ts";

const frameTimes = makeFrameTimes(400, 9);

test("the refusal of a CapFrameX record with too few frame times asks for the record as CapFrameX wrote it", async (t) => {
  const { code, detail } = await refusal(
    makeCapFrameXRecord([{ frameTimes: frameTimes.map((time, row) => (row % 10 < 6 ? "NaN" : time)) }]),
  );
  t.is(code, "too_many_skipped_rows");
  t.regex(detail, /Send the record as CapFrameX wrote it/);
  t.notRegex(detail, /CSV/);
});

const frapsFile = (times: readonly string[]) =>
  ["Frame, Time (ms)", ...times.map((time, row) => `${row + 1},${time}`), ""].join("\n");

test("a FRAPS file with frame times instead of cumulative times is refused, and the message names the fault", async (t) => {
  for (const times of [frameTimes, frameTimes.map(() => 16.667)]) {
    const { code, detail } = await refusal(frapsFile(times.map(String)));
    t.is(code, "unordered_times");
    t.regex(detail, /times of single frames/);
  }
});

test("a FRAPS file with thousands separators but without quotation marks is refused, and the message names its commas", async (t) => {
  let time = 0;
  const times = frameTimes.map((frameTime) => {
    time += frameTime;
    return time.toLocaleString("en", { minimumFractionDigits: 3 });
  });
  const { code, detail } = await refusal(frapsFile(times));
  t.is(code, "too_many_skipped_rows");
  t.regex(detail, /more cells than the header has columns.*commas between thousands/);
});

test("a CSV with commas as delimiters and quoted decimal commas is refused, and the message names the decimal commas", async (t) => {
  const rows = frameTimes.map((time) => `game.exe,1,"${String(time).replace(".", ",")}"`);
  const { code, detail } = await refusal(captureOf(rows));
  t.is(code, "too_many_skipped_rows");
  t.regex(detail, /decimal commas.*save the file with semicolons/);
});

test("a log of HWiNFO with the displayed frame rate alone is refused with the names of the columns that are read", async (t) => {
  const log = makeHwinfoLog({ rateNames: ["Framerate (Displayed) [FPS]"], samples: [["60"], ["61"]] });
  const { code, detail } = await refusal(log);
  t.is(code, "wrong_format");
  t.regex(detail, /without the column Framerate \[FPS\] or Framerate \(Presented\) \[FPS\]/);
});
