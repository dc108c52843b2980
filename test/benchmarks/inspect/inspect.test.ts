import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import test from "ava";
import { makeCapFrameXRecord } from "../../helpers/capframex-generator.ts";
import {
  makeCapture,
  makeFrameTimes,
  makeGameFrames,
  RANKED_FRAMES,
} from "../../helpers/capture-generator.ts";
import type { Client, SentFile } from "../../helpers/client.ts";
import { makeAfterburnerLog, makeFrapsLog } from "../../helpers/log-generator.ts";
import { startTestService } from "../../helpers/service.ts";
import { storedState } from "../../helpers/stored-state.ts";
import { madeExports, makeExport, makeRun } from "../../helpers/three-d-mark-generator.ts";
import { arielleXml, makeThreeDMarkResult, makeZip } from "../../helpers/zip-generator.ts";

const MIB = 1024 * 1024;

// All tests of this file inspect files with the same account and at the same time.
const service = await startTestService(test, {
  hasWorkers: false,
  env: { MAX_UPLOADS_AT_ONCE: "100" },
});
const capture = makeCapture("presentmon-1.10", makeGameFrames(1, RANKED_FRAMES));
const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Recording {
  application: string | null;
  title: string | null;
  frames: number | null;
  duration_s: number | null;
}

/** The result of one file in the response to an inspection. */
interface Inspected {
  name: string;
  format: string | null;
  tool: string | null;
  benchmark_ids: number[];
  recordings: Recording[];
  tests: string[];
  settings: Record<"resolution" | "preset" | "api" | "driver" | "os" | "notes", string | null>;
  hardware: Record<"cpu" | "gpu" | "ram" | "motherboard", string | null>;
  fits: boolean;
  detail: string | null;
}

/** Sends files to be inspected. Returns the results, one for each file. */
async function inspect(client: Client, files: readonly SentFile[]) {
  const { status, text, body } = await client.inspect(files);
  if (status !== 200) throw new Error(`POST /benchmarks/inspect answered ${status}: ${text}`);
  return body.results as Inspected[];
}

async function inspectOne(content: string | Uint8Array, name = "a file.csv"): Promise<Inspected> {
  const [found] = await inspect(await service.signIn("ada"), [{ name, content }]);
  if (found === undefined) throw new Error("the answer is empty");
  return found;
}

test("the inspection of a capture names its tool, game, length and hardware", async (t) => {
  const { recordings, detail, ...found } = await inspectOne(
    makeCapture("frameview", makeGameFrames(1, RANKED_FRAMES)),
  );
  t.regex(detail ?? "", /^171 of 1,200 frames \(14\.3 %\) were dropped: .* The screen showed [\d.]+ fps/);
  t.deepEqual(found, {
    name: "a file.csv",
    format: "frame-csv",
    tool: "FrameView",
    benchmark_ids: [16],
    tests: [],
    settings: { resolution: "2560x1440", preset: null, api: null, driver: null, os: null, notes: null },
    hardware: { cpu: "Made-up CPU", gpu: "Made-up GPU", ram: null, motherboard: null },
    fits: true,
  });
  const [{ duration_s, ...recording } = {}, ...others] = recordings as Partial<Recording>[];
  t.deepEqual(recording, { application: "harbour.exe", title: "harbour.exe", frames: 1200 });
  const seconds = makeFrameTimes(RANKED_FRAMES, 1).reduce((sum, time) => sum + time, 0) / 1000;
  t.true(Math.abs((duration_s ?? 0) - seconds) < 1e-6, `${duration_s} s`);
  t.deepEqual(others, []);
});

test("an inspection shows a known executable by the title of its game", async (t) => {
  const { recordings } = await inspectOne(capture.replaceAll("harbour.exe", "CYBERPUNK2077.EXE"));
  t.is(recordings[0]?.application, "CYBERPUNK2077.EXE");
  t.is(recordings[0]?.title, "Cyberpunk 2077");
});

test("the inspection of a capture with no game name, or with a name of many games, accepts the file and asks for the game", async (t) => {
  const times = makeFrameTimes(RANKED_FRAMES, 1).map((time) => time * 1000);
  const unnamed = await inspectOne(makeFrapsLog(times));
  t.is(unnamed.recordings[0]?.application, null);
  const shared = await inspectOne(capture.replaceAll("harbour.exe", "javaw.exe"));
  for (const { fits, detail, recordings } of [unnamed, shared]) {
    t.true(fits);
    t.is(recordings[0]?.title, null, "the title of the game is unknown");
    t.regex(detail ?? "", /Give the title of the game in the field "game"/);
  }
  const byName = await inspectOne(makeFrapsLog(times), "harbour 2026-01-02 03-04-05-06 frametimes.csv");
  t.is(byName.recordings[0]?.title, "harbour");
  t.regex(byName.detail ?? "", /as the name of the file says/);
});

