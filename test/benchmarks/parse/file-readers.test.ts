import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { ReaderUnavailableError } from "../../../src/benchmarks/errors.ts";
import { createFileReaders } from "../../../src/benchmarks/parse/file-readers.ts";

const config = { PARSE_CPU_SECONDS: 60, PARSE_MEMORY_MIB: 384 };
const programOf = (name: string) => new URL(`./programs/${name}.ts`, import.meta.url);

function openReaders(t: ExecutionContext, name: string) {
  const readers = createFileReaders({ config, program: programOf(name) });
  t.teardown(() => readers.close());
  return readers;
}

async function* bytes(...pieces: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

test("a process that died while it was idle is the fault of no file, and the next file gets another process", async (t) => {
  const readers = openReaders(t, "ends-idle");
  t.deepEqual([...(await readers.extractResultXml(bytes()))], [1]);
  await t.throwsAsync(readers.extractResultXml(bytes()), { instanceOf: ReaderUnavailableError });
  t.deepEqual([...(await readers.extractResultXml(bytes()))], [1]);
});

test("a process that cannot start is the fault of no file", async (t) => {
  const readers = openReaders(t, "is not there");
  await t.throwsAsync(readers.extractResultXml(bytes("a file")), { instanceOf: ReaderUnavailableError });
});

test("a reader may ask for more of a file than it needs: the next file is read from its beginning", async (t) => {
  const readers = openReaders(t, "asks-ahead");
  for (const file of ["first", "second"])
    t.is(Buffer.from(await readers.extractResultXml(bytes(file, "more", "and more"))).toString(), file);
});

test("a reading ends at once by its signal, also while its process starts, and the reason is thrown", async (t) => {
  const readers = openReaders(t, "asks-ahead");
  const stopping = new AbortController();
  const reason = new Error("the worker is stopping");
  const request = { format: "frame-csv" as const };
  const reading = readers.read(bytes("a file"), request, stopping.signal);
  stopping.abort(reason);
  t.is(await t.throwsAsync(reading), reason);
  t.is(await t.throwsAsync(readers.read(bytes("a file"), request, stopping.signal)), reason);
});

test("a worker that is killed leaves no process behind, neither one that reads nor an idle one", async (t) => {
  t.timeout(120_000);
  const program = fileURLToPath(programOf("killed-worker"));
  const worker = spawn(process.execPath, ["--import=tsx", program], { stdio: ["ignore", "pipe", "pipe"] });
  worker.stderr.resume();
  await once(worker.stdout, "data");
  worker.kill("SIGKILL");
  // The processes for reading have the worker's standard error too: it is closed when the last of them has ended.
  await once(worker, "close");
  t.is(worker.signalCode, "SIGKILL");
});
