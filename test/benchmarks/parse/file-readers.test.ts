import { spawn } from "node:child_process";
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import test, { type ExecutionContext } from "ava";
import { ReaderTimeoutError, ReaderUnavailableError } from "../../../src/benchmarks/errors.ts";
import { createFileReaders } from "../../../src/benchmarks/parse/file-readers.ts";
import { ReaderError } from "../../../src/readers/index.ts";
import { attacks } from "../../helpers/attack-generator.ts";
import { captureOf, gameRows, inChunks } from "../../readers/reading.ts";
import { programArguments, programUrl, projectUrl } from "../../helpers/project-files.ts";

const config = { PARSE_CPU_SECONDS: 60, PARSE_MEMORY_MIB: 384 };
const programOf = (name: string) => `test/benchmarks/parse/programs/${name}.ts`;

function openReaders(t: ExecutionContext, name: string) {
  const readers = createFileReaders({ config, program: programUrl(programOf(name)) });
  t.teardown(() => readers.close());
  return readers;
}

const LEAST_MEMORY_MIB = 256;
const frameCsv = { format: "frame-csv" } as const;

async function textOf({ content }: { content: AsyncIterable<Uint8Array> }): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function* bytes(...pieces: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

test("a reading process that died while it was idle does not make a file fail, and the next file gets another process", async (t) => {
  const readers = openReaders(t, "ends-idle");
  const read = async (): Promise<unknown> => readers.read(bytes(), frameCsv);
  t.is(await read(), "read");
  await t.throwsAsync(read(), { instanceOf: ReaderUnavailableError });
  t.is(await read(), "read");
});

test("a reading process that cannot start does not make a file fail", async (t) => {
  const readers = openReaders(t, "is not there");
  await t.throwsAsync(readers.read(bytes("a file"), frameCsv), { instanceOf: ReaderUnavailableError });
});

test("even if the reader of a file asked for more bytes than it needs, the next file is read from its beginning", async (t) => {
  const readers = openReaders(t, "asks-ahead");
  for (const file of ["first", "second"])
    t.is(await readers.extractResult(bytes(file, "more", "and more"), "frame-csv", textOf), file);
});

test("a process that reads files can run from its TypeScript sources", async (t) => {
  const readers = createFileReaders({
    config,
    program: projectUrl("src/benchmarks/parse/reading-process.ts"),
  });
  t.teardown(() => readers.close());
  const capture = captureOf(gameRows(2000, "16.25"));
  const { metrics } = await readers.read(bytes(capture), frameCsv);
  t.like(metrics, { frames: 2000 });
});

test("a reading process unpacks a capture completely, also if the receiver of the bytes is slow", async (t) => {
  const readers = createFileReaders({ config });
  t.teardown(() => readers.close());
  const capture = captureOf(gameRows(20_000, "16.25"));
  const packed = gzipSync(capture, { level: 0 });
  const slow = async ({ content }: { content: AsyncIterable<Uint8Array> }) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) {
      pieces.push(piece);
      await setImmediate();
    }
    t.true(pieces.length > 1);
    return Buffer.concat(pieces).toString();
  };
  t.is(await readers.extractResult(inChunks(packed, 50_000), "frame-csv", slow), capture);
  const failing = () => Promise.reject(new TypeError("the store is gone"));
  await t.throwsAsync(readers.extractResult(inChunks(packed), "frame-csv", failing), {
    instanceOf: TypeError,
  });
  const damaged = packed.fill(1, packed.length - 8);
  const { code } = await t.throwsAsync(readers.extractResult(inChunks(damaged), "frame-csv", slow), {
    instanceOf: ReaderError,
  });
  t.is(code, "invalid_gzip");
});

test("a CapFrameX record of 50 MB is read in a process with the lowest memory limit that the settings allow", async (t) => {
  t.timeout(600_000);
  const readers = createFileReaders({ config: { ...config, PARSE_MEMORY_MIB: LEAST_MEMORY_MIB } });
  t.teardown(() => readers.close());
  let sent = 0;
  const content = (async function* () {
    for (const piece of attacks["a record of 50 MB"]?.chunks() ?? []) {
      sent += piece.length;
      yield piece;
    }
  })();
  const { metrics } = await readers.read(content, frameCsv);
  t.true(sent > 50_000_000, `${sent} bytes`);
  t.like(metrics, { tool: "CapFrameX", frames: 400_001 });
});

test("the time limit of an inspection begins when the process has started", async (t) => {
  const readers = openReaders(t, "starts-slowly");
  const inspect = (name: string, timeoutMs: number) =>
    readers.inspect(Buffer.from("a file"), { name, isWhole: true, formats: ["frame-csv"] }, timeoutMs);
  // This time limit is shorter than the process takes to start, and longer than a busy machine takes to inspect a short
  // file.
  t.like(await inspect("a.csv", 3500), { format: "frame-csv" });
  await t.throwsAsync(inspect("endless.csv", 100), {
    instanceOf: ReaderTimeoutError,
    message: /within 60 s of processor time and 0\.1 s in all/,
  });
});

test("aborting the signal ends the reading of a file at once, even while its process starts, and throws the signal's reason", async (t) => {
  const readers = openReaders(t, "asks-ahead");
  const stopping = new AbortController();
  const reason = new Error("the worker is stopping");
  const reading = readers.read(bytes("a file"), frameCsv, stopping.signal);
  stopping.abort(reason);
  t.is(await t.throwsAsync(reading), reason);
  t.is(await t.throwsAsync(readers.read(bytes("a file"), frameCsv, stopping.signal)), reason);
});

test("a worker that is killed leaves neither reading nor idle child processes", async (t) => {
  t.timeout(600_000);
  const worker = spawn(process.execPath, programArguments(programOf("killed-worker")), {
    stdio: ["ignore", "pipe", "pipe"],
  });
  worker.stderr.resume();
  await once(worker.stdout, "data");
  worker.kill("SIGKILL");
  // The worker and its child processes share one standard error, which closes only when the last of these processes has
  // ended.
  await once(worker, "close");
  t.is(worker.signalCode, "SIGKILL");
});

test("a capture of two million frames with twelve channels is read in a process with the usual memory limit", async (t) => {
  t.timeout(600_000);
  const readers = createFileReaders({ config });
  t.teardown(() => readers.close());
  const names =
    "GPUPower,GPUFrequency,GPUTemperature,GPUUtilization,GPUMemoryFrequency,CPUUtilization,CPUPower,CPUTemperature,CPUFrequency,MsGPUBusy,MsCPUBusy,MsUntilDisplayed";
  const rows = Array.from(
    { length: 1000 },
    (_, at) => `g,9,${`${1 + (at % 9)},`.repeat(11)}${1 + (at % 7)}\n`,
  );
  const content = (async function* () {
    yield Buffer.from(`Application,MsBetweenPresents,${names}\n`);
    const piece = Buffer.from(rows.join(""));
    for (let sent = 0; sent < 2000; sent += 1) yield piece;
  })();
  const { metrics, channels } = await readers.read(content, frameCsv);
  t.like(metrics, { frames: 2_000_000 });
  t.is(channels.length, 12);
  for (const { samples, values, timesS } of channels) {
    t.is(samples, 2_000_000);
    t.true(values instanceof Float32Array && values.length === timesS.length && values.length <= 8192);
  }
});