test("the inspection of a 3DMark export with two tests names both tests, and the benchmarks of all their graphics tests", async (t) => {
  const both = makeExport(
    makeRun({ TimeSpyPerformanceGraphicsScore: 12_501, SpeedWayPerformanceGraphicsScore: 3025 }, [
      {
        TimeSpyPerformanceGraphicsTest1: 82.5,
        TimeSpyPerformanceGraphicsTest2: 71.25,
        SpeedWayPerformanceGraphicsTest: 30.25,
      },
    ]),
  );
  const found = await inspectOne(both, "both.xml");
  t.is(found.format, "3dmark-xml");
  t.is(found.tool, null);
  t.deepEqual(found.benchmark_ids, [7, 17]);
  t.deepEqual(found.tests, ["Speed Way", "Time Spy"]);
  t.deepEqual(found.recordings, []);
  t.true(found.fits);
  t.regex(found.detail ?? "", /several tests; the figures are those of Speed Way, not of Time Spy/);
});

test("the inspection of a 3DMark export without a graphics test rejects the file and states the reason", async (t) => {
  const found = await inspectOne(madeExports["stress-test"] ?? "", "stress.xml");
  t.like(found, { format: "3dmark-xml", fits: false });
  t.deepEqual([found.benchmark_ids, found.tests], [[], []]);
  t.regex(found.detail ?? "", /stress test/);
  const packed = makeZip([{ name: "stress.xml", content: Buffer.from(madeExports["stress-test"] ?? "") }]);
  const { fits, detail } = await inspectOne(packed, "stress.zip");
  t.deepEqual([fits, detail], [false, found.detail]);
});

test("the inspection of a file with several recordings lists the recordings, and asks for the number of one", async (t) => {
  const frameTimes = makeFrameTimes(RANKED_FRAMES, 1);
  const record = await inspectOne(makeCapFrameXRecord([{ frameTimes }, { frameTimes: [16, 17] }]), "a.json");
  t.is(record.tool, "CapFrameX");
  t.deepEqual(
    record.recordings.map(({ application, frames }) => [application, frames]),
    [
      ["harbour.exe", 1200],
      ["harbour.exe", 2],
    ],
  );
  t.is(record.hardware.cpu, "AMD Ryzen 7 5800X 8-Core Processor");
  t.is(record.settings.api, "DX12");
  const block = (start: string, seconds: number) => ({
    start: new Date(start),
    names: ["Framerate"],
    samples: Array.from({ length: seconds }, () => ["60.5"]),
  });
  const blocks = [block("2026-01-01T00:00:00Z", 20), block("2026-01-01T02:00:00Z", 30)];
  const log = await inspectOne(makeAfterburnerLog(blocks), "a.hml");
  t.deepEqual(log.recordings, [
    { application: null, title: null, frames: null, duration_s: 19 },
    { application: null, title: null, frames: null, duration_s: 29 },
  ]);
  for (const { fits, benchmark_ids, detail } of [record, log]) {
    t.true(fits);
    t.deepEqual(benchmark_ids, [16]);
    t.regex(detail ?? "", /^The file holds 2 recordings.*such as recording 1,/);
  }
});

test("an inspection reads whole archives, and accepts or rejects them by the files inside", async (t) => {
  const zipped = await inspectOne(makeZip([{ name: "c.csv", content: Buffer.from(capture) }]), "c.zip");
  const gzipped = await inspectOne(gzipSync(capture), "c.csv.gz");
  for (const found of [zipped, gzipped]) {
    t.like(found, { format: "frame-csv", tool: "PresentMon", fits: true });
    t.deepEqual(found.benchmark_ids, [16]);
    t.is(found.recordings[0]?.application, "harbour.exe");
    t.is(found.recordings[0]?.frames, 1200);
  }
  const exported = madeExports["time-spy"] ?? "";
  const exports = [
    await inspectOne(makeThreeDMarkResult(exported), "run.3dmark-result"),
    await inspectOne(makeZip([{ name: "run/result.xml", content: Buffer.from(exported) }]), "run.zip"),
  ];
  for (const { format, benchmark_ids, tests, fits } of exports)
    t.deepEqual([format, benchmark_ids, tests, fits], ["3dmark-xml", [7, 17], ["Time Spy"], true]);
  const several = await inspectOne(
    makeZip([
      { name: "a.csv", content: Buffer.from(capture) },
      { name: "b.csv", content: Buffer.from(capture) },
    ]),
  );
  t.like(several, { format: null, fits: false });
  t.deepEqual(several.benchmark_ids, []);
  t.regex(several.detail ?? "", /It holds 2 files: "a.csv" and "b.csv"/);
});

