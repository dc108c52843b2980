import { gzipSync } from "node:zlib";
import test from "ava";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { makeFrameTimes } from "../../helpers/capture-generator.ts";
import { makeCapFrameXRecord, recordInfo } from "../../helpers/capframex-generator.ts";
import { makeZip } from "../../helpers/zip-generator.ts";
import { frameCsv, read, refusal } from "../reading.ts";
import { referenceStatistics } from "../reference-statistics.ts";
import { capFrameXReference } from "../reference-tool-statistics.ts";

const frameTimes = makeFrameTimes(1200, 5);
const single = makeCapFrameXRecord([{ frameTimes }]);
const fast = { frameTimes: Array.from({ length: 200 }, () => 2.5) };
const slow = { frameTimes: Array.from({ length: 60 }, () => 20), startS: 0.5 };

test("the reader's statistics of a CapFrameX record include those of CapFrameX for the same frames", async (t) => {
  const { metrics, variant, frameTimesMs } = await read(single);
  const found = metrics as unknown as Record<string, number>;
  const expected = { ...referenceStatistics(frameTimes), ...capFrameXReference(frameTimes) };
  for (const [name, value] of Object.entries(expected)) {
    t.true(Math.abs((found[name] ?? Number.NaN) / value - 1) < 1e-9, `${name}: ${found[name]}, not ${value}`);
  }
  t.like(metrics, { tool: "CapFrameX", application: "harbour.exe", dropped_frames: 0, samples: null });
  t.is(variant, "harbour.exe");
  t.deepEqual(frameTimesMs, Float32Array.from(frameTimes));
});

test("a CapFrameX record gives the same result in chunks of any size, in UTF-16 and with a byte order mark", async (t) => {
  const expected = await read(single);
  t.deepEqual(await read(single, frameCsv, 7), expected);
  t.deepEqual(await read(`\uFEFF${single}`), expected);
  t.deepEqual(await read(Buffer.from(`\uFEFF${single}`, "utf16le")), expected);
  t.deepEqual(await read(JSON.stringify(JSON.parse(single), null, 2)), expected);
});

test("of the `Info` object of a CapFrameX record the reader takes only the hardware", async (t) => {
  const result = await read(single);
  t.deepEqual(result.recordedOn, {
    processor: "AMD Ryzen 7 5800X 8-Core Processor",
    gpu: "NVIDIA GeForce RTX 3080",
    ram: "32GB (2x16GB 3600MT/s)",
    motherboard: "ASUSTeK COMPUTER INC. TUF GAMING B550-PLUS",
    os: "Windows 11",
    driver: "552.22",
    resolution: "2560x1440",
    api: "DX12",
  });
  t.notRegex(JSON.stringify(result), /PrivateMarker/);
  const typedIn = {
    ...recordInfo,
    Processor: String.raw`C:\Users\anna`,
    GPU: "anna@mail.example",
    SystemRam: "",
  };
  const { recordedOn } = await read(makeCapFrameXRecord([{ frameTimes }], typedIn));
  t.like(recordedOn, { processor: null, gpu: null, ram: null, os: "Windows 11" });
  t.is((await read(makeCapFrameXRecord([{ frameTimes }], {}))).recordedOn, null);
});

test("the numbers of dropped frames in a CapFrameX record count only the frames with a frame time", async (t) => {
  const run = { frameTimes: [10, "NaN", 11, 0, 12, 13], dropped: [false, true, true, false, false, true] };
  const { droppedFrames, frameTimesMs, metrics } = await read(makeCapFrameXRecord([run]));
  t.deepEqual(frameTimesMs, Float32Array.of(10, 11, 12, 13));
  t.deepEqual(droppedFrames, Uint32Array.of(1, 3));
  t.is((metrics as FrameMetrics).dropped_frames, 2);
  const partly = await read(makeCapFrameXRecord([{ ...run, dropped: [true] }]));
  t.is(partly.droppedFrames, null);
  t.regex(partly.warnings.join(), /number of dropped frames is unknown/);
});

test("a CapFrameX record of several runs is refused with a list of the runs, and read if the request names a run", async (t) => {
  const record = makeCapFrameXRecord([fast, { frameTimes: [] }, slow]);
  const { code, detail } = await refusal(record);
  t.is(code, "joined_captures");
  t.regex(detail, /2 recordings.*: recording 1 \(begins at 0\.0 s, lasts 1 s, 400\.0 fps on average\) and/);
  t.regex(
    detail,
    /recording 2 \(begins at 0\.5 s, lasts 1 s, 50\.0 fps on average\)\..*such as recording 1,/,
  );
  const first = await read(record, { ...frameCsv, recording: 1 });
  const second = await read(record, { ...frameCsv, recording: 2 });
  t.like(first.metrics, { average_fps: 400, frames: 200, tool_average_fps: 400 });
  t.like(second.metrics, { average_fps: 50, frames: 60, tool_average_fps: 50 });
  t.deepEqual([first.recording, second.recording], [1, 2]);
  for (const recording of [0, 3]) {
    t.is((await refusal(record, { ...frameCsv, recording })).code, "no_such_recording");
  }
  t.is((await refusal(single, { ...frameCsv, recording: 2 })).code, "no_such_recording");
});

test("a run of a CapFrameX record whose time restarts is refused, wherever the array of times stands in the record", async (t) => {
  const { Info, Runs } = JSON.parse(makeCapFrameXRecord([fast, slow, slow])) as {
    Info: object;
    Runs: { CaptureData: Record<string, unknown[]> }[];
  };
  const [first, second, other] = Runs.map(({ CaptureData }) => CaptureData);
  const names = Object.keys(first ?? {}).toReversed();
  // Join two captures of a second each, of which the second began half a second after the first.
  const joined = Object.fromEntries(
    names.map((name) => [name, [...(second?.[name] ?? []), ...(first?.[name] ?? [])]]),
  );
  const recordOf = (...data: unknown[]) =>
    JSON.stringify({ Info, Runs: data.map((CaptureData) => ({ CaptureData })) });
  const { code, detail } = await refusal(recordOf(joined));
  t.is(code, "joined_captures");
  t.regex(detail, /present 61 .* earlier.*Send each capture as a record of its own/);
  t.is((await refusal(recordOf(joined, other), { ...frameCsv, recording: 1 })).code, "joined_captures");
  t.is((await read(recordOf(joined, other), { ...frameCsv, recording: 2 })).score, 50);
});

test("the frames of a CapFrameX record count as one capture even if a few are out of order or lack a frame time or a time", async (t) => {
  const { Info, Runs } = JSON.parse(makeCapFrameXRecord([slow])) as {
    Info: object;
    Runs: [{ CaptureData: { TimeInSeconds: unknown[]; MsBetweenPresents: unknown[] } }];
  };
  const columns = Runs[0].CaptureData;
  const scoreOf = async (changed: object) =>
    (await read(JSON.stringify({ Info, Runs: [{ CaptureData: { ...columns, ...changed } }] }))).score;
  const times = columns.TimeInSeconds;
  t.is(await scoreOf({ TimeInSeconds: times.with(59, 0.9) }), 50);
  t.is(await scoreOf({ TimeInSeconds: times.with(59, "NaN") }), 50);
  t.is(await scoreOf({ TimeInSeconds: times.slice(1) }), 50);
  t.is(
    await scoreOf({
      TimeInSeconds: times.with(59, 0),
      MsBetweenPresents: columns.MsBetweenPresents.with(59, 0),
    }),
    50,
  );
});

test("the game of a CapFrameX record is its executable, even if executable and title are swapped", async (t) => {
  const variantOf = async (info: object) => (await read(makeCapFrameXRecord([fast], info))).variant;
  t.is(await variantOf({ ProcessName: "Resident Evil 2", GameName: "re2.exe" }), "re2.exe");
  t.is(await variantOf({ ProcessName: String.raw`C:\Users\anna\re2.exe` }), "re2.exe");
  t.is(await variantOf({ ProcessName: "re2" }), "re2");
  t.is(await variantOf({}), null);
  const stated = { ...frameCsv, application: "Zelda.exe" };
  t.is((await read(makeCapFrameXRecord([fast], {}), stated)).variant, "Zelda.exe");
});

test("a CapFrameX record of a program that is no game, or that is not the requested application, is refused", async (t) => {
  const browser = makeCapFrameXRecord([fast], { ProcessName: "chrome.exe" });
  t.is((await refusal(browser)).code, "not_a_game");
  const asked = await read(browser, { ...frameCsv, application: "chrome" });
  t.is(asked.variant, "chrome.exe");
  t.regex(asked.unranked?.detail ?? "", /known as a program that runs beside games/);
  t.is((await refusal(single, { ...frameCsv, application: "other.exe" })).code, "application_not_found");
});

test("a packed CapFrameX record gives the same result as the unpacked record", async (t) => {
  const expected = await read(single);
  t.deepEqual(await read(gzipSync(single)), expected);
  t.deepEqual(await read(makeZip([{ name: "record.json", content: Buffer.from(single) }])), expected);
});

test("a CapFrameX record without frames is refused", async (t) => {
  for (const record of ['{"Runs":[]}', '{"Runs":null}', makeCapFrameXRecord([{ frameTimes: [] }])])
    t.is((await refusal(record)).code, "no_frames", record);
  t.is(
    (await refusal(makeCapFrameXRecord([{ frameTimes: ["NaN", "NaN", 16] }]))).code,
    "too_many_skipped_rows",
  );
});

test("a run of a CapFrameX record that has a column twice is refused, not read as twice as many frames", async (t) => {
  const column = '"MsBetweenPresents":[16,16]';
  const record = `{"Runs":[{"CaptureData":{${column},${column}}}]}`;
  t.is((await refusal(record)).code, "contradictory_values");
});

for (const [name, content] of Object.entries({
  "cut in a number": single.slice(0, 40_000),
  "cut before its end": single.slice(0, -1),
  "two documents": `${single}${single}`,
  "a value without comma": '{"Runs":[1 2]}',
  "a comma at the end": '{"Runs":[1,]}',
  "a name without value": '{"Runs":}',
  "a value without name": '{"Runs":[],16}',
  "a colon in an array": '{"Runs":[1:2]}',
  "the wrong bracket": '{"Runs":[}]',
  "a comma before its end": '{"Runs":[],}',
  "no number": '{"Runs":[01]}',
  "a text of 100 kB": `{"Runs":["${"x".repeat(100_000)}"]}`,
  "a number of 100 000 digits": `{"Runs":[${"1".repeat(100_000)}]}`,
  depth: `{"Runs":${"[".repeat(20)}${"]".repeat(20)}}`,
})) {
  test(`a CapFrameX record in damaged JSON is refused as damaged: ${name}`, async (t) => {
    const { code, detail } = await refusal(content);
    t.is(code, "invalid_json");
    t.regex(detail, /Send the record as the capture tool wrote it/);
  });
}