test("an inspection checks only the first bytes of an archive of more than 4 MiB", async (t) => {
  const noise = { name: "c.csv", content: randomBytes(4 * MIB), method: 0 };
  const found = await inspectOne(makeZip([noise]), "large.zip");
  t.like(found, { format: null, tool: null, fits: true, detail: null });
  t.deepEqual(found.benchmark_ids, [7, 17, 18, 16]);
  t.deepEqual(found.recordings, []);
});

test("an inspection reads the game from the first MiB of a 20 MiB capture, and leaves the length unknown", async (t) => {
  const [header = "", ...rows] = capture.trimEnd().split("\r\n");
  const large = [header, ...rows.flatMap((row) => Array.from({ length: 130 }, () => row)), ""].join("\r\n");
  t.true(large.length > 20 * MIB, `${large.length}`);
  const found = await inspectOne(large);
  t.like(found, { format: "frame-csv", tool: "PresentMon", fits: true, detail: null });
  t.deepEqual(found.recordings, [
    { application: "harbour.exe", title: "harbour.exe", frames: null, duration_s: null },
  ]);
});

test("an inspection reads game and hardware from the beginning of a large CapFrameX record", async (t) => {
  const record = makeCapFrameXRecord([{ frameTimes: makeFrameTimes(60_000, 1) }]);
  t.true(record.length > MIB);
  const found = await inspectOne(record, "large.json");
  t.like(found, { tool: "CapFrameX", fits: true, detail: null });
  t.deepEqual(found.recordings, [
    { application: "harbour.exe", title: "harbour.exe", frames: null, duration_s: null },
  ]);
  t.is(found.hardware.gpu, "NVIDIA GeForce RTX 3080");
});

test("an inspection rejects unsuitable files one by one, and still accepts the other files of the form", async (t) => {
  const client = await service.signIn("several");
  const bomb = gzipSync(`Application,ProcessID,MsBetweenPresents\n${"\n".repeat(64 * MIB)}`);
  const results = await inspect(client, [
    { name: "a.png", content: picture },
    { name: "b.csv", content: "" },
    { name: "c.csv", content: capture },
    { name: "d.xml", content: arielleXml },
    { name: "e.gz", content: bomb },
    { name: "f.xml", content: madeExports["time-spy"] ?? "" },
    { name: "g.xml", content: `<benchmark>${" ".repeat(MIB)}</benchmark>` },
    { name: "h.zip", content: "PK\u0003\u0004broken" },
  ]);
  t.deepEqual(
    results.map(({ name, fits }) => [name, fits]),
    [
      ["a.png", false],
      ["b.csv", false],
      ["c.csv", true],
      ["d.xml", false],
      ["e.gz", false],
      ["f.xml", true],
      ["g.xml", false],
      ["h.zip", false],
    ],
  );
  const details = Object.fromEntries(results.map(({ name, detail }) => [name, detail]));
  t.regex(details["a.png"] ?? "", /picture.*Expected a frame-time CSV/);
  t.regex(details["b.csv"] ?? "", /empty/);
  t.regex(details["d.xml"] ?? "", /licence key/);
  t.regex(details["e.gz"] ?? "", /too large/);
  t.regex(details["g.xml"] ?? "", /larger than 1 MiB/);
  t.regex(details["h.zip"] ?? "", /ZIP archive cannot be read/);
});

test("an inspection stores nothing and does not count against the account's limits", async (t) => {
  const client = await service.signIn("nothing", "unlimited");
  const before = await storedState(service, client);
  await inspect(client, [
    { name: "c.csv", content: capture },
    { name: "large.csv", content: "x".repeat(2 * MIB) },
    { name: "run.3dmark-result", content: makeThreeDMarkResult(madeExports["time-spy"] ?? "") },
  ]);
  t.deepEqual(await storedState(service, client), before);
  const { budgets } = (await client.get("/me")).body;
  t.is(budgets.uploads.used, 0);
});

test("the refusal of an inspection names all faults of the form at once", async (t) => {
  const client = await service.signIn("faulty");
  const form = new FormData();
  form.append("build_id", "1");
  for (let number = 1; number <= 12; number += 1) form.append("files", new Blob([capture]), `${number}.csv`);
  form.append("file", new Blob([capture]), "x.csv");
  const { status, body } = await client.inspect(form);
  t.is(status, 422);
  t.deepEqual(
    body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ["/build_id", "/files/10", "/files/11", "/file"],
  );
  const empty = await client.inspect([]);
  t.is(empty.status, 422);
  const text = new FormData();
  text.append("files", "no file");
  t.deepEqual(
    (await client.inspect(text)).body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ["/files"],
  );
});

test("an inspection needs a session, or a token with the scope submit", async (t) => {
  const files = [{ name: "c.csv", content: capture }];
  t.is((await service.anonymous.inspect(files)).status, 401);
  const session = await service.signIn("tokens");
  t.is((await (await service.withToken(session, "read")).inspect(files)).status, 403);
  t.is((await (await service.withToken(session, "submit")).inspect(files)).status, 200);
});
